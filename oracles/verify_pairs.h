/* SPDX-License-Identifier: MIT
 * Pairs of primitives of a mesh: found by boxes, decided exactly, each offence reported. */
#ifndef TS_ORACLES_VERIFY_PAIRS_H
#define TS_ORACLES_VERIFY_PAIRS_H

#include "core/bvh.h"
#include "oracles/verify_decide.h"

/* Scratch that is kept from call to call. */
typedef struct ts_verify_scratch {
    ts_pair_list list;
    double *value; /* of each pair in the list: NAN when it is fine */
    size_t capacity;
} ts_verify_scratch;

void ts_verify_scratch_clear(ts_verify_scratch *scratch);

/* kind: intersection, thickness or motion. Adds to the report. */
ts_status ts_verify_pairs(const ts_verify_surface *surface, ts_offence_kind kind, const ts_verify_way *way,
                          ts_verify_scratch *scratch, ts_verify_report *report, ts_error *error);

#endif
