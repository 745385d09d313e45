/* SPDX-License-Identifier: MIT
 * Closest points of point-triangle, edge-edge, point-edge and point-point pairs, by orthogonal projection:
 * the second direction is made perpendicular to the first (Gram-Schmidt), which keeps the distance accurate
 * to rounding for edges however parallel and triangles however thin (normal equations lose 1/sine of it).
 *
 * How accurate, in units of 2^-53 L, L the largest difference of two coordinates. Along an axis let two edges begin at
 * a and c and have their closest points at p and q, all within L. r + s u - t v is off by at most |a-c| + 2|p-a| +
 * |p-c| + 2|q-c| + |p-q| there: each difference and each result once, each product and its edge. Squares, their sum and
 * the root add 2.5 |p-q|. The whole is convex in a, c, p and q, so greatest at a corner, where it is at most 8.5; over
 * three axes sqrt(3) 8.5 < 15. For the other pairs it is no more. What is off in s and t moves the closest points along
 * their edges, across the shortest line: that counts only where they are within rounding of each other, and the rest is
 * less there. Hence the 16 of <touchstone/distance.h>. */
#include <touchstone/distance.h>

#include <math.h>

#include "core/vec3.h"

/* The pair relative to a vertex: first primitive r (+ s u for an edge), second t v; for a point and a
 * triangle r against u and v. Unused directions are zero. */
typedef struct pair {
    double r[3], u[3], v[3];
} pair;

/* A squared length below this is zero: differences are near 1 (2^-200 to 2^200), so it cannot be seen. */
static const double NO_LENGTH2 = 0x1p-960;

static inline double inverse_or_zero(double length2) {
    return length2 > NO_LENGTH2 ? 1.0 / length2 : 0.0;
}

static inline double clamp01(double t) {
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

/* q = r - t u, the nearest point of the edge {t u} to r; returns t. */
static inline double project(const double r[3], const double u[3], double inverse_uu, double q[3]) {
    const double t = clamp01(ts_dot(r, u) * inverse_uu);
    ts_axpy(r, -t, u, q);
    return t;
}

static inline void solve_point_point(const pair *p, ts_closest *closest) {
    closest->distance2 = ts_norm2(p->r);
    closest->weight[0] = closest->weight[1] = 1.0;
}

static inline void solve_point_edge(const pair *p, ts_closest *closest) {
    double q[3];
    const double t = project(p->r, p->u, inverse_or_zero(ts_norm2(p->u)), q);
    closest->distance2 = ts_norm2(q);
    closest->weight[0] = 1.0;
    closest->weight[1] = 1.0 - t;
    closest->weight[2] = t;
}

/* |r + s u - t v| over the unit square. The minimum over t of the unbounded edge comes first, then one
 * projection onto each edge: for a convex quadratic that is the minimum over the square. */
static inline void solve_edge_edge(const pair *p, ts_closest *closest) {
    const double inverse_uu = inverse_or_zero(ts_norm2(p->u)), inverse_vv = inverse_or_zero(ts_norm2(p->v));
    double across[3], apart[3]; /* v and r without their parts along u */
    ts_axpy(p->v, -(ts_dot(p->u, p->v) * inverse_uu), p->u, across);
    ts_axpy(p->r, -(ts_dot(p->u, p->r) * inverse_uu), p->u, apart);
    double t = clamp01(ts_dot(across, apart) * inverse_or_zero(ts_norm2(across)));

    double to_v[3], rest[3];
    ts_axpy(p->r, -t, p->v, to_v);
    const double s = clamp01(-ts_dot(to_v, p->u) * inverse_uu);
    ts_axpy(p->r, s, p->u, to_v);
    t = project(to_v, p->v, inverse_vv, rest);

    closest->distance2 = ts_norm2(rest);
    closest->weight[0] = 1.0 - s;
    closest->weight[1] = s;
    closest->weight[2] = 1.0 - t;
    closest->weight[3] = t;
}

/* The foot of the perpendicular is outside the triangle: the nearest point is on its boundary. */
static inline void solve_triangle_boundary(const pair *p, ts_closest *closest) {
    double w[3], from_u[3], q[3][3], d2[3], t[3];
    ts_sub(p->v, p->u, w);
    ts_sub(p->r, p->u, from_u);
    t[0] = project(p->r, p->u, inverse_or_zero(ts_norm2(p->u)), q[0]);
    t[1] = project(from_u, w, inverse_or_zero(ts_norm2(w)), q[1]);
    t[2] = project(p->r, p->v, inverse_or_zero(ts_norm2(p->v)), q[2]);
    for (int i = 0; i < 3; ++i) d2[i] = ts_norm2(q[i]);

    int nearest = d2[1] < d2[0] ? 1 : 0;
    if (d2[2] < d2[nearest]) nearest = 2;
    static const int from[3] = {1, 2, 1}, to[3] = {2, 3, 3};
    closest->distance2 = d2[nearest];
    closest->weight[1] = closest->weight[2] = closest->weight[3] = 0.0;
    closest->weight[from[nearest]] = 1.0 - t[nearest];
    closest->weight[to[nearest]] = t[nearest];
}

static inline void solve_point_triangle(const pair *p, ts_closest *closest) {
    const double inverse_uu = inverse_or_zero(ts_norm2(p->u));
    double across[3], apart[3]; /* v and r without their parts along u */
    ts_axpy(p->v, -(ts_dot(p->u, p->v) * inverse_uu), p->u, across);
    ts_axpy(p->r, -(ts_dot(p->u, p->r) * inverse_uu), p->u, apart);
    const double b3 = ts_dot(across, apart) * inverse_or_zero(ts_norm2(across));
    double rest[3];
    ts_axpy(p->r, -b3, p->v, rest);
    const double b2 = ts_dot(rest, p->u) * inverse_uu;
    const double b1 = 1.0 - b2 - b3;

    closest->weight[0] = 1.0;
    if (b1 > 0.0 && b2 > 0.0 && b3 > 0.0) {
        ts_axpy(rest, -b2, p->u, rest);
        closest->distance2 = ts_norm2(rest);
        closest->weight[1] = b1;
        closest->weight[2] = b2;
        closest->weight[3] = b3;
    } else {
        solve_triangle_boundary(p, closest);
    }
}

static inline void solve(ts_ccd_kind kind, const pair *p, ts_closest *closest) {
    switch (kind) {
    case TS_POINT_TRIANGLE: solve_point_triangle(p, closest); break;
    case TS_EDGE_EDGE: solve_edge_edge(p, closest); break;
    case TS_POINT_EDGE: solve_point_edge(p, closest); break;
    case TS_POINT_POINT: solve_point_point(p, closest); break;
    }
}

static inline void subtract_vertices(ts_ccd_kind kind, const double x[4][3], pair *p) {
    *p = (pair){0};
    if (kind == TS_EDGE_EDGE) {
        ts_sub(x[0], x[2], p->r);
        ts_sub(x[1], x[0], p->u);
        ts_sub(x[3], x[2], p->v);
        return;
    }
    ts_sub(x[0], x[1], p->r);
    if (kind != TS_POINT_POINT) ts_sub(x[2], x[1], p->u);
    if (kind == TS_POINT_TRIANGLE) ts_sub(x[3], x[1], p->v);
}

static double largest_component(const pair *p) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i) largest = fmax(largest, fmax(fabs(p->r[i]), fmax(fabs(p->u[i]), fabs(p->v[i]))));
    return largest;
}

