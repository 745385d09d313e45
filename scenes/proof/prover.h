/* SPDX-License-Identifier: MIT
 * Proving an animation: a folder of files as docs/proof-format.md describes them, made step by step. Each appears
 * complete or not at all, the proof of a step after its state: whenever the prover ends, the folder claims no more than
 * it proves. */
#ifndef TS_SCENES_PROOF_PROVER_H
#define TS_SCENES_PROOF_PROVER_H

#include "scenes/proof/waypoints.h"

typedef struct ts_prover ts_prover;

typedef struct ts_prover_options {
    const char *folder; /* made when missing */
    bool replace;       /* a proof that is there already */
    bool resume;        /* it is gone on with after state `from`, which must be there as it is given */
    size_t from;
    ts_prover_limits limits;
} ts_prover_options;

/* 64 directions, 24 halvings. */
ts_prover_limits ts_prover_standard_limits(void);

/* How a step or the first state went. */
typedef struct ts_prover_result {
    bool proven;
    size_t step, pieces, bytes, attempts; /* bytes: of its file, without the state's */
    double seconds, search_seconds;       /* in all; looking for waypoints; by ts_ccd_filter_clock */
    size_t failures;
    ts_prover_failure failure[TS_PROVER_FAILURES]; /* not proven: the first that were found */
} ts_prover_result;

/* shape: taken over (cleared), also on failure. x: the state X_0, or X_from to be gone on from; tree and topology are
 * those of X_0. result: of X_0 itself; of a resumed proof not set. TS_ERROR_USAGE: the folder holds a proof, or another
 * one than is to be resumed, or another prover writes into it. */
ts_status ts_prover_create(const ts_prover_options *options, ts_prover_shape *shape, const double (*x)[3],
                           ts_prover **prover, ts_prover_result *result, ts_error *error);
void ts_prover_destroy(ts_prover *prover);

/* The next step: a trail from the last state to the next one. TS_OK whether or not it could be proven; its state is
 * part of the animation in any case. */
ts_status ts_prover_step(ts_prover *prover, const ts_prover_trail *trail, ts_prover_result *result, ts_error *error);

/* "vertex 5 and triangle 7 8 9 meet at t = 0.31 of piece 2 (exact)", or "come within their thickness 0.001 m at ...".
 */
void ts_prover_failure_text(const ts_prover *prover, const ts_prover_result *result, size_t failure, char *text,
                            size_t size);

#endif
