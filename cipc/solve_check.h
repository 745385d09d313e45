/* SPDX-License-Identifier: GPL-2.0-or-later
 * Is a solution one? A factorization rests on a BLAS that is not ours and has other kernels on other processors; should
 * one compute wrong, a wrong direction may end a minimisation where there is no minimum. */
#ifndef TS_CIPC_SOLVE_CHECK_H
#define TS_CIPC_SOLVE_CHECK_H

#include "cipc/block_matrix.h"

/* What a stable factorization stays below by far: its error grows with the length of sums, some thousands, times 1e-16,
 * measured at most 8e-16 (docs/method.md, 7.1). */
#define TS_SOLVE_ERROR 1e-12

typedef struct ts_solved_system {
    const ts_block_matrix *matrix;
    double shift; /* what was added to its diagonal */
    const double *right, *solution;
} ts_solved_system;

/* max |(H + shift) x - b| over max |b| + max H_ii max |x|, the norm in which a Cholesky factorization is backward
 * stable (Higham, Accuracy and Stability of Numerical Algorithms, ch. 10). scratch: as many numbers as x. No number
 * where one of them is none. */
double ts_solve_error(const ts_solved_system *of, double *scratch);

#endif
