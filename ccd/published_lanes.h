/* SPDX-License-Identifier: MIT
 * ccd/published_kinds.h in lanes: the same distances, bit for bit. Every pair of features is evaluated for every
 * lane as one quotient whose numerator and denominator are selected; a square that is not divided is divided by 1. */
#ifndef TS_CCD_PUBLISHED_LANES_H
#define TS_CCD_PUBLISHED_LANES_H

#include "ccd/lanes.h"
#include <touchstone/ccd.h>

/* |from_a x from_b|^2 */
LANES_INLINE lanes published_area2(const lanes from_a[3], const lanes from_b[3]) {
    lanes area[3];
    lanes_cross3(from_a, from_b, area);
    return lanes_norm3(area);
}

LANES_INLINE lanes published_point_point(const lanes p[3], const lanes q[3]) {
    lanes r[3];
    lanes_sub3(p, q, r);
    return lanes_norm3(r);
}

LANES_INLINE lanes published_point_edge(const lanes p[3], const lanes a[3], const lanes b[3]) {
    lanes edge[3], from_a[3], from_b[3];
    lanes_sub3(b, a, edge);
    lanes_sub3(p, a, from_a);
    lanes_sub3(p, b, from_b);
    const lanes edge2 = lanes_norm3(edge), along = lanes_dot3(edge, from_a) / edge2, one = lanes_of(1.0);
    const lane_mask at_a = lanes_less(along, lanes_of(0.0)), at_b = lanes_less(one, along);
    const lanes corner = lanes_select(at_a, lanes_norm3(from_a), lanes_norm3(from_b));
    return lanes_select(at_a | at_b, corner, published_area2(from_a, from_b)) / lanes_select(at_a | at_b, one, edge2);
}

LANES_INLINE lane_mask published_beyond(const lanes edge[3], const lanes normal[3], const lanes from[3]) {
    lanes outward[3];
    lanes_cross3(edge, normal, outward);
    return lanes_at_most(lanes_of(0.0), lanes_dot3(from, outward));
}

LANES_INLINE lanes published_point_triangle(const lanes x[4][3]) {
    lanes edge[3][3], v[3], normal[3], from[3][3], edge2[3], along[3];
    lane_mask on[3], at[3];
    for (int i = 0; i < 3; ++i) {
        lanes_sub3(x[1 + (i + 1) % 3], x[1 + i], edge[i]);
        lanes_sub3(x[0], x[1 + i], from[i]);
    }
    lanes_sub3(x[3], x[1], v);
    lanes_cross3(edge[0], v, normal);
    const lanes height = lanes_dot3(from[0], normal);
    for (int i = 0; i < 3; ++i) {
        edge2[i] = lanes_norm3(edge[i]);
        along[i] = lanes_dot3(from[i], edge[i]) / edge2[i];
        on[i] =
            lanes_positive(along[i]) & lanes_less(along[i], lanes_of(1.0)) & published_beyond(edge[i], normal, from[i]);
    }
    for (int i = 0; i < 3; ++i)
        at[i] = lanes_at_most(along[i], lanes_of(0.0)) & lanes_at_most(lanes_of(1.0), along[(i + 2) % 3]);

    const lane_mask line = on[0] | on[1] | on[2], corner = at[0] | at[1] | at[2];
    lanes a[3], b[3];
    lanes_select3(on[1], from[1], from[2], a);
    lanes_select3(on[0], from[0], a, a);
    lanes_select3(on[1], from[2], from[0], b);
    lanes_select3(on[0], from[1], b, b);
    const lanes line2 = lanes_select(on[0], edge2[0], lanes_select(on[1], edge2[1], edge2[2]));
    lanes_select3(at[1], from[1], from[2], v);
    lanes_select3(at[0], from[0], v, v);
    const lanes inside = lanes_select(corner, lanes_norm3(v), height * height);
    const lanes inside2 = lanes_select(corner, lanes_of(1.0), lanes_norm3(normal));
    return lanes_select(line, published_area2(a, b), inside) / lanes_select(line, line2, inside2);
}

