/* SPDX-License-Identifier: GPL-2.0-or-later
 * Eigenvalues of small symmetric matrices in MPFR, by Jacobi's method: what a projection to positive semi-definite
 * matrices should have given. */
#ifndef TS_BENCHES_BARRIER_EIGEN_H
#define TS_BENCHES_BARRIER_EIGEN_H

#include <touchstone/term.h>

typedef struct ts_projection_error {
    double least;    /* eigenvalue of the projected matrix */
    double exact;    /* least eigenvalue of the exact one: what there was to be projected */
    double distance; /* of the projected matrix from the nearest semi-definite one to the exact, in Frobenius' norm */
} ts_projection_error;

/* All over the norm of the exact matrix, which is not 0. projected: 12 x 12 by rows, of which n x n count; all numbers
 * finite. */
void ts_projection_judge(int n, const double exact[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS], const double *projected,
                         ts_projection_error *out);

#endif
