/* SPDX-License-Identifier: GPL-2.0-or-later
 * Answers that a comparison of two runs must not see more of: by class, with the first queries by name. */
#ifndef TS_BENCHES_OFFENCE_H
#define TS_BENCHES_OFFENCE_H

#include <stddef.h>
#include <stdint.h>

typedef enum ts_offence {
    TS_OFFENCE_UNSAFE = 0,  /* missed or late */
    TS_OFFENCE_CERTIFICATE, /* a proof that is none */
    TS_OFFENCE_STALL,
    TS_OFFENCE_ERROR,       /* a limit or an error */
    TS_OFFENCE_UNSUPPORTED, /* coverage lost */
    TS_OFFENCES
} ts_offence;

enum { TS_OFFENCE_PLACES = 100 };

typedef struct ts_place {
    size_t file; /* index into the data set's files */
    uint64_t index;
} ts_place;

/* The first of them in the order of the queries. A zeroed one is empty. */
typedef struct ts_offence_list {
    uint64_t count;
    ts_place first[TS_OFFENCE_PLACES]; /* min(count, TS_OFFENCE_PLACES) of them */
} ts_offence_list;

void ts_offence_add(ts_offence_list *list, ts_place place);
void ts_offence_merge(ts_offence_list *list, const ts_offence_list *part);
size_t ts_offence_places(const ts_offence_list *list);
/* "unsafe", "certificate", "stall", "error", "unsupported". */
const char *ts_offence_name(ts_offence offence);

#endif
