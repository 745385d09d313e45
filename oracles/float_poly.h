/* SPDX-License-Identifier: MIT
 * Polynomials on [0,1] in Bernstein form with doubles, each with one bound on the error of its coefficients.
 *
 * A row moves along (1-t) x0 + t x1: x0 and x1 ARE its Bernstein coefficients, and those of a product are
 * averages of products. So coefficients need no subtraction of positions at different times, and an error is
 * bounded by (number of roundings) * u * (bound on the terms), u = 2^-53. Counts below are rounded up. */
#ifndef TS_ORACLES_FLOAT_POLY_H
#define TS_ORACLES_FLOAT_POLY_H

#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "oracles/float_query.h"

#define FLOAT_U 0x1p-53
/* Rounds up the computation of a bound, and covers all underflow (magnitudes are at most 2^11). */
#define FLOAT_BOUND(b) ((b) * (1.0 + 0x1p-40) + 0x1p-960)

/* A vector, linear in t; every component has relative error u. max: bound of the components. */
typedef struct ts_linear3 {
    double c[2][3], max;
} ts_linear3;

/* A vector, quadratic in t, with absolute error err in every component. */
typedef struct ts_quadratic3 {
    double c[3][3], max, err;
} ts_quadratic3;

/* A scalar of degree n, with absolute error err in every coefficient. */
typedef struct ts_bernstein {
    int n;
    double c[7], err;
} ts_bernstein;

static inline double ts_max_abs(const double *c, int n) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) most = fabs(c[i]) > most ? fabs(c[i]) : most;
    return most;
}

static inline void ts_linear_rows(const ts_float_query *q, ts_rows rows, ts_linear3 *r) {
    ts_sub(q->x0[rows.to], q->x0[rows.from], r->c[0]);
    ts_sub(q->x1[rows.to], q->x1[rows.from], r->c[1]);
    r->max = ts_max_abs(r->c[0], 6);
}

/* a x b. Every term has magnitude <= a.max b.max and 2 (inputs) + 1 (product) + 1 (difference) + 1 (sum). */
static inline void ts_linear_cross(const ts_linear3 *a, const ts_linear3 *b, ts_quadratic3 *r) {
    double left[3], right[3];
    ts_cross(a->c[0], b->c[0], r->c[0]);
    ts_cross(a->c[0], b->c[1], left);
    ts_cross(a->c[1], b->c[0], right);
    for (int i = 0; i < 3; ++i) r->c[1][i] = 0.5 * (left[i] + right[i]);
    ts_cross(a->c[1], b->c[1], r->c[2]);
    r->max = ts_max_abs(r->c[0], 9);
    r->err = FLOAT_BOUND(12.0 * FLOAT_U * a->max * b->max);
}

/* a.b for linear vectors: degree 2; three terms with 2 + 1 + 2 + 1 roundings. */
static inline void ts_linear_dot(const ts_linear3 *a, const ts_linear3 *b, ts_bernstein *r) {
    r->n = 2;
    r->c[0] = ts_dot(a->c[0], b->c[0]);
    r->c[1] = 0.5 * (ts_dot(a->c[0], b->c[1]) + ts_dot(a->c[1], b->c[0]));
    r->c[2] = ts_dot(a->c[1], b->c[1]);
    r->err = FLOAT_BOUND(3.0 * 8.0 * FLOAT_U * a->max * b->max);
}

/* a.b, linear by quadratic: degree 3; per term 1 (a) + 1 + 2 + 2 roundings, and b's error. */
static inline void ts_mixed_dot(const ts_linear3 *a, const ts_quadratic3 *b, ts_bernstein *r) {
    r->n = 3;
    r->c[0] = ts_dot(a->c[0], b->c[0]);
    r->c[1] = (2.0 * ts_dot(a->c[0], b->c[1]) + ts_dot(a->c[1], b->c[0])) / 3.0;
    r->c[2] = (ts_dot(a->c[0], b->c[2]) + 2.0 * ts_dot(a->c[1], b->c[1])) / 3.0;
    r->c[3] = ts_dot(a->c[1], b->c[2]);
    r->err = FLOAT_BOUND(3.0 * a->max * (b->err + 8.0 * FLOAT_U * b->max));
}

/* a.b for quadratic vectors: degree 4; per term 1 + 2 + 4 roundings, and both errors. */
static inline void ts_quadratic_dot(const ts_quadratic3 *a, const ts_quadratic3 *b, ts_bernstein *r) {
    r->n = 4;
    r->c[0] = ts_dot(a->c[0], b->c[0]);
    r->c[1] = 0.5 * (ts_dot(a->c[0], b->c[1]) + ts_dot(a->c[1], b->c[0]));
    r->c[2] = (ts_dot(a->c[0], b->c[2]) + 4.0 * ts_dot(a->c[1], b->c[1]) + ts_dot(a->c[2], b->c[0])) / 6.0;
    r->c[3] = 0.5 * (ts_dot(a->c[1], b->c[2]) + ts_dot(a->c[2], b->c[1]));
    r->c[4] = ts_dot(a->c[2], b->c[2]);
    r->err = FLOAT_BOUND(3.0 * (a->max * b->err + b->max * a->err + a->err * b->err + 8.0 * FLOAT_U * a->max * b->max));
}

