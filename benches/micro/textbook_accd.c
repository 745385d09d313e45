/* SPDX-License-Identifier: GPL-2.0-or-later
 * Algorithm 1 of Li, Kaufman, Jiang 2021 line by line, with the distance of Li et al. 2020: first the pair of
 * closest features, then its formula. General in the kind, nothing done for speed; keep it so. */
#include "benches/micro/textbook_accd.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"

static const double S = 0.1;
enum { MAX_ITERATIONS = 1000000 };

/* ---- The distance: the closest features ---- */

typedef enum feature_type { POINT_POINT, POINT_LINE, POINT_PLANE, LINE_LINE } feature_type;

/* Rows: the two points; the point and the line's two; for planes and lines the query's own order. */
typedef struct feature_pair {
    feature_type type;
    int row[3];
} feature_pair;

static feature_pair classify_point_edge(const double x[4][3], int p, int a, int b) {
    double edge[3], to_p[3];
    ts_sub(x[b], x[a], edge);
    ts_sub(x[p], x[a], to_p);
    const double along = ts_dot(edge, to_p) / ts_norm2(edge);
    if (along < 0.0) return (feature_pair){POINT_POINT, {p, a}};
    if (along > 1.0) return (feature_pair){POINT_POINT, {p, b}};
    return (feature_pair){POINT_LINE, {p, a, b}};
}

static feature_pair classify_point_triangle(const double x[4][3]) {
    double u[3], v[3], normal[3], along[3], beyond[3];
    ts_sub(x[2], x[1], u);
    ts_sub(x[3], x[1], v);
    ts_cross(u, v, normal);
    for (int i = 0; i < 3; ++i) {
        double edge[3], to_p[3], outward[3];
        ts_sub(x[1 + (i + 1) % 3], x[1 + i], edge);
        ts_sub(x[0], x[1 + i], to_p);
        ts_cross(edge, normal, outward);
        along[i] = ts_dot(to_p, edge) / ts_norm2(edge);
        beyond[i] = ts_dot(to_p, outward);
    }
    for (int i = 0; i < 3; ++i) {
        if (along[i] > 0.0 && along[i] < 1.0 && beyond[i] >= 0.0) {
            return (feature_pair){POINT_LINE, {0, 1 + i, 1 + (i + 1) % 3}};
        }
    }
    for (int i = 0; i < 3; ++i) {
        if (along[i] <= 0.0 && along[(i + 2) % 3] >= 1.0) return (feature_pair){POINT_POINT, {0, 1 + i}};
    }
    return (feature_pair){POINT_PLANE, {0}};
}

/* An end of the second edge against the first edge. */
static feature_pair classify_end(double s, double uu, int end) {
    if (s <= 0.0) return (feature_pair){POINT_POINT, {0, end}};
    if (s >= uu) return (feature_pair){POINT_POINT, {1, end}};
    return (feature_pair){POINT_LINE, {end, 0, 1}};
}

static feature_pair classify_edge_edge(const double x[4][3]) {
    double u[3], v[3], w[3], normal[3];
    ts_sub(x[1], x[0], u);
    ts_sub(x[3], x[2], v);
    ts_sub(x[0], x[2], w);
    ts_cross(u, v, normal);
    const double uu = ts_norm2(u), uv = ts_dot(u, v), vv = ts_norm2(v), uw = ts_dot(u, w), vw = ts_dot(v, w);
    const double determinant = uu * vv - uv * uv;
    const double s = uv * vw - vv * uw;
    int first = -1; /* the end of the first edge that decides */
    double t = 0.0, t_scale = determinant;
    if (s <= 0.0) {
        first = 0;
    } else if (s >= determinant) {
        first = 1;
    } else {
        t = uu * vw - uv * uw;
        const int flat = ts_dot(normal, w) == 0.0 || ts_norm2(normal) < 1e-20 * uu * vv;
        if (t > 0.0 && t < determinant && flat) first = s < 0.5 * determinant ? 0 : 1;
    }
    if (first >= 0) {
        t = first == 0 ? vw : vw + uv;
        t_scale = vv;
    }
    if (t <= 0.0) return classify_end(-uw, uu, 2);
    if (t >= t_scale) return classify_end(uv - uw, uu, 3);
    if (first >= 0) return (feature_pair){POINT_LINE, {first, 2, 3}};
    return (feature_pair){LINE_LINE, {0}};
}

static feature_pair classify(ts_ccd_kind kind, const double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return classify_point_triangle(x);
    case TS_EDGE_EDGE: return classify_edge_edge(x);
    case TS_POINT_EDGE: return classify_point_edge(x, 0, 1, 2);
    case TS_POINT_POINT: break;
    }
    return (feature_pair){POINT_POINT, {0, 1}};
}

