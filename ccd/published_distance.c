/* SPDX-License-Identifier: MIT
 * A published distance, where speed is no matter. */
#include "ccd/published_distance.h"

#include "ccd/published_kinds.h"

double ts_endpoint_distance2(const double x[4][3]) {
    return ts_published_endpoint2(x);
}

/* To the clamped projection; NaN, of an edge without length, is clamped to 0. */
static double projected_point_edge2(const double x[4][3]) {
    double edge[3], from_a[3], on[3];
    ts_sub(x[2], x[1], edge);
    ts_sub(x[0], x[1], from_a);
    const double along = ts_dot(edge, from_a) / ts_norm2(edge);
    ts_axpy(x[1], along >= 1.0 ? 1.0 : along > 0.0 ? along : 0.0, edge, on);
    return ts_published_point_point2(x[0], on);
}

double ts_published_distance2(ts_ccd_kind kind, const double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return ts_published_point_triangle2(x);
    case TS_EDGE_EDGE: return ts_published_edge_edge2(x);
    case TS_POINT_EDGE: return projected_point_edge2(x);
    case TS_POINT_POINT: break;
    }
    return ts_published_point_point2(x[0], x[1]);
}
