/* SPDX-License-Identifier: MIT
 * Making the record of a step: the walk over pairs of nodes that a checker will repeat (docs/proof-format.md). */
#ifndef TS_SCENES_PROOF_RECORD_H
#define TS_SCENES_PROOF_RECORD_H

#include "scenes/proof/meet.h"

/* When to give up on a pair. */
typedef struct ts_prover_limits {
    int rounds;   /* directions looked at for a pair and an interval */
    int halvings; /* of a piece for a pair: at most 40 */
} ts_prover_limits;

enum { TS_PROVER_FAILURES = 64 };

/* What came out. Owned: byte. */
typedef struct ts_prover_recorded {
    size_t size;
    unsigned char *byte;
    size_t failures;
    ts_prover_failure
        failure[TS_PROVER_FAILURES]; /* the first of them, in the order of the walk, each pair of a piece once */
} ts_prover_recorded;

typedef struct ts_prover_task {
    const ts_prover_forest *forest;
    const ts_prover_way *way;
    const ts_prover_table *table;
    ts_prover_limits limits;
    bool at_start; /* step 0 */
} ts_prover_task;

/* In parallel; the same bytes for any number of threads. Without failures the record is a proof. */
ts_status ts_prover_record_way(const ts_prover_task *task, ts_prover_recorded *recorded, ts_error *error);
void ts_prover_recorded_clear(ts_prover_recorded *recorded);

#endif
