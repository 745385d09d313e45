/* SPDX-License-Identifier: MIT
 * Choosing waypoints among the iterates of a step: as few as a proof needs. */
#ifndef TS_SCENES_PROOF_WAYPOINTS_H
#define TS_SCENES_PROOF_WAYPOINTS_H

#include "scenes/proof/record.h"

/* How a step went: straight from place to place. Place 0 is its start, count - 1 its end; borrowed. */
typedef struct ts_prover_trail {
    size_t count;
    const double (*const *x)[3];
} ts_prover_trail;

/* A proof of a step, or why there is none. Owned by ts_prover_proof_clear. */
typedef struct ts_prover_proof {
    ts_prover_recorded recorded; /* without failures: the proof */
    size_t waypoints, *place;    /* in the trail */
    bool on_grid;                /* waypoints are rounded to multiples of 2^unit */
    int unit;
    size_t attempts;       /* walks that were made */
    double search_seconds; /* in all but the last */
} ts_prover_proof;

/* task: its way is not looked at. TS_OK whether or not there is a proof. */
ts_status ts_prover_find(const ts_prover_task *task, const ts_prover_trail *trail, ts_prover_proof *proof,
                         ts_error *error);
void ts_prover_proof_clear(ts_prover_proof *proof);

#endif