static void scale_pair(pair *p, int exponent) {
    for (int i = 0; i < 3; ++i) {
        p->r[i] = ldexp(p->r[i], exponent);
        p->u[i] = ldexp(p->u[i], exponent);
        p->v[i] = ldexp(p->v[i], exponent);
    }
}

/* Differences whose squares leave the range of doubles: the same in units of the largest of them. */
static void solve_scaled(ts_ccd_kind kind, const double x[4][3], pair *p, ts_closest *closest) {
    int exponent = 0;
    if (isinf(largest_component(p))) { /* the subtraction itself overflowed */
        double quarter[4][3];
        for (int i = 0; i < 4; ++i) ts_scale(0.25, x[i], quarter[i]);
        subtract_vertices(kind, quarter, p);
        exponent = 2;
    }
    const double largest = largest_component(p);
    if (largest > 0.0 && isfinite(largest)) { /* what is infinite has no exponent, and no distance */
        const int shift = ilogb(largest);
        scale_pair(p, -shift);
        exponent += shift;
    }
    solve(kind, p, closest);
    closest->distance2 = ldexp(closest->distance2, 2 * exponent);
}

static inline void find_closest(ts_ccd_kind kind, const double x[4][3], ts_closest *closest) {
    pair p;
    subtract_vertices(kind, x, &p);
    const double size2 = ts_norm2(p.r) + ts_norm2(p.u) + ts_norm2(p.v);
    if (size2 > 0x1p-400 && size2 < 0x1p400) {
        solve(kind, &p, closest);
    } else {
        solve_scaled(kind, x, &p, closest);
    }
}

void ts_closest_points(ts_ccd_kind kind, const double x[4][3], ts_closest *closest) {
    ts_closest found = {0};
    find_closest(kind, x, &found);
    for (int i = 0; i < 4; ++i) found.feature |= (ts_feature)((found.weight[i] > 0.0) << i);
    *closest = found;
}

double ts_distance2(ts_ccd_kind kind, const double x[4][3]) {
    ts_closest found = {0};
    find_closest(kind, x, &found);
    return found.distance2;
}
