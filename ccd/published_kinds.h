/* SPDX-License-Identifier: MIT
 * Distances by classification and closed formulas (Li et al. 2020, "Incremental Potential Contact", section 6
 * and supplement), one function per kind, to be inlined. Cancellation in the classification and in the cross
 * products is theirs. Differences are taken once: negating all factors of a product changes no bit, and rows
 * are indexed by constants, so that they stay in registers. */
#ifndef TS_CCD_PUBLISHED_KINDS_H
#define TS_CCD_PUBLISHED_KINDS_H

#include "core/vec3.h"

#define PUBLISHED_INLINE static inline __attribute__((always_inline))

PUBLISHED_INLINE TS_REAL ts_published_point_point2(const TS_REAL p[3], const TS_REAL q[3]) {
    TS_REAL r[3];
    ts_sub(p, q, r);
    return ts_norm2(r);
}

/* |(p - a) x (p - b)|^2 / |b - a|^2 */
PUBLISHED_INLINE TS_REAL ts_published_point_line2(const TS_REAL from_a[3], const TS_REAL from_b[3], TS_REAL edge2) {
    TS_REAL area[3];
    ts_cross(from_a, from_b, area);
    return ts_norm2(area) / edge2;
}

PUBLISHED_INLINE TS_REAL ts_published_point_edge2(const TS_REAL p[3], const TS_REAL a[3], const TS_REAL b[3]) {
    TS_REAL edge[3], from_a[3], from_b[3];
    ts_sub(b, a, edge);
    ts_sub(p, a, from_a);
    ts_sub(p, b, from_b);
    const TS_REAL edge2 = ts_norm2(edge), along = ts_dot(edge, from_a) / edge2;
    if (along < 0.0) return ts_norm2(from_a);
    if (along > 1.0) return ts_norm2(from_b);
    return ts_published_point_line2(from_a, from_b, edge2);
}

/* p lies beyond that edge of the triangle, away from it. */
PUBLISHED_INLINE int ts_published_beyond(const TS_REAL edge[3], const TS_REAL normal[3], const TS_REAL from[3]) {
    TS_REAL outward[3];
    ts_cross(edge, normal, outward);
    return ts_dot(from, outward) >= 0.0;
}

PUBLISHED_INLINE TS_REAL ts_published_point_triangle2(const TS_REAL x[4][3]) {
    TS_REAL u[3], v[3], w[3], normal[3], from1[3], from2[3], from3[3];
    ts_sub(x[2], x[1], u);
    ts_sub(x[3], x[1], v);
    ts_sub(x[0], x[1], from1);
    ts_cross(u, v, normal);
    /* The commonest answer first: the others are then decided while it is divided. */
    const TS_REAL height = ts_dot(from1, normal), plane2 = height * height / ts_norm2(normal);
    ts_sub(x[3], x[2], w);
    ts_sub(x[1], x[3], v); /* the three edges in turn are u, w, v */
    ts_sub(x[0], x[2], from2);
    ts_sub(x[0], x[3], from3);
    const TS_REAL uu = ts_norm2(u), ww = ts_norm2(w), vv = ts_norm2(v);
    const TS_REAL along1 = ts_dot(from1, u) / uu, along2 = ts_dot(from2, w) / ww, along3 = ts_dot(from3, v) / vv;
    if (along1 > 0.0 && along1 < 1.0 && ts_published_beyond(u, normal, from1)) {
        return ts_published_point_line2(from1, from2, uu);
    }
    if (along2 > 0.0 && along2 < 1.0 && ts_published_beyond(w, normal, from2)) {
        return ts_published_point_line2(from2, from3, ww);
    }
    if (along3 > 0.0 && along3 < 1.0 && ts_published_beyond(v, normal, from3)) {
        return ts_published_point_line2(from3, from1, vv);
    }
    if (along1 <= 0.0 && along3 >= 1.0) return ts_norm2(from1);
    if (along2 <= 0.0 && along1 >= 1.0) return ts_norm2(from2);
    if (along3 <= 0.0 && along2 >= 1.0) return ts_norm2(from3);
    return plane2;
}

/* An end c of the second edge against the first edge; along: where it projects on it, times uu. */
PUBLISHED_INLINE TS_REAL ts_published_end2(const TS_REAL x[4][3], const TS_REAL c[3], TS_REAL along, TS_REAL uu) {
    TS_REAL from0[3], from1[3];
    ts_sub(x[0], c, from0);
    if (along <= 0.0) return ts_norm2(from0);
    ts_sub(x[1], c, from1);
    if (along >= uu) return ts_norm2(from1);
    return ts_published_point_line2(from0, from1, uu);
}

/* |w + s u - t v|^2 over (s, t) in [0,1]^2, w = x0 - x2 (Eberly; Sunday). */
PUBLISHED_INLINE TS_REAL ts_published_edge_edge2(const TS_REAL x[4][3]) {
    TS_REAL u[3], v[3], w[3], normal[3];
    ts_sub(x[1], x[0], u);
    ts_sub(x[3], x[2], v);
    ts_sub(x[0], x[2], w);
    ts_cross(u, v, normal);
    const TS_REAL triple = ts_dot(normal, w), cross2 = ts_norm2(normal);
    const TS_REAL lines2 = triple * triple / cross2; /* the commonest answer first */
    const TS_REAL uu = ts_norm2(u), uv = ts_dot(u, v), vv = ts_norm2(v), uw = ts_dot(u, w), vw = ts_dot(v, w);
    const TS_REAL determinant = uu * vv - uv * uv;
    enum { INSIDE, AT_0, AT_1 } first = INSIDE;
    const TS_REAL s = uv * vw - vv * uw; /* times the determinant */
    TS_REAL t, t_scale;
    if (s <= 0.0) {
        first = AT_0;
    } else if (s >= determinant) {
        first = AT_1;
    } else {
        t = uu * vw - uv * uw;
        t_scale = determinant;
        /* Parallel or coplanar: no plane between the insides, so an end of the first edge decides. */
        const int flat = triple == 0.0 || cross2 < (TS_REAL)1e-20 * uu * vv;
        if (t > 0.0 && t < t_scale && flat) first = s < (TS_REAL)0.5 * determinant ? AT_0 : AT_1;
    }
    if (first != INSIDE) {
        t = first == AT_0 ? vw : vw + uv;
        t_scale = vv;
    }
    if (t <= 0.0) return ts_published_end2(x, x[2], -uw, uu);
    if (t >= t_scale) return ts_published_end2(x, x[3], uv - uw, uu);
    if (first == INSIDE) return lines2;
    TS_REAL from2[3], from3[3];
    ts_sub(first == AT_0 ? x[0] : x[1], x[2], from2);
    ts_sub(first == AT_0 ? x[0] : x[1], x[3], from3);
    return ts_published_point_line2(from2, from3, vv);
}

PUBLISHED_INLINE TS_REAL ts_published_endpoint2(const TS_REAL x[4][3]) {
    const TS_REAL d02 = ts_published_point_point2(x[0], x[2]), d12 = ts_published_point_point2(x[1], x[2]),
                  d03 = ts_published_point_point2(x[0], x[3]), d13 = ts_published_point_point2(x[1], x[3]);
    TS_REAL least = d02;
    if (d12 < least) least = d12;
    if (d03 < least) least = d03;
    if (d13 < least) least = d13;
    return least;
}

#endif
