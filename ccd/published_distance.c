/* SPDX-License-Identifier: MIT
 * The published distances by kind, where speed is no matter. */
#include "ccd/published_distance.h"

#include "ccd/published_kinds.h"

double ts_published_distance2(ts_ccd_kind kind, const double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return ts_published_point_triangle2(x);
    case TS_EDGE_EDGE: return ts_published_edge_edge2(x);
    case TS_POINT_EDGE: return ts_published_point_edge2(x[0], x[1], x[2]);
    case TS_POINT_POINT: break;
    }
    return ts_published_point_point2(x[0], x[1]);
}

double ts_endpoint_distance2(const double x[4][3]) {
    return ts_published_endpoint2(x);
}
