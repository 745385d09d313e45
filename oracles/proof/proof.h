/* SPDX-License-Identifier: MIT
 * A folder with the proof of an animation, checked (docs/proof-format.md). Nothing of what made it is trusted, and no
 * code of it is used. */
#ifndef TS_ORACLES_PROOF_PROOF_H
#define TS_ORACLES_PROOF_PROOF_H

#include "oracles/proof/count.h"
#include "oracles/proof/walk.h"

typedef struct ts_proof_folder {
    const char *folder; /* borrowed */
    ts_proof_topology topology;
    ts_proof_tree tree;
    size_t states;           /* X_0 .. X_(states - 1) */
    unsigned char *has_step; /* of each state: is there a file that is to prove the way to it? Of X_0: itself. */
} ts_proof_folder;

typedef struct ts_proof_verdict {
    bool proven;
    bool missing; /* not proven: there is no file */
    size_t pieces, bytes;
    uint64_t records, exact; /* exact: times of claims that doubles could not decide */
    ts_proof_claim failed;   /* not proven, not missing: the claim that does not hold, */
    int64_t time;            /* and when, in 2^-40 of a piece */
} ts_proof_verdict;

/* TS_ERROR_DATA: states are missing, a step has no state, topology or tree are malformed. */
ts_status ts_proof_open(const char *folder, ts_proof_folder *proof, ts_error *error);
void ts_proof_close(ts_proof_folder *proof);

/* Step `number`, from state number - 1; 0: the state X_0. TS_ERROR_DATA: it is malformed. Threads may ask at once. */
ts_status ts_proof_check(const ts_proof_folder *proof, size_t number, ts_proof_verdict *verdict, ts_error *error);

/* "triangle 12 (vertices 3 4 5) and vertex 9 in piece 2 of 4, t = 0.3125": what a verdict that is not proven says. */
void ts_proof_failure_text(const ts_proof_folder *proof, const ts_proof_verdict *verdict, char *text, size_t size);

#endif
