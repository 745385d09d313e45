/* SPDX-License-Identifier: MIT
 * The exact squared distance of two primitives in rationals: the least over every pair of features whose
 * perpendicular meets both. Shares nothing with ccd/distance.c. */
#ifndef TS_TESTS_EXACT_DISTANCE_H
#define TS_TESTS_EXACT_DISTANCE_H

#include <gmp.h>
#include <stdbool.h>

#include <touchstone/ccd.h>

typedef struct exact_vector {
    mpq_t c[3];
} exact_vector;

enum { EXACT_TEMPORARIES = 16 };

/* The vertices, the least squared distance so far, and scratch. */
typedef struct exact_pair {
    exact_vector x[4], u, v, w;
    mpq_t least, value[EXACT_TEMPORARIES];
    bool found;
} exact_pair;

static inline void exact_vector_init(exact_vector *a) {
    for (int i = 0; i < 3; ++i) mpq_init(a->c[i]);
}

static inline void exact_vector_clear(exact_vector *a) {
    for (int i = 0; i < 3; ++i) mpq_clear(a->c[i]);
}

static inline void exact_pair_init(exact_pair *pair, const double x[4][3]) {
    for (int i = 0; i < 4; ++i) {
        exact_vector_init(&pair->x[i]);
        for (int c = 0; c < 3; ++c) mpq_set_d(pair->x[i].c[c], x[i][c]);
    }
    exact_vector_init(&pair->u);
    exact_vector_init(&pair->v);
    exact_vector_init(&pair->w);
    mpq_init(pair->least);
    for (int i = 0; i < EXACT_TEMPORARIES; ++i) mpq_init(pair->value[i]);
    pair->found = false;
}

/* The pair at time t: x0 + t (x1 - x0), exactly. */
static inline void exact_pair_init_at(exact_pair *pair, const ts_ccd_query *query, double t) {
    exact_pair_init(pair, query->x1);
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            mpq_set_d(pair->value[0], query->x0[i][c]);
            mpq_set_d(pair->value[1], t);
            mpq_sub(pair->x[i].c[c], pair->x[i].c[c], pair->value[0]);
            mpq_mul(pair->x[i].c[c], pair->x[i].c[c], pair->value[1]);
            mpq_add(pair->x[i].c[c], pair->x[i].c[c], pair->value[0]);
        }
    }
}

static inline void exact_pair_clear(exact_pair *pair) {
    for (int i = 0; i < 4; ++i) exact_vector_clear(&pair->x[i]);
    exact_vector_clear(&pair->u);
    exact_vector_clear(&pair->v);
    exact_vector_clear(&pair->w);
    mpq_clear(pair->least);
    for (int i = 0; i < EXACT_TEMPORARIES; ++i) mpq_clear(pair->value[i]);
}

static inline void exact_sub(const exact_vector *a, const exact_vector *b, exact_vector *out) {
    for (int i = 0; i < 3; ++i) mpq_sub(out->c[i], a->c[i], b->c[i]);
}

static inline void exact_dot(exact_pair *pair, const exact_vector *a, const exact_vector *b, mpq_t out) {
    mpq_mul(out, a->c[0], b->c[0]);
    for (int i = 1; i < 3; ++i) {
        mpq_mul(pair->value[15], a->c[i], b->c[i]);
        mpq_add(out, out, pair->value[15]);
    }
}

static inline void exact_take(exact_pair *pair, const mpq_t distance2) {
    if (pair->found && mpq_cmp(pair->least, distance2) <= 0) return;
    mpq_set(pair->least, distance2);
    pair->found = true;
}

static inline void exact_points(exact_pair *pair, int a, int b) {
    exact_sub(&pair->x[a], &pair->x[b], &pair->w);
    exact_dot(pair, &pair->w, &pair->w, pair->value[0]);
    exact_take(pair, pair->value[0]);
}

/* Vertex p against the inside of the edge (a,b): |w|^2 - (w.u)^2 / |u|^2 where 0 <= w.u <= |u|^2. */
static inline void exact_point_edge(exact_pair *pair, int p, int a, int b) {
    mpq_t *uu = &pair->value[0], *wu = &pair->value[1], *ww = &pair->value[2];
    exact_sub(&pair->x[b], &pair->x[a], &pair->u);
    exact_sub(&pair->x[p], &pair->x[a], &pair->w);
    exact_dot(pair, &pair->u, &pair->u, *uu);
    exact_dot(pair, &pair->w, &pair->u, *wu);
    exact_dot(pair, &pair->w, &pair->w, *ww);
    if (mpq_sgn(*uu) == 0 || mpq_sgn(*wu) < 0 || mpq_cmp(*wu, *uu) > 0) return;
    mpq_mul(*wu, *wu, *wu);
    mpq_div(*wu, *wu, *uu);
    mpq_sub(*ww, *ww, *wu);
    exact_take(pair, *ww);
}

