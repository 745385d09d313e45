/* SPDX-License-Identifier: MIT
 * Polynomials in t, coefficients in rising powers: scalar p[k], vector p[k][3], with the degree passed along.
 * A vertex that moves linearly is a vector polynomial of degree 1. */
#ifndef TS_CCD_POWER_BASIS_H
#define TS_CCD_POWER_BASIS_H

#include "core/vec3.h"

static inline double ts_polynomial_at(const double *p, int degree, double t) {
    double value = p[degree];
    for (int k = degree - 1; k >= 0; --k) value = value * t + p[k];
    return value;
}

/* out (degree n + m) = a b */
static inline void ts_polynomial_multiply(const double *a, int n, const double *b, int m, double *out) {
    for (int k = 0; k <= n + m; ++k) out[k] = 0.0;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= m; ++j) out[i + j] += a[i] * b[j];
    }
}

/* out (degree n + m) = a . b */
static inline void ts_polynomial_dot(const double (*a)[3], int n, const double (*b)[3], int m, double *out) {
    for (int k = 0; k <= n + m; ++k) out[k] = 0.0;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= m; ++j) out[i + j] += ts_dot(a[i], b[j]);
    }
}

/* out (degree 2) = a x b, both of degree 1 */
static inline void ts_polynomial_cross(const double a[2][3], const double b[2][3], double out[3][3]) {
    double other[3];
    ts_cross(a[0], b[0], out[0]);
    ts_cross(a[0], b[1], out[1]);
    ts_cross(a[1], b[0], other);
    ts_add(out[1], other, out[1]);
    ts_cross(a[1], b[1], out[2]);
}

#endif
