/* SPDX-License-Identifier: MIT
 * The point nearest to the origin of a simplex of up to four points, in doubles: a guess of a prover, nothing that is
 * trusted. */
#ifndef TS_SCENES_PROOF_SIMPLEX_H
#define TS_SCENES_PROOF_SIMPLEX_H

typedef struct ts_prover_simplex {
    int count;
    double point[4][3];
} ts_prover_simplex;

/* Keeps the points whose hull has the nearest point in it, which is set. */
void ts_prover_nearest(ts_prover_simplex *simplex, double nearest[3]);

#endif
