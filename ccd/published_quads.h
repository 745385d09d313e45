/* SPDX-License-Identifier: MIT
 * ccd/published_kinds.h for one pair with its rows side by side in quads: the same distances, bit for bit, the result
 * in all lanes. Rows are kept in several arrangements rather than moved between lanes; a lane that holds a difference
 * with the other sign changes no bit of a square. */
#ifndef TS_CCD_PUBLISHED_QUADS_H
#define TS_CCD_PUBLISHED_QUADS_H

#include "ccd/certified/quad.h"
#include <touchstone/ccd.h>

enum { PUBLISHED_ARRANGEMENTS = 4 };

QUAD_INLINE int published_arrangements(ts_ccd_kind kind) {
    return kind == TS_POINT_TRIANGLE ? 4 : kind == TS_POINT_POINT ? 2 : 3;
}

/* The arrangements x of rows 0 to 3, by kind: for a point the row it is in all lanes; the triangle's rows as starts
 * and ends of its edges, and row 3; two edges in three orders. */
QUAD_INLINE void published_arrange(ts_ccd_kind kind, const quad all[3], quad x[PUBLISHED_ARRANGEMENTS][3]) {
    for (int c = 0; c < 3; ++c) {
        const quad a = all[c];
        if (kind == TS_EDGE_EDGE) {
            x[0][c] = a;
            x[1][c] = __builtin_shufflevector(a, a, 2, 3, 0, 1);
            x[2][c] = __builtin_shufflevector(a, a, 3, 2, 1, 0);
        } else if (kind == TS_POINT_TRIANGLE) {
            x[0][c] = __builtin_shufflevector(a, a, 0, 0, 0, 0);
            x[1][c] = __builtin_shufflevector(a, a, 1, 2, 3, 1);
            x[2][c] = __builtin_shufflevector(a, a, 2, 3, 1, 2);
            x[3][c] = __builtin_shufflevector(a, a, 3, 3, 3, 3);
        } else {
            x[0][c] = __builtin_shufflevector(a, a, 0, 0, 0, 0);
            x[1][c] = __builtin_shufflevector(a, a, 1, 1, 1, 1);
            if (kind == TS_POINT_EDGE) x[2][c] = __builtin_shufflevector(a, a, 2, 2, 2, 2);
        }
    }
}

/* Lane i of a in all lanes. */
QUAD_INLINE void quad_pick(const quad *a, int i, quad *picked) {
    switch (i) {
    case 0: *picked = __builtin_shufflevector(*a, *a, 0, 0, 0, 0); break;
    case 1: *picked = __builtin_shufflevector(*a, *a, 1, 1, 1, 1); break;
    case 2: *picked = __builtin_shufflevector(*a, *a, 2, 2, 2, 2); break;
    default: *picked = __builtin_shufflevector(*a, *a, 3, 3, 3, 3); break;
    }
}

QUAD_INLINE void quad_sub3(const quad a[3], const quad b[3], quad out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = a[c] - b[c];
}

/* |from_a x from_b|^2 */
QUAD_INLINE void published_quad_area2(const quad from_a[3], const quad from_b[3], quad *area2) {
    quad area[3];
    quad_cross3(from_a, from_b, area);
    *area2 = quad_dot3(area, area);
}

QUAD_INLINE void published_quad_point_edge(const quad x[][3], quad *d2) {
    quad edge[3], from_a[3], from_b[3], area2;
    quad_sub3(x[2], x[1], edge);
    quad_sub3(x[0], x[1], from_a);
    quad_sub3(x[0], x[2], from_b);
    published_quad_area2(from_a, from_b, &area2);
    const quad edge2 = quad_dot3(edge, edge), along = quad_dot3(edge, from_a) / edge2;
    if (along[0] < 0.0) {
        *d2 = quad_dot3(from_a, from_a);
    } else if (along[0] > 1.0) {
        *d2 = quad_dot3(from_b, from_b);
    } else {
        *d2 = area2 / edge2;
    }
}

/* Lanes 0 to 2 are the triangle's edges, from rows 1, 2 and 3 on; lane 3 is lane 0 again, so that the normal, which is
 * made of edge 1-2 and of 1-3, is at hand in both halves. */
QUAD_INLINE void published_quad_point_triangle(const quad x[][3], quad *d2) {
    quad from[3], next_from[3], edge[3], v[3], normal[3], outward[3], area2;
    quad_sub3(x[2], x[1], edge);
    quad_sub3(x[3], x[1], v);
    quad_sub3(x[0], x[1], from);
    quad_cross3(edge, v, normal);
    const quad height = quad_dot3(from, normal), plane2 = height * height / quad_dot3(normal, normal);
    for (int c = 0; c < 3; ++c) normal[c] = __builtin_shufflevector(normal[c], normal[c], 0, 0, 3, 3);
    quad_cross3(edge, normal, outward);
    const quad edge2 = quad_dot3(edge, edge), along = quad_dot3(from, edge) / edge2, beyond = quad_dot3(from, outward);
    const unsigned line = quad_set((along > 0.0) & (along < 1.0) & (beyond >= 0.0)) & 7u;
    const unsigned before = quad_set(along <= 0.0), after = quad_set(along >= 1.0);
    const unsigned corner = before & (after << 1 | (after & 7u) >> 2) & 7u;
    if ((line | corner) == 0) {
        *d2 = __builtin_shufflevector(plane2, plane2, 0, 0, 3, 3);
    } else if (line != 0) {
        quad_sub3(x[0], x[2], next_from);
        published_quad_area2(from, next_from, &area2);
        area2 /= edge2;
        quad_pick(&area2, __builtin_ctz(line), d2);
    } else {
        area2 = quad_dot3(from, from);
        quad_pick(&area2, __builtin_ctz(corner), d2);
    }
}