/* ---- The distance: the formulas ---- */

static double point_point2(const double p[3], const double q[3]) {
    double r[3];
    ts_sub(p, q, r);
    return ts_norm2(r);
}

static double point_line2(const double p[3], const double a[3], const double b[3]) {
    double to_a[3], to_b[3], edge[3], area[3];
    ts_sub(a, p, to_a);
    ts_sub(b, p, to_b);
    ts_sub(b, a, edge);
    ts_cross(to_a, to_b, area);
    return ts_norm2(area) / ts_norm2(edge);
}

static double point_plane2(const double x[4][3]) {
    double u[3], v[3], normal[3], to_p[3];
    ts_sub(x[2], x[1], u);
    ts_sub(x[3], x[1], v);
    ts_sub(x[0], x[1], to_p);
    ts_cross(u, v, normal);
    const double height = ts_dot(to_p, normal);
    return height * height / ts_norm2(normal);
}

static double line_line2(const double x[4][3]) {
    double u[3], v[3], w[3], normal[3];
    ts_sub(x[1], x[0], u);
    ts_sub(x[3], x[2], v);
    ts_sub(x[0], x[2], w);
    ts_cross(u, v, normal);
    const double volume = ts_dot(normal, w);
    return volume * volume / ts_norm2(normal);
}

static double distance2(ts_ccd_kind kind, const double x[4][3]) {
    const feature_pair pair = classify(kind, x);
    switch (pair.type) {
    case POINT_POINT: return point_point2(x[pair.row[0]], x[pair.row[1]]);
    case POINT_LINE: return point_line2(x[pair.row[0]], x[pair.row[1]], x[pair.row[2]]);
    case POINT_PLANE: return point_plane2(x);
    case LINE_LINE: break;
    }
    return line_line2(x);
}

/* ---- Algorithm 1 ---- */

static double gap_of(const ts_ccd_query *query, const double x[4][3]) {
    const double xi = query->min_distance;
    double d2 = distance2(query->kind, x);
    if (query->kind == TS_EDGE_EDGE && d2 <= xi * xi) {
        d2 = fmin(fmin(point_point2(x[0], x[2]), point_point2(x[1], x[2])),
                  fmin(point_point2(x[0], x[3]), point_point2(x[1], x[3])));
    }
    if (d2 == 0.0 && xi == 0.0) return 0.0;
    return (d2 - xi * xi) / (sqrt(d2) + xi);
}

/* p of lines 2 and 3; returns l_p of line 4. */
static double displacements(const ts_ccd_query *query, double p[4][3]) {
    const int vertices = ts_ccd_vertices(query->kind);
    double mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        ts_sub(query->x1[i], query->x0[i], p[i]);
        ts_add(mean, p[i], mean);
    }
    ts_scale(1.0 / vertices, mean, mean);
    double first = 0.0, second = 0.0;
    for (int i = 0; i < vertices; ++i) {
        ts_sub(p[i], mean, p[i]);
        const double length = sqrt(ts_norm2(p[i]));
        if (i < ts_ccd_first_vertices(query->kind))
            first = fmax(first, length);
        else
            second = fmax(second, length);
    }
    return first + second;
}

static void query_textbook(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    double x[4][3], p[4][3];
    memcpy(x, query->x0, sizeof x);
    const double l_p = displacements(query, p);
    *result = (ts_ccd_result){TS_CCD_FREE, query->t_max, 0};
    if (l_p == 0.0) return;
    double gap = gap_of(query, x);
    const double g = S * gap;
    double t = 0.0, t_l = (1.0 - S) * gap / l_p;
    for (result->iterations = 1; result->iterations <= MAX_ITERATIONS; ++result->iterations) {
        for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) ts_axpy(x[i], t_l, p[i], x[i]);
        gap = gap_of(query, x);
        if (t > 0.0 && gap < g) {
            result->status = TS_CCD_HIT;
            result->toi = t;
            return;
        }
        t += t_l;
        if (t > query->t_max) return;
        if (isnan(gap)) {
            result->status = TS_CCD_FAILED;
            result->toi = 0.0;
            return;
        }
        t_l = 0.9 * gap / l_p;
    }
    *result = (ts_ccd_result){TS_CCD_LIMIT, fmax(t, 0.0), MAX_ITERATIONS};
}

static ts_status create_textbook(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy_textbook(void *self) {
    (void)self;
}

const ts_ccd_backend ts_textbook_accd = {
    .abi = TS_CCD_ABI,
    .name = "textbook",
    .summary = "accd in plain C",
    .source = "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG 40(4), 2021, Algorithm 1",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create_textbook,
    .query = query_textbook,
    .destroy = destroy_textbook,
};