/* Which pair of features of two edges is closest; a lane of `first` has one end of the first edge. */
typedef struct published_edges {
    lane_mask first, at0; /* an end of the first edge; it is row 0 */
    lane_mask end, end2;  /* an end of the second edge; it is row 2 */
    lanes along;          /* where that end projects on the first edge, times uu */
    lanes uu, vv, triple, cross2;
} published_edges;

LANES_INLINE void published_classify(const lanes x[4][3], published_edges *e) {
    lanes u[3], v[3], w[3], normal[3];
    lanes_sub3(x[1], x[0], u);
    lanes_sub3(x[3], x[2], v);
    lanes_sub3(x[0], x[2], w);
    lanes_cross3(u, v, normal);
    e->triple = lanes_dot3(normal, w);
    e->cross2 = lanes_norm3(normal);
    e->uu = lanes_norm3(u);
    e->vv = lanes_norm3(v);
    const lanes uv = lanes_dot3(u, v), uw = lanes_dot3(u, w), vw = lanes_dot3(v, w);
    const lanes determinant = e->uu * e->vv - uv * uv, s = uv * vw - e->vv * uw, t = e->uu * vw - uv * uw;
    const lanes zero = lanes_of(0.0);
    const lane_mask before = lanes_at_most(s, zero), after = lanes_not(before) & lanes_at_most(determinant, s);
    const lane_mask flat = lanes_equal(e->triple, zero) | lanes_less(e->cross2, 1e-20 * e->uu * e->vv);
    const lane_mask parallel = lanes_not(before | after) & lanes_positive(t) & lanes_less(t, determinant) & flat;
    e->first = before | after | parallel;
    e->at0 = before | (parallel & lanes_less(s, 0.5 * determinant));
    const lanes at_end = lanes_select(e->at0, vw, vw + uv);
    const lanes along_v = lanes_select(e->first, at_end, t);
    e->end2 = lanes_at_most(along_v, zero);
    e->end = e->end2 | lanes_at_most(lanes_select(e->first, e->vv, determinant), along_v);
    e->along = lanes_select(e->end2, -uw, uv - uw);
}

LANES_INLINE lanes published_edge_edge(const lanes x[4][3]) {
    published_edges e;
    published_classify(x, &e);
    lanes c[3], d[3], from0[3], from1[3], from2[3], from3[3];
    lanes_select3(e.end2, x[2], x[3], c);
    lanes_sub3(x[0], c, from0);
    lanes_sub3(x[1], c, from1);
    lanes_select3(e.at0, x[0], x[1], d);
    lanes_sub3(d, x[2], from2);
    lanes_sub3(d, x[3], from3);
    const lane_mask corner0 = e.end & lanes_at_most(e.along, lanes_of(0.0)),
                    corner = corner0 | (e.end & lanes_at_most(e.uu, e.along));
    const lane_mask line = e.end | e.first;
    const lanes corner2 = lanes_select(corner0, lanes_norm3(from0), lanes_norm3(from1));
    lanes_select3(e.end, from0, from2, from0);
    lanes_select3(e.end, from1, from3, from1);
    const lanes apart = lanes_select(line, published_area2(from0, from1), e.triple * e.triple);
    const lanes length2 = lanes_select(line, lanes_select(e.end, e.uu, e.vv), e.cross2);
    return lanes_select(corner, corner2, apart) / lanes_select(corner, lanes_of(1.0), length2);
}

LANES_INLINE lanes published_endpoint(const lanes x[4][3]) {
    lanes least = published_point_point(x[0], x[2]);
    for (int i = 1; i < 4; ++i) {
        const lanes d2 = published_point_point(x[i & 1], x[2 + (i >> 1)]);
        least = lanes_smaller(d2, least);
    }
    return least;
}

LANES_INLINE lanes published_distance(ts_ccd_kind kind, const lanes x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return published_point_triangle(x);
    case TS_EDGE_EDGE: return published_edge_edge(x);
    case TS_POINT_EDGE: return published_point_edge(x[0], x[1], x[2]);
    case TS_POINT_POINT: break;
    }
    return published_point_point(x[0], x[1]);
}

#endif