/* What two edges u, v and the offset w = x0 - x2 make, in the notation of ts_published_edge_edge2. */
typedef struct published_products {
    double uu, uv, vv, uw, vw, determinant, s, t, triple, cross2;
} published_products;

/* The pairs of features of two edges that are not both insides. A line and an end of the other edge: 0 to 3 is that
 * end's row. Two ends: 4 + the lane of `across`, 6 + that of `diagonal`. */
QUAD_INLINE int published_end_of(const published_products *m, int end, double along) {
    if (along <= 0.0) return end == 2 ? 4 : 6;
    if (along >= m->uu) return end == 2 ? 7 : 5;
    return end;
}

/* -1 for both insides. */
QUAD_INLINE int published_edge_features(const published_products *m) {
    int first = -1;
    double t = m->t, t_scale = m->determinant;
    if (m->s <= 0.0) {
        first = 0;
    } else if (m->s >= m->determinant) {
        first = 1;
    } else if (t > 0.0 && t < t_scale && (m->triple == 0.0 || m->cross2 < 1e-20 * m->uu * m->vv)) {
        first = m->s < 0.5 * m->determinant ? 0 : 1;
    }
    if (first >= 0) {
        t = first == 0 ? m->vw : m->vw + m->uv;
        t_scale = m->vv;
    }
    if (t <= 0.0) return published_end_of(m, 2, -m->uw);
    if (t >= t_scale) return published_end_of(m, 3, m->uv - m->uw);
    return first;
}

/* x: rows 0123, 2301, 3210. With ij for x_i - x_j: */
QUAD_INLINE void published_quad_edge_edge(const quad x[][3], quad *d2) {
    quad across[3], diagonal[3], edge[3], other[3], w[3], normal[3], twice[3], mixed[3], area2;
    for (int c = 0; c < 3; ++c) {
        other[c] = __builtin_shufflevector(x[0][c], x[0][c], 1, 0, 3, 2) - x[0][c]; /* u -u v -v */
    }
    quad_sub3(x[2], x[1], edge);     /* v -v u -u */
    quad_sub3(x[0], x[1], across);   /* 02 13 20 31 */
    quad_sub3(x[0], x[2], diagonal); /* 03 12 21 30 */
    quad_cross3(other, edge, normal);
    for (int c = 0; c < 3; ++c) {
        w[c] = __builtin_shufflevector(across[c], across[c], 0, 0, 2, 2);
        twice[c] = __builtin_shufflevector(other[c], other[c], 0, 0, 2, 2);
        mixed[c] = __builtin_shufflevector(other[c], w[c], 0, 5, 2, 7); /* u w v -w */
    }
    const quad triple = quad_dot3(normal, w), cross2 = quad_dot3(normal, normal), lines2 = triple * triple / cross2;
    const quad dots = quad_dot3(twice, mixed); /* uu uw vv -vw */
    const quad uv = quad_dot3(other, edge);
    const quad own = __builtin_shufflevector(dots, dots, 0, 0, 2, 2),
               along = __builtin_shufflevector(dots, dots, 1, 1, 3, 3);
    const quad of_other = __builtin_shufflevector(own, own, 2, 3, 0, 1),
               along_other = __builtin_shufflevector(along, along, 2, 3, 0, 1);
    const quad determinant = own * of_other - uv * uv;
    const quad st = -(of_other * along + uv * along_other); /* s s t t */

    if (quad_set((st > 0.0) & (st < determinant)) == 15u && triple[0] != 0.0 &&
        cross2[0] >= 1e-20 * dots[0] * dots[2]) {
        *d2 = lines2;
        return;
    }
    const published_products m = {dots[0],        uv[0], dots[2], dots[1],   -dots[3],
                                  determinant[0], st[0], st[2],   triple[0], cross2[0]};
    const int features = published_edge_features(&m);
    if (features < 0) {
        *d2 = lines2;
    } else if (features < 4) {
        published_quad_area2(across, diagonal, &area2); /* 02x03 13x12 20x21 31x30 */
        area2 /= of_other;
        quad_pick(&area2, features, d2);
    } else {
        area2 = features < 6 ? quad_dot3(across, across) : quad_dot3(diagonal, diagonal);
        quad_pick(&area2, features & 1, d2);
    }
}

QUAD_INLINE void published_quad(ts_ccd_kind kind, const quad x[][3], quad *d2) {
    quad r[3];
    switch (kind) {
    case TS_POINT_TRIANGLE: published_quad_point_triangle(x, d2); return;
    case TS_EDGE_EDGE: published_quad_edge_edge(x, d2); return;
    case TS_POINT_EDGE: published_quad_point_edge(x, d2); return;
    case TS_POINT_POINT: break;
    }
    quad_sub3(x[0], x[1], r);
    *d2 = quad_dot3(r, r);
}

#endif
