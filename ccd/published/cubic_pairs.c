/* SPDX-License-Identifier: MIT
 * The polynomials of the published `cubic` and when they say that a pair is in contact: while its distance polynomial
 * is not positive and its side conditions are not negative. The order of operations is part of it: these polynomials
 * cancel, and rounding decides. */
#include "ccd/published/cubic_pairs.h"

#include <math.h>
#include <stdbool.h>

#include "ccd/published/intervals.h"

/* ---- When all conditions of a pair hold ---- */

enum { MOST_CONDITIONS = 5 };

typedef struct conditions {
    ts_intervals of[MOST_CONDITIONS];
    int count;
    ts_intervals skipped; /* what touches one of these is left to other pairs */
} conditions;

static bool touches_skipped(const conditions *all, double lo, double hi) {
    for (int i = 0; i < all->skipped.count; ++i) {
        if (all->skipped.lo[i] <= hi && lo <= all->skipped.hi[i]) return true;
    }
    return false;
}

/* The least start of what one interval of each condition have in common with [lo, hi]. */
static double first_overlap(const conditions *all, int condition, double lo, double hi) {
    if (condition >= all->count || condition >= MOST_CONDITIONS) return touches_skipped(all, lo, hi) ? INFINITY : lo;
    const ts_intervals *intervals = &all->of[condition];
    double first = INFINITY;
    for (int i = 0; i < intervals->count; ++i) {
        const double start = fmax(lo, intervals->lo[i]), end = fmin(hi, intervals->hi[i]);
        if (start <= end) first = fmin(first, first_overlap(all, condition + 1, start, end));
    }
    return first;
}

/* Adds a condition; false when it never holds. */
static bool demand(conditions *all, const double *p, int degree, ts_wanted_sign wanted, bool *undecided) {
    ts_intervals *intervals = &all->of[all->count++];
    ts_sign_intervals(p, degree, wanted, intervals);
    *undecided |= intervals->undecided;
    return intervals->count > 0 || intervals->undecided;
}

/* ---- Polynomials ---- */

static double triple_product(const double a[3], const double b[3], const double c[3]) {
    double bc[3];
    ts_cross(b, c, bc);
    return ts_dot(a, bc);
}

/* out (degree 3) = x.(u x v), a sum of triple products for each power: in this order rounding is the published one. */
static void volume(const double x[2][3], const double u[2][3], const double v[2][3], double out[4]) {
    out[0] = triple_product(x[0], u[0], v[0]);
    out[1] = triple_product(x[0], u[0], v[1]) + triple_product(x[0], u[1], v[0]) + triple_product(x[1], u[0], v[0]);
    out[2] = triple_product(x[0], u[1], v[1]) + triple_product(x[1], u[0], v[1]) + triple_product(x[1], u[1], v[0]);
    out[3] = triple_product(x[1], u[1], v[1]);
}

/* out (degree 6) = p^2, p of degree 3; out (degree 4) = p.p, p of degree 2: mixed terms doubled, not added twice. */
static void square(const double p[4], double out[7]) {
    out[0] = p[0] * p[0];
    out[1] = 2.0 * p[0] * p[1];
    out[2] = 2.0 * p[0] * p[2] + p[1] * p[1];
    out[3] = 2.0 * p[0] * p[3] + 2.0 * p[1] * p[2];
    out[4] = 2.0 * p[1] * p[3] + p[2] * p[2];
    out[5] = 2.0 * p[2] * p[3];
    out[6] = p[3] * p[3];
}

static void norm2(const double p[3][3], double out[5]) {
    out[0] = ts_dot(p[0], p[0]);
    out[1] = 2.0 * ts_dot(p[0], p[1]);
    out[2] = 2.0 * ts_dot(p[0], p[2]) + ts_dot(p[1], p[1]);
    out[3] = 2.0 * ts_dot(p[1], p[2]);
    out[4] = ts_dot(p[2], p[2]);
}

/* out (degree 6) = height^2 - separation^2 |normal|^2, height = x.normal, normal = u x v: not positive while x is
 * within the separation of the plane that u and v span. */
