/* SPDX-License-Identifier: MIT
 * Squared distances of infinite features as their definitions say, in MPFR, and random features at a given distance. */
#ifndef TS_TESTS_CIPC_CONTACT_REFERENCE_H
#define TS_TESTS_CIPC_CONTACT_REFERENCE_H

#include <touchstone/ccd.h>

#include "core/random.h"
#include "core/vec3.h"
#include "tests/cipc/differences.h"

typedef struct reference_vec {
    mpfr_t c[3];
} reference_vec;

static inline void vec_init(reference_vec *v) {
    for (int i = 0; i < 3; ++i) mpfr_init2(v->c[i], REFERENCE_BITS);
}

static inline void vec_clear(reference_vec *v) {
    for (int i = 0; i < 3; ++i) mpfr_clear(v->c[i]);
}

/* Rows a and b of x: a - b. */
static inline void vec_difference(mpfr_t *x, int a, int b, reference_vec *out) {
    for (int i = 0; i < 3; ++i) mpfr_sub(out->c[i], x[3 * a + i], x[3 * b + i], MPFR_RNDN);
}

static inline void vec_cross(reference_vec *a, reference_vec *b, reference_vec *out) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpfr_fmms(out->c[i], a->c[j], b->c[k], a->c[k], b->c[j], MPFR_RNDN);
    }
}

static inline void vec_dot(reference_vec *a, reference_vec *b, mpfr_t out) {
    mpfr_fmma(out, a->c[0], b->c[0], a->c[1], b->c[1], MPFR_RNDN);
    mpfr_fma(out, a->c[2], b->c[2], out, MPFR_RNDN);
}

/* (r.n)^2 / n.n with n = u x v */
static inline void plane_distance2(reference_vec *r, reference_vec *u, reference_vec *v, mpfr_t out) {
    reference_vec n;
    mpfr_t n2;
    vec_init(&n);
    mpfr_init2(n2, REFERENCE_BITS);
    vec_cross(u, v, &n);
    vec_dot(r, &n, out);
    mpfr_sqr(out, out, MPFR_RNDN);
    vec_dot(&n, &n, n2);
    mpfr_div(out, out, n2, MPFR_RNDN);
    vec_clear(&n);
    mpfr_clear(n2);
}

/* |r x u|^2 / u.u */
static inline void line_distance2(reference_vec *r, reference_vec *u, mpfr_t out) {
    reference_vec n;
    mpfr_t u2;
    vec_init(&n);
    mpfr_init2(u2, REFERENCE_BITS);
    vec_cross(r, u, &n);
    vec_dot(&n, &n, out);
    vec_dot(u, u, u2);
    mpfr_div(out, out, u2, MPFR_RNDN);
    vec_clear(&n);
    mpfr_clear(u2);
}

static inline void reference_distance2(ts_ccd_kind kind, mpfr_t *x, mpfr_t out) {
    reference_vec r, u, v;
    vec_init(&r);
    vec_init(&u);
    vec_init(&v);
    vec_difference(x, 0, kind == TS_EDGE_EDGE ? 2 : 1, &r);
    if (kind == TS_POINT_TRIANGLE) {
        vec_difference(x, 2, 1, &u);
        vec_difference(x, 3, 1, &v);
        plane_distance2(&r, &u, &v, out);
    } else if (kind == TS_EDGE_EDGE) {
        vec_difference(x, 1, 0, &u);
        vec_difference(x, 3, 2, &v);
        plane_distance2(&r, &u, &v, out);
    } else if (kind == TS_POINT_EDGE) {
        vec_difference(x, 2, 1, &u);
        line_distance2(&r, &u, out);
    } else {
        vec_dot(&r, &r, out);
    }
    vec_clear(&r);
    vec_clear(&u);
    vec_clear(&v);
}

static inline void random_unit(ts_random *random, double out[3]) {
    do {
        for (int c = 0; c < 3; ++c) out[c] = ts_random_between(random, -1.0, 1.0);
    } while (ts_norm2(out) > 1.0 || ts_norm2(out) < 0.01);
    ts_scale(1.0 / sqrt(ts_norm2(out)), out, out);
}

/* What random features shall be: their size, their distance, the sine of the angle of two tangents. */
typedef struct random_features {
    ts_ccd_kind kind;
    double size, distance, sine;
} random_features;

/* x with closest points inside the features; the distance to rounding of coordinates of size 2 * size. */
static inline void random_pair(ts_random *random, const random_features *wanted, double x[4][3]) {
    double n[3], u[3], v[3], middle[3], t[3];
    random_unit(random, n);
    random_unit(random, t);
    ts_cross(n, t, u);
    ts_scale(wanted->size * ts_random_between(random, 0.5, 1.0) / sqrt(ts_norm2(u)), u, u);
    ts_cross(n, u, t);
    const double length = ts_random_between(random, 0.5, 1.0), cosine = sqrt(1.0 - wanted->sine * wanted->sine);
    for (int c = 0; c < 3; ++c) v[c] = length * (cosine * u[c] + wanted->sine * t[c]);
    random_unit(random, middle);
    ts_scale(wanted->size, middle, middle);
    const double s = ts_random_between(random, 0.1, 0.45), r = ts_random_between(random, 0.1, 0.45);
    for (int c = 0; c < 3; ++c) {
        const double up = middle[c] + wanted->distance * n[c];
        if (wanted->kind == TS_EDGE_EDGE) {
            x[0][c] = up - s * u[c];
            x[1][c] = up + (1 - s) * u[c];
            x[2][c] = middle[c] - r * v[c];
            x[3][c] = middle[c] + (1 - r) * v[c];
        } else {
            x[0][c] = up;
            x[1][c] = wanted->kind == TS_POINT_POINT ? middle[c] : middle[c] - s * u[c];
            if (wanted->kind == TS_POINT_TRIANGLE) x[1][c] -= r * v[c];
            x[2][c] = x[1][c] + u[c];
            x[3][c] = x[1][c] + v[c];
        }
    }
}

#endif