/* s^2 for a cubic s: degree 6. */
static inline void ts_square_cubic(const ts_bernstein *s, ts_bernstein *r) {
    const double *c = s->c, most = ts_max_abs(c, 4);
    r->n = 6;
    r->c[0] = c[0] * c[0];
    r->c[1] = c[0] * c[1];
    r->c[2] = (2.0 * c[0] * c[2] + 3.0 * c[1] * c[1]) / 5.0;
    r->c[3] = (c[0] * c[3] + 9.0 * c[1] * c[2]) / 10.0;
    r->c[4] = (2.0 * c[1] * c[3] + 3.0 * c[2] * c[2]) / 5.0;
    r->c[5] = c[2] * c[3];
    r->c[6] = c[3] * c[3];
    r->err = FLOAT_BOUND(2.0 * most * s->err + s->err * s->err + 8.0 * FLOAT_U * most * most);
}

/* The same polynomial with two degrees more: 2 -> 4, 4 -> 6. r must not alias p. */
static inline void ts_elevate2(const ts_bernstein *p, ts_bernstein *r) {
    const double *c = p->c;
    r->n = p->n + 2;
    r->c[0] = c[0];
    r->c[r->n] = c[p->n];
    if (p->n == 2) {
        r->c[1] = 0.5 * (c[0] + c[1]);
        r->c[2] = (c[0] + 4.0 * c[1] + c[2]) / 6.0;
        r->c[3] = 0.5 * (c[1] + c[2]);
    } else {
        r->c[1] = (c[0] + 2.0 * c[1]) / 3.0;
        r->c[2] = (c[0] + 8.0 * c[1] + 6.0 * c[2]) / 15.0;
        r->c[3] = (c[1] + 3.0 * c[2] + c[3]) / 5.0;
        r->c[4] = (6.0 * c[2] + 8.0 * c[3] + c[4]) / 15.0;
        r->c[5] = (2.0 * c[3] + c[4]) / 3.0;
    }
    r->err = FLOAT_BOUND(p->err + 6.0 * FLOAT_U * ts_max_abs(c, p->n + 1));
}

/* r = a - f b; f has relative error u. Same degree; r may alias a. */
static inline void ts_subtract(const ts_bernstein *a, double f, const ts_bernstein *b, ts_bernstein *r) {
    const double most = ts_max_abs(a->c, a->n + 1) + f * ts_max_abs(b->c, b->n + 1);
    const double err = a->err + f * b->err * (1.0 + 2.0 * FLOAT_U) + 4.0 * FLOAT_U * most;
    r->n = a->n;
    for (int i = 0; i <= a->n; ++i) r->c[i] = a->c[i] - f * b->c[i];
    r->err = FLOAT_BOUND(err);
}

/* 1: positive on the whole interval, -1: negative, 0: not known. */
static inline int ts_definite_sign(const ts_bernstein *p) {
    double least = p->c[0], most = p->c[0];
    for (int i = 1; i <= p->n; ++i) {
        least = p->c[i] < least ? p->c[i] : least;
        most = p->c[i] > most ? p->c[i] : most;
    }
    return (least > p->err) - (most < -p->err);
}

/* Whether it certainly has one root, a simple one, between ends of certain opposite signs: the signs of the
 * coefficients change once (Descartes' rule). One coefficient whose sign is not certain is no matter where they do. */
static inline bool ts_has_one_root(const ts_bernstein *p) {
    const double start = p->c[0] > 0.0 ? 1.0 : -1.0;
    int i = 0;
    while (i <= p->n && start * p->c[i] > p->err) ++i;
    if (i == 0 || i > p->n) return false;
    if (fabs(p->c[i]) <= p->err) ++i;
    if (i > p->n) return false;
    while (i <= p->n && start * p->c[i] < -p->err) ++i;
    return i > p->n;
}

static inline __attribute__((always_inline)) void ts_halve_degree(const double *c, int n, double *left, double *right) {
    double b[7];
    for (int i = 0; i <= n; ++i) b[i] = c[i];
    for (int r = 0; r <= n; ++r) {
        left[r] = b[0];
        right[n - r] = b[n - r];
        for (int i = 0; i < n - r; ++i) b[i] = 0.5 * (b[i] + b[i + 1]);
    }
}

/* de Casteljau at 1/2: one rounding a level, none of which grows an earlier error. */
static inline void ts_halve(const ts_bernstein *p, ts_bernstein *left, ts_bernstein *right) {
    const int n = p->n;
    left->n = right->n = n;
    left->err = right->err = FLOAT_BOUND(p->err + (double)n * FLOAT_U * ts_max_abs(p->c, n + 1));
    switch (n) { /* so that the loops are unrolled */
    case 2: ts_halve_degree(p->c, 2, left->c, right->c); break;
    case 3: ts_halve_degree(p->c, 3, left->c, right->c); break;
    case 4: ts_halve_degree(p->c, 4, left->c, right->c); break;
    default: ts_halve_degree(p->c, n, left->c, right->c); break;
    }
}

#endif
