/* SPDX-License-Identifier: MIT
 * Eigenvalues of small symmetric matrices by Jacobi's rotations: slow, simple, and nothing in common with cipc/spd.c.
 */
#ifndef TS_TESTS_CIPC_DENSE_H
#define TS_TESTS_CIPC_DENSE_H

#include <math.h>
#include <string.h>

enum { DENSE_MOST = 12 };

/* a, n x n with leading dimension 12, becomes diagonal; column k of q is the eigenvector of a[k][k]. */
static inline void dense_jacobi(int n, double a[DENSE_MOST][DENSE_MOST], double q[DENSE_MOST][DENSE_MOST]) {
    memset(q, 0, DENSE_MOST * sizeof *q);
    for (int i = 0; i < n; ++i) q[i][i] = 1;
    for (int sweep = 0; sweep < 40; ++sweep)
        for (int i = 0; i < n; ++i)
            for (int j = i + 1; j < n; ++j) {
                if (fabs(a[i][j]) <= 1e-300) continue;
                const double angle = 0.5 * atan2(2 * a[i][j], a[i][i] - a[j][j]), c = cos(angle), s = sin(angle);
                for (int k = 0; k < n; ++k) {
                    const double u = a[i][k], v = a[j][k];
                    a[i][k] = c * u + s * v;
                    a[j][k] = c * v - s * u;
                }
                for (int k = 0; k < n; ++k) {
                    const double u = a[k][i], v = a[k][j], x = q[k][i], y = q[k][j];
                    a[k][i] = c * u + s * v;
                    a[k][j] = c * v - s * u;
                    q[k][i] = c * x + s * y;
                    q[k][j] = c * y - s * x;
                }
                a[i][j] = a[j][i] = 0;
            }
}

static inline double dense_least_eigenvalue(int n, const double *matrix, int lda) {
    double a[DENSE_MOST][DENSE_MOST], q[DENSE_MOST][DENSE_MOST], least = INFINITY;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i][j] = matrix[i * lda + j];
    dense_jacobi(n, a, q);
    for (int i = 0; i < n; ++i) least = fmin(least, a[i][i]);
    return least;
}

/* Negative eigenvalues to zero. */
static inline void dense_clamp(int n, double matrix[DENSE_MOST][DENSE_MOST]) {
    double a[DENSE_MOST][DENSE_MOST], q[DENSE_MOST][DENSE_MOST];
    memcpy(a, matrix, sizeof a);
    dense_jacobi(n, a, q);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            matrix[i][j] = 0;
            for (int k = 0; k < n; ++k) matrix[i][j] += fmax(a[k][k], 0) * q[i][k] * q[j][k];
        }
}

static inline double dense_largest(int n, const double *a, int lda) {
    double most = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) most = fmax(most, fabs(a[i * lda + j]));
    return most;
}

#endif
