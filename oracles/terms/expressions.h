/* SPDX-License-Identifier: MIT
 * Short names for dual numbers and vectors of them, so that a definition reads like its formula. */
#ifndef TS_ORACLES_TERMS_EXPRESSIONS_H
#define TS_ORACLES_TERMS_EXPRESSIONS_H

#include "oracles/dual.h"

typedef const ts_dual *real;

typedef struct vector {
    real c[3];
} vector;

static inline real number(real like, double value) {
    return ts_dual_number(ts_dual_pool(like), value);
}

static inline real add(real a, real b) {
    return ts_dual_add(a, b);
}

static inline real sub(real a, real b) {
    return ts_dual_sub(a, b);
}

static inline real mul(real a, real b) {
    return ts_dual_mul(a, b);
}

static inline real over(real a, real b) {
    return ts_dual_div(a, b);
}

static inline real times(double factor, real a) {
    return ts_dual_scale(factor, a);
}

static inline real square(real a) {
    return ts_dual_mul(a, a);
}

static inline real root(real a) {
    return ts_dual_sqrt(a);
}

static inline real logarithm(real a) {
    return ts_dual_log(a);
}

static inline int sign_of(real a) {
    return mpfr_nan_p(ts_dual_value(a)) ? 0 : mpfr_sgn(ts_dual_value(a));
}

static inline int is_less(real a, real b) {
    return mpfr_less_p(ts_dual_value(a), ts_dual_value(b));
}

/* x[b] - x[a] of points given by their coordinates one after another */
static inline vector from_to(const real *x, int a, int b) {
    vector v;
    for (int i = 0; i < 3; ++i) v.c[i] = sub(x[3 * b + i], x[3 * a + i]);
    return v;
}

static inline real dot(vector a, vector b) {
    return add(add(mul(a.c[0], b.c[0]), mul(a.c[1], b.c[1])), mul(a.c[2], b.c[2]));
}

static inline real norm2(vector a) {
    return dot(a, a);
}

static inline vector cross(vector a, vector b) {
    vector v;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        v.c[i] = sub(mul(a.c[j], b.c[k]), mul(a.c[k], b.c[j]));
    }
    return v;
}

#endif
