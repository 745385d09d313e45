/* SPDX-License-Identifier: GPL-2.0-or-later
 * Answers that a comparison of two runs must not see more of: by class, with the first queries by name. */
#ifndef TS_BENCHES_FAULT_H
#define TS_BENCHES_FAULT_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>

typedef enum ts_fault {
    TS_FAULT_UNSAFE = 0,  /* missed or late */
    TS_FAULT_CERTIFICATE, /* a proof that is none */
    TS_FAULT_STALL,
    TS_FAULT_ERROR,
    TS_FAULT_UNSUPPORTED, /* coverage lost */
    TS_FAULT_INCONSISTENT,
    TS_FAULT_LIMIT,
    TS_FAULTS
} ts_fault;

enum { TS_FAULT_PLACES = 100 };

typedef struct ts_place {
    size_t file; /* index into the data set's files */
    uint64_t index;
    ts_ccd_failure why; /* of an error */
} ts_place;

/* The first of them in the order of the queries. A zeroed one is empty. */
typedef struct ts_fault_list {
    uint64_t count;
    ts_place first[TS_FAULT_PLACES]; /* min(count, TS_FAULT_PLACES) of them */
} ts_fault_list;

void ts_fault_add(ts_fault_list *list, ts_place place);
void ts_fault_merge(ts_fault_list *list, const ts_fault_list *part);
size_t ts_fault_places(const ts_fault_list *list);
/* "unsafe", "certificate", "stall", "error", "unsupported", "inconsistent", "limit". */
const char *ts_fault_name(ts_fault fault);

#endif
