/* SPDX-License-Identifier: GPL-2.0-or-later
 * The queries of a micro-benchmark, in memory: from a generator family or from files. */
#ifndef TS_BENCHES_MICRO_QUERY_LIST_H
#define TS_BENCHES_MICRO_QUERY_LIST_H

#include <touchstone/ccd.h>

typedef struct ts_query_list {
    ts_ccd_query *items; /* owned */
    size_t count, capacity;
} ts_query_list;

void ts_query_list_clear(ts_query_list *list);
/* kind: TS_CCD_KINDS for all (of a family: in turn). */

/* Adds queries 0 to count - 1 of the stream `seed` of a family. */
ts_status ts_query_list_add_family(ts_query_list *list, const char *family, uint64_t seed, size_t count,
                                   ts_ccd_kind kind, ts_error *error);
/* Adds the queries of that kind of a file or folder, spread evenly over it if there are more than `most`. */
ts_status ts_query_list_add_path(ts_query_list *list, const char *path, size_t most, ts_ccd_kind kind, ts_error *error);

#endif
