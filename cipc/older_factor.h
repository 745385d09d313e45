/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether an increment has a factorization of its own, or is found by conjugate gradients on its Hessian with the
 * factor of an earlier one as preconditioner: that is kept for as long as it makes the mean work of an increment less
 * (docs/method.md, 7.1). Work is counted, not timed: the same run makes the same choices. */
#ifndef TS_CIPC_OLDER_FACTOR_H
#define TS_CIPC_OLDER_FACTOR_H

#include "cipc/linear_solver.h"

/* Starts as zeros. Work is in factorizations. */
typedef struct ts_older_factor {
    double work;        /* since the last factorization, its own included */
    int increments;     /* found since then, its own included; 0: there was none */
    int turns;          /* of conjugate gradients that the next increment is thought to take */
    int first;          /* that the first increment after the last factorization but one took; 0: not known */
    int wait, patience; /* factorizations after which no earlier one is tried: from now, and once it has failed again */
} ts_older_factor;

/* Work of a turn, two solves with the triangles of the factor that is there and a product with the Hessian; infinite
 * where there is no factor. */
double ts_older_turn(const ts_linear_solver *solver, const ts_block_matrix *hessian);
/* Turns of that work that the next increment may take; 0: it is to have its own factorization. */
int ts_older_most_turns(const ts_older_factor *older, double turn);
/* It took so many; !found: and that was not enough. */
void ts_older_used(ts_older_factor *older, double turn, int turns, bool found);
/* A factorization follows. */
void ts_older_renewed(ts_older_factor *older);

#endif