static void plane_distance(const double x[2][3], const double u[2][3], const double v[2][3], double separation,
                           double out[7]) {
    double normal[3][3], height[4], normal2[5];
    ts_polynomial_cross(u, v, normal);
    volume(x, u, v, height);
    norm2(normal, normal2);
    square(height, out);
    for (int k = 0; k <= 4; ++k) out[k] -= separation * separation * normal2[k];
}

/* ---- Point and triangle ---- */

/* x.(m x e) >= 0 for x and e moving: on the inner side of the edge e, were m the normal. The published m is n + t n',
 * the cross products of the edges at t = 0 and of their displacements; the terms between are missing. */
static void side_of_triangle(const ts_moving *moving, const int corner[3], double out[4]) {
    double x[2][3], before[2][3], after[2][3], m[2][3];
    ts_moving_difference(moving, 0, corner[0], x);
    ts_moving_difference(moving, corner[2], corner[0], before);
    ts_moving_difference(moving, corner[1], corner[0], after);
    for (int k = 0; k < 2; ++k) ts_cross(before[k], after[k], m[k]);
    volume(x, m, before, out);
}

static double point_triangle_time(const ts_moving *moving, double separation) {
    static const int sides[3][3] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
    double x[2][3], u[2][3], v[2][3], p[7];
    bool undecided = false;
    conditions all = {.count = 0};
    ts_moving_difference(moving, 0, 1, x);
    ts_moving_difference(moving, 2, 1, u);
    ts_moving_difference(moving, 3, 1, v);
    plane_distance(x, u, v, separation, p);
    if (!demand(&all, p, 6, TS_NOT_POSITIVE, &undecided)) return INFINITY;
    for (int i = 0; i < 3; ++i) {
        side_of_triangle(moving, sides[i], p);
        if (!demand(&all, p, 3, TS_NOT_NEGATIVE, &undecided)) return INFINITY;
    }
    return undecided ? NAN : first_overlap(&all, 0, 0.0, 1.0);
}

/* ---- Edge and edge ---- */

/* (b.a)(c.a) - (a.a)(c.b) >= 0: the closest points of the lines lie on that side of an edge's end. */
static void side_of_end(const double a[2][3], const double b[2][3], const double c[2][3], double out[5]) {
    double ab[3], ac[3], aa[3], bc[3], right[5];
    ts_polynomial_dot(b, 1, a, 1, ab);
    ts_polynomial_dot(c, 1, a, 1, ac);
    ts_polynomial_dot(a, 1, a, 1, aa);
    ts_polynomial_dot(c, 1, b, 1, bc);
    ts_polynomial_multiply(ab, 2, ac, 2, out);
    ts_polynomial_multiply(aa, 2, bc, 2, right);
    for (int k = 0; k <= 4; ++k) out[k] -= right[k];
}

/* |u x v| in square metres: below it the edges count as parallel. */
static const double PARALLEL = 1e-8;

/* Moves the intervals in whose middle the edges are parallel from `meeting` to `parallel`. */
static void set_parallel_apart(const double u[2][3], const double v[2][3], ts_intervals *meeting,
                               ts_intervals *parallel) {
    int kept = 0;
    for (int i = 0; i < meeting->count; ++i) {
        const double middle = 0.5 * (meeting->lo[i] + meeting->hi[i]);
        double u_at[3], v_at[3], normal[3];
        ts_axpy(u[0], middle, u[1], u_at);
        ts_axpy(v[0], middle, v[1], v_at);
        ts_cross(u_at, v_at, normal);
        ts_intervals *list = sqrt(ts_norm2(normal)) < PARALLEL ? parallel : meeting;
        const int at = list == meeting ? kept++ : parallel->count++;
        list->lo[at] = meeting->lo[i];
        list->hi[at] = meeting->hi[i];
    }
    meeting->count = kept;
}

