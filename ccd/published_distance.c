/* SPDX-License-Identifier: MIT
 * Distances by classification and closed formulas (Li et al. 2020, "Incremental Potential Contact",
 * section 5 and supplement). Cancellation in the classification and in the cross products is theirs. */
#include "ccd/published_distance.h"

#include "core/vec3.h"

static double point_point(const double p[3], const double q[3]) {
    double r[3];
    ts_sub(p, q, r);
    return ts_norm2(r);
}

/* |(a - p) x (b - p)|^2 / |b - a|^2 */
static double point_line(const double p[3], const double a[3], const double b[3]) {
    double to_a[3], to_b[3], edge[3], area[3];
    ts_sub(a, p, to_a);
    ts_sub(b, p, to_b);
    ts_sub(b, a, edge);
    ts_cross(to_a, to_b, area);
    return ts_norm2(area) / ts_norm2(edge);
}

static double point_edge(const double p[3], const double a[3], const double b[3]) {
    double edge[3], to_p[3];
    ts_sub(b, a, edge);
    ts_sub(p, a, to_p);
    const double along = ts_dot(edge, to_p) / ts_norm2(edge);
    if (along < 0.0) return point_point(p, a);
    if (along > 1.0) return point_point(p, b);
    return point_line(p, a, b);
}

/* Where p projects on the edge from a to b (0 to 1) and whether it lies beyond it, away from the triangle. */
typedef struct edge_side {
    double along;
    double beyond;
} edge_side;

static edge_side side_of_edge(const double p[3], const double a[3], const double b[3], const double normal[3]) {
    double edge[3], to_p[3], outward[3];
    ts_sub(b, a, edge);
    ts_sub(p, a, to_p);
    ts_cross(edge, normal, outward);
    return (edge_side){.along = ts_dot(to_p, edge) / ts_norm2(edge), .beyond = ts_dot(to_p, outward)};
}

static double point_triangle(const double x[4][3]) {
    const double *p = x[0];
    double u[3], v[3], normal[3];
    ts_sub(x[2], x[1], u);
    ts_sub(x[3], x[1], v);
    ts_cross(u, v, normal);

    edge_side side[3]; /* of the edges (1,2), (2,3), (3,1) */
    for (int i = 0; i < 3; ++i) {
        const double *a = x[1 + i], *b = x[1 + (i + 1) % 3];
        side[i] = side_of_edge(p, a, b, normal);
        if (side[i].along > 0.0 && side[i].along < 1.0 && side[i].beyond >= 0.0) return point_line(p, a, b);
    }
    for (int i = 0; i < 3; ++i) {
        if (side[i].along <= 0.0 && side[(i + 2) % 3].along >= 1.0) return point_point(p, x[1 + i]);
    }
    double to_p[3];
    ts_sub(p, x[1], to_p);
    const double height = ts_dot(to_p, normal);
    return height * height / ts_norm2(normal);
}

/* The coefficients of |w + s u - t v|^2 over (s, t) in [0,1]^2, w = x0 - x2 (Eberly; Sunday). */
typedef struct edge_pair {
    double uu, uv, vv, uw, vw, determinant;
    double cross2, triple; /* |u x v|^2 and (u x v).w */
} edge_pair;

static edge_pair measure_edges(const double x[4][3]) {
    double u[3], v[3], w[3], normal[3];
    ts_sub(x[1], x[0], u);
    ts_sub(x[3], x[2], v);
    ts_sub(x[0], x[2], w);
    ts_cross(u, v, normal);
    edge_pair pair = {.uu = ts_norm2(u), .uv = ts_dot(u, v), .vv = ts_norm2(v), .uw = ts_dot(u, w), .vw = ts_dot(v, w)};
    pair.determinant = pair.uu * pair.vv - pair.uv * pair.uv;
    pair.cross2 = ts_norm2(normal);
    pair.triple = ts_dot(normal, w);
    return pair;
}

/* t is beyond an end of the second edge: that end against the first edge. */
static double end_against_first(const edge_pair *pair, const double x[4][3], int end) {
    const double s = end == 2 ? -pair->uw : pair->uv - pair->uw; /* times uu */
    if (s <= 0.0) return point_point(x[0], x[end]);
    if (s >= pair->uu) return point_point(x[1], x[end]);
    return point_line(x[end], x[0], x[1]);
}

static double edge_edge(const double x[4][3]) {
    const edge_pair pair = measure_edges(x);
    enum { INSIDE, AT_0, AT_1 } first = INSIDE;
    const double s = pair.uv * pair.vw - pair.vv * pair.uw; /* times the determinant */
    double t, t_scale;
    if (s <= 0.0) {
        first = AT_0;
    } else if (s >= pair.determinant) {
        first = AT_1;
    } else {
        t = pair.uu * pair.vw - pair.uv * pair.uw;
        t_scale = pair.determinant;
        /* Parallel or coplanar: no plane between the insides, so an end of the first edge decides. */
        const int flat = pair.triple == 0.0 || pair.cross2 < 1e-20 * pair.uu * pair.vv;
        if (t > 0.0 && t < t_scale && flat) first = s < 0.5 * pair.determinant ? AT_0 : AT_1;
    }
    if (first != INSIDE) {
        t = first == AT_0 ? pair.vw : pair.vw + pair.uv;
        t_scale = pair.vv;
    }
    if (t <= 0.0) return end_against_first(&pair, x, 2);
    if (t >= t_scale) return end_against_first(&pair, x, 3);
    if (first != INSIDE) return point_line(x[first == AT_0 ? 0 : 1], x[2], x[3]);
    return pair.triple * pair.triple / pair.cross2;
}

double ts_published_distance2(ts_ccd_kind kind, const double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return point_triangle(x);
    case TS_EDGE_EDGE: return edge_edge(x);
    case TS_POINT_EDGE: return point_edge(x[0], x[1], x[2]);
    case TS_POINT_POINT: break;
    }
    return point_point(x[0], x[1]);
}

double ts_endpoint_distance2(const double x[4][3]) {
    double least = point_point(x[0], x[2]);
    for (int i = 1; i < 4; ++i) {
        const double d2 = point_point(x[i & 1], x[2 + (i >> 1)]);
        if (d2 < least) least = d2;
    }
    return least;
}
