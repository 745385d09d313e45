/* SPDX-License-Identifier: GPL-2.0-or-later
 * Singular values of deformation gradients, signed so that both factors are rotations. */
#ifndef TS_CIPC_POTENTIALS_SVD_H
#define TS_CIPC_POTENTIALS_SVD_H

/* F = U diag(sigma) V^T with det U = det V = 1 and sigma[0] >= sigma[1] >= |sigma[2]|; sigma[2] has the sign of det F.
 * By Hestenes' one-sided Jacobi rotations, which keep nearly equal values accurate. */
typedef struct ts_svd {
    double u[3][3]; /* column j is u_j */
    double sigma[3];
    double v[3][3];
    double sigma_low[3]; /* sigma + sigma_low has twice the digits, of a membrane; else 0 */
} ts_svd;

void ts_svd3(const double f[3][3], ts_svd *svd);

/* The same for the 3 x 2 gradient of a membrane (columns f[0], f[1]): sigma[2] = 0, u_2 is the normal, and V turns
 * the plane of the first two axes. In closed form from F^T F and the normal, both in pairs of doubles. */
void ts_svd_membrane(const double f[2][3], ts_svd *svd);

#endif