static double edge_edge_time(const ts_moving *moving, double separation) {
    /* a, b, c of side_of_end as differences of rows: the first edge's ends, then the second's */
    static const int ends[4][3][2] = {
        {{3, 2}, {1, 0}, {0, 2}}, {{3, 2}, {0, 1}, {1, 2}}, {{1, 0}, {3, 2}, {2, 0}}, {{1, 0}, {2, 3}, {3, 0}}};
    double x[2][3], u[2][3], v[2][3], p[7];
    bool undecided = false;
    conditions all = {.count = 0};
    ts_moving_difference(moving, 1, 3, x);
    ts_moving_difference(moving, 1, 0, u);
    ts_moving_difference(moving, 3, 2, v);
    plane_distance(x, u, v, separation, p);
    if (!demand(&all, p, 6, TS_NOT_POSITIVE, &undecided)) return INFINITY;
    if (undecided) return NAN;
    set_parallel_apart(u, v, &all.of[0], &all.skipped);
    if (all.of[0].count == 0) return INFINITY;
    for (int i = 0; i < 4; ++i) {
        double abc[3][2][3];
        for (int k = 0; k < 3; ++k) ts_moving_difference(moving, ends[i][k][0], ends[i][k][1], abc[k]);
        side_of_end(abc[0], abc[1], abc[2], p);
        if (!demand(&all, p, 4, TS_NOT_NEGATIVE, &undecided)) return INFINITY;
    }
    return undecided ? NAN : first_overlap(&all, 0, 0.0, 1.0);
}

/* ---- Lower features ---- */

static double point_edge_time(const ts_moving *moving, double separation) {
    double ab[2][3], ac[2][3], cb[2][3], abab[3], abac[3], abcb[3], acac[3], p[5], along2[5];
    bool undecided = false;
    conditions all = {.count = 0};
    ts_moving_difference(moving, 2, 1, ab);
    ts_moving_difference(moving, 0, 1, ac);
    ts_moving_difference(moving, 2, 0, cb);
    ts_polynomial_dot(ab, 1, ab, 1, abab);
    ts_polynomial_dot(ab, 1, ac, 1, abac);
    ts_polynomial_dot(ab, 1, cb, 1, abcb);
    ts_polynomial_dot(ac, 1, ac, 1, acac);
    if (!demand(&all, abac, 2, TS_NOT_NEGATIVE, &undecided)) return INFINITY;
    if (!demand(&all, abcb, 2, TS_NOT_NEGATIVE, &undecided)) return INFINITY;
    ts_polynomial_multiply(abab, 2, acac, 2, p);
    ts_polynomial_multiply(abac, 2, abac, 2, along2);
    for (int k = 0; k <= 4; ++k) p[k] -= along2[k];
    for (int k = 0; k <= 2; ++k) p[k] -= separation * separation * abab[k];
    if (!demand(&all, p, 4, TS_NOT_POSITIVE, &undecided)) return INFINITY;
    return undecided ? NAN : first_overlap(&all, 0, 0.0, 1.0);
}

/* In absolute coordinates, which cancel far from the origin. */
static double point_point_time(const ts_moving *moving, double separation) {
    const double(*a)[3] = moving->row[0], (*b)[3] = moving->row[1];
    const double distance[3] = {
        ts_dot(a[0], a[0]) + ts_dot(b[0], b[0]) - 2.0 * ts_dot(a[0], b[0]) - separation * separation,
        2.0 * (ts_dot(a[1], a[0]) - ts_dot(b[1], a[0]) - ts_dot(a[1], b[0]) + ts_dot(b[1], b[0])),
        ts_dot(a[1], a[1]) + ts_dot(b[1], b[1]) - 2.0 * ts_dot(a[1], b[1])};
    bool undecided = false;
    conditions all = {.count = 0};
    if (!demand(&all, distance, 2, TS_NOT_POSITIVE, &undecided)) return INFINITY;
    return undecided ? NAN : first_overlap(&all, 0, 0.0, 1.0);
}

double ts_cubic_pair_time(ts_ccd_kind kind, const ts_moving *moving, double separation) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return point_triangle_time(moving, separation);
    case TS_EDGE_EDGE: return edge_edge_time(moving, separation);
    case TS_POINT_EDGE: return point_edge_time(moving, separation);
    case TS_POINT_POINT: break;
    }
    return point_point_time(moving, separation);
}
