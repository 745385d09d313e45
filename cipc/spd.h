/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projection of small symmetric matrices to positive semi-definite by clamping eigenvalues. */
#ifndef TS_CIPC_SPD_H
#define TS_CIPC_SPD_H

/* Eigenvalues (ascending) and orthonormal eigenvectors (column k of q belongs to w[k]) of the symmetric n x n matrix
 * a, n <= 12, row major with leading dimension lda; q with leading dimension n. */
void ts_symmetric_eigen(int n, const double *a, int lda, double *w, double *q);

/* Replaces a by the nearest positive semi-definite matrix (negative eigenvalues to zero). A matrix that a Cholesky
 * factorization shows to be positive is left as it is, bit for bit. */
void ts_project_spd(int n, double *a, int lda);

/* The same for 2 x 2, in closed form. */
void ts_project_spd2(double a[2][2]);

#endif
