/* SPDX-License-Identifier: MIT
 * ccd/distance.c in lanes: closest points by orthogonal projection, the same weights and squared distances bit for
 * bit, for differences whose squares stay in the range of doubles. */
#ifndef TS_CCD_CLOSEST_LANES_H
#define TS_CCD_CLOSEST_LANES_H

#include "ccd/lanes.h"
#include <touchstone/ccd.h>

typedef struct closest_lanes {
    lanes weight[4], distance2;
    lane_mask in_range; /* elsewhere the scalar code scales */
} closest_lanes;

LANES_INLINE lanes inverse_or_zero(lanes length2) {
    return lanes_select(length2 > 0x1p-960, 1.0 / length2, lanes_of(0.0));
}

LANES_INLINE lanes clamp01(lanes t) {
    const lanes one = lanes_of(1.0);
    return lanes_select(t > 0.0, lanes_select(t < 1.0, t, one), lanes_of(0.0));
}

/* q = r - t u, the nearest point of the edge {t u} to r; returns t. */
LANES_INLINE lanes project(const lanes r[3], const lanes u[3], lanes inverse_uu, lanes q[3]) {
    const lanes t = clamp01(lanes_dot3(r, u) * inverse_uu);
    lanes_axpy3(r, -t, u, q);
    return t;
}

LANES_INLINE void closest_point_edge(const lanes r[3], const lanes u[3], closest_lanes *c) {
    lanes q[3];
    const lanes t = project(r, u, inverse_or_zero(lanes_norm3(u)), q);
    c->distance2 = lanes_norm3(q);
    c->weight[1] = 1.0 - t;
    c->weight[2] = t;
}

/* |r + s u - t v| over the unit square. */
LANES_INLINE void closest_edge_edge(const lanes r[3], const lanes u[3], const lanes v[3], closest_lanes *c) {
    const lanes inverse_uu = inverse_or_zero(lanes_norm3(u)), inverse_vv = inverse_or_zero(lanes_norm3(v));
    lanes across[3], apart[3], to_v[3], rest[3];
    lanes_axpy3(v, -(lanes_dot3(u, v) * inverse_uu), u, across);
    lanes_axpy3(r, -(lanes_dot3(u, r) * inverse_uu), u, apart);
    lanes t = clamp01(lanes_dot3(across, apart) * inverse_or_zero(lanes_norm3(across)));
    lanes_axpy3(r, -t, v, to_v);
    const lanes s = clamp01(-lanes_dot3(to_v, u) * inverse_uu);
    lanes_axpy3(r, s, u, to_v);
    t = project(to_v, v, inverse_vv, rest);
    c->distance2 = lanes_norm3(rest);
    c->weight[0] = 1.0 - s;
    c->weight[1] = s;
    c->weight[2] = 1.0 - t;
    c->weight[3] = t;
}

LANES_INLINE void closest_boundary(const lanes r[3], const lanes u[3], const lanes v[3], closest_lanes *c) {
    lanes w[3], from_u[3], q[3][3], d2[3], t[3];
    lanes_sub3(v, u, w);
    lanes_sub3(r, u, from_u);
    t[0] = project(r, u, inverse_or_zero(lanes_norm3(u)), q[0]);
    t[1] = project(from_u, w, inverse_or_zero(lanes_norm3(w)), q[1]);
    t[2] = project(r, v, inverse_or_zero(lanes_norm3(v)), q[2]);
    for (int i = 0; i < 3; ++i) d2[i] = lanes_norm3(q[i]);
    const lanes zero = lanes_of(0.0);
    const lane_mask second = d2[1] < d2[0], third = d2[2] < lanes_select(second, d2[1], d2[0]);
    const lanes along = lanes_select(third, t[2], lanes_select(second, t[1], t[0])), before = 1.0 - along;
    c->distance2 = lanes_select(third, d2[2], lanes_select(second, d2[1], d2[0]));
    c->weight[1] = lanes_select(second & ~third, zero, before);
    c->weight[2] = lanes_select(third, zero, lanes_select(second, before, along));
    c->weight[3] = lanes_select(second | third, along, zero);
}

LANES_INLINE void closest_point_triangle(const lanes r[3], const lanes u[3], const lanes v[3], closest_lanes *c) {
    const lanes inverse_uu = inverse_or_zero(lanes_norm3(u));
    lanes across[3], apart[3], rest[3];
    lanes_axpy3(v, -(lanes_dot3(u, v) * inverse_uu), u, across);
    lanes_axpy3(r, -(lanes_dot3(u, r) * inverse_uu), u, apart);
    const lanes b3 = lanes_dot3(across, apart) * inverse_or_zero(lanes_norm3(across));
    lanes_axpy3(r, -b3, v, rest);
    const lanes b2 = lanes_dot3(rest, u) * inverse_uu, b1 = 1.0 - b2 - b3;
    const lane_mask inside = (b1 > 0.0) & (b2 > 0.0) & (b3 > 0.0);
    lanes_axpy3(rest, -b2, u, rest);
    closest_boundary(r, u, v, c);
    c->distance2 = lanes_select(inside, lanes_norm3(rest), c->distance2);
    c->weight[1] = lanes_select(inside, b1, c->weight[1]);
    c->weight[2] = lanes_select(inside, b2, c->weight[2]);
    c->weight[3] = lanes_select(inside, b3, c->weight[3]);
}

/* Unused weights are zero. */
LANES_INLINE void closest_points(ts_ccd_kind kind, const lanes x[4][3], closest_lanes *c) {
    const bool edges = kind == TS_EDGE_EDGE;
    lanes r[3], u[3] = {lanes_of(0.0), lanes_of(0.0), lanes_of(0.0)}, v[3] = {u[0], u[0], u[0]};
    lanes_sub3(x[0], x[edges ? 2 : 1], r);
    if (kind != TS_POINT_POINT) lanes_sub3(x[edges ? 1 : 2], x[edges ? 0 : 1], u);
    if (kind == TS_POINT_TRIANGLE || edges) lanes_sub3(x[3], x[edges ? 2 : 1], v);
    const lanes size2 = lanes_norm3(r) + lanes_norm3(u) + lanes_norm3(v);
    c->in_range = (size2 > 0x1p-400) & (size2 < 0x1p400);
    c->weight[0] = c->weight[1] = lanes_of(1.0);
    c->weight[2] = c->weight[3] = lanes_of(0.0);
    switch (kind) {
    case TS_POINT_TRIANGLE: closest_point_triangle(r, u, v, c); break;
    case TS_EDGE_EDGE: closest_edge_edge(r, u, v, c); break;
    case TS_POINT_EDGE: closest_point_edge(r, u, c); break;
    case TS_POINT_POINT: c->distance2 = lanes_norm3(r); break;
    }
}

#endif