/* Minimum of |w - s u - t v|^2 over all (s, t) by Cramer's rule; `triangle`: only where s, t >= 0 and
 * s + t <= 1, otherwise where both are in [0, 1]. Nothing when u and v are parallel. */
static inline void exact_plane(exact_pair *pair, bool triangle) {
    mpq_t *v = pair->value;
    exact_dot(pair, &pair->u, &pair->u, v[0]);
    exact_dot(pair, &pair->u, &pair->v, v[1]);
    exact_dot(pair, &pair->v, &pair->v, v[2]);
    exact_dot(pair, &pair->u, &pair->w, v[3]);
    exact_dot(pair, &pair->v, &pair->w, v[4]);
    exact_dot(pair, &pair->w, &pair->w, v[5]);
    mpq_mul(v[6], v[0], v[2]);
    mpq_mul(v[7], v[1], v[1]);
    mpq_sub(v[6], v[6], v[7]); /* determinant */
    if (mpq_sgn(v[6]) == 0) return;
    mpq_mul(v[7], v[3], v[2]);
    mpq_mul(v[8], v[4], v[1]);
    mpq_sub(v[7], v[7], v[8]); /* s times the determinant */
    mpq_mul(v[8], v[4], v[0]);
    mpq_mul(v[9], v[3], v[1]);
    mpq_sub(v[8], v[8], v[9]); /* t times the determinant */
    if (mpq_sgn(v[7]) < 0 || mpq_sgn(v[8]) < 0) return;
    mpq_add(v[9], v[7], v[8]);
    const bool outside = triangle ? mpq_cmp(v[9], v[6]) > 0 : (mpq_cmp(v[7], v[6]) > 0 || mpq_cmp(v[8], v[6]) > 0);
    if (outside) return;
    /* |w|^2 - (s u + t v).w */
    mpq_mul(v[7], v[7], v[3]);
    mpq_mul(v[8], v[8], v[4]);
    mpq_add(v[7], v[7], v[8]);
    mpq_div(v[7], v[7], v[6]);
    mpq_sub(v[5], v[5], v[7]);
    exact_take(pair, v[5]);
}

/* pair->least becomes the squared distance. */
static inline void exact_distance2(exact_pair *pair, ts_ccd_kind kind) {
    const int vertices = ts_ccd_vertices(kind), first = ts_ccd_first_vertices(kind);
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            exact_points(pair, a, b);
            for (int c = b + 1; c < vertices; ++c) exact_point_edge(pair, a, b, c);
        }
    }
    if (kind == TS_EDGE_EDGE) {
        for (int b = 2; b < 4; ++b) exact_point_edge(pair, b, 0, 1);
        exact_sub(&pair->x[2], &pair->x[0], &pair->w);
        exact_sub(&pair->x[1], &pair->x[0], &pair->u);
        exact_sub(&pair->x[2], &pair->x[3], &pair->v);
        exact_plane(pair, false);
    } else if (kind == TS_POINT_TRIANGLE) {
        exact_sub(&pair->x[0], &pair->x[1], &pair->w);
        exact_sub(&pair->x[2], &pair->x[1], &pair->u);
        exact_sub(&pair->x[3], &pair->x[1], &pair->v);
        exact_plane(pair, true);
    }
}

/* |sqrt(distance2) - sqrt(exact2)| as |distance2 - exact2| over the sum of the roots, once the rounding of
 * distance2 to a subnormal double is taken off. */
static inline double exact_root_error(const mpq_t exact2, double distance2) {
    mpf_t difference, sum, root;
    mpf_init2(difference, 256);
    mpf_init2(sum, 256);
    mpf_init2(root, 256);
    mpf_set_q(root, exact2);
    mpf_set_d(sum, distance2);
    mpf_sub(difference, root, sum);
    mpf_abs(difference, difference);
    mpf_sqrt(root, root);
    mpf_sqrt(sum, sum);
    mpf_add(sum, sum, root);
    mpf_set_d(root, 0x1p-1074);
    mpf_sub(difference, difference, root);
    double error = 0.0;
    if (mpf_sgn(difference) > 0) {
        mpf_div(difference, difference, sum);
        error = mpf_get_d(difference);
    }
    mpf_clear(difference);
    mpf_clear(sum);
    mpf_clear(root);
    return error;
}

/* The distance at time t, rounded to a double. */
static inline double exact_distance_at(const ts_ccd_query *query, double t) {
    exact_pair pair;
    exact_pair_init_at(&pair, query, t);
    exact_distance2(&pair, query->kind);
    mpf_t root;
    mpf_init2(root, 256);
    mpf_set_q(root, pair.least);
    mpf_sqrt(root, root);
    const double distance = mpf_get_d(root);
    mpf_clear(root);
    exact_pair_clear(&pair);
    return distance;
}

#endif
