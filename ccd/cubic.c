/* SPDX-License-Identifier: MIT
 * Floating-point CCD by polynomial roots (Provot 1997) in the separated form of IPC: the coplanarity cubic,
 * or the degree 6 of "distance to the plane or line = separation", with its inside tests as time intervals.
 * What it misses: docs/backends/cubic.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/builtin.h"
#include "ccd/conservative.h"
#include "ccd/options.h"
#include "ccd/polynomial.h"
#include "ccd/polynomial_motion.h"
#include "ccd/roots.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1,
     "fraction of the initial gap that is asked for as separation (eta of IPC)"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* A pair of features meets when `distance` <= 0 (== 0 with `touching`) while all of `inside` are >= 0. */
typedef struct meeting {
    double distance[7];
    int distance_degree;
    bool touching;
    double inside[4][5];
    int inside_count, inside_degree;
} meeting;

static bool is_inside(const meeting *pair, double t) {
    for (int k = 0; k < pair->inside_count; ++k) {
        if (!(ts_polynomial_at(pair->inside[k], pair->inside_degree, t) >= 0.0)) return false;
    }
    return true;
}

static void insert_sorted(double *times, int count, double t) {
    int i = count;
    for (; i > 0 && times[i - 1] > t; --i) times[i] = times[i - 1];
    times[i] = t;
}

/* The first time at which every condition holds, INFINITY if none: between consecutive roots of all the
 * polynomials nothing changes, so one time between them decides. `roots`: those of the distance. */
static double first_meeting(const meeting *pair, const double *roots, int root_count) {
    if (pair->touching) {
        for (int i = 0; i < root_count; ++i) {
            if (is_inside(pair, roots[i])) return roots[i];
        }
        return INFINITY;
    }
    double times[2 + 7 + 4 * 5] = {0.0, 1.0};
    int count = 2;
    for (int i = 0; i < root_count; ++i) insert_sorted(times, count++, roots[i]);
    for (int k = 0; k < pair->inside_count; ++k) {
        double found[5];
        const int found_count = ts_roots_in_unit_interval(pair->inside[k], pair->inside_degree, found);
        for (int i = 0; i < found_count; ++i) insert_sorted(times, count++, found[i]);
    }
    for (int i = 0; i + 1 < count; ++i) {
        const double t = 0.5 * (times[i] + times[i + 1]);
        if (ts_polynomial_at(pair->distance, pair->distance_degree, t) <= 0.0 && is_inside(pair, t)) return times[i];
    }
    return INFINITY;
}

/* Roots of the distance; none and positive means that the pair never meets, whatever is inside. */
static bool can_meet(const meeting *pair, double *roots, int *root_count) {
    *root_count = ts_roots_in_unit_interval(pair->distance, pair->distance_degree, roots);
    return *root_count > 0 || (!pair->touching && pair->distance[0] <= 0.0);
}

/* height (degree 3) = n.r, flat: n.n (degree 4): |n.r| = separation |n|, squared unless it is 0. */
static void plane_distance(const double height[4], const double flat[5], double separation, meeting *pair) {
    pair->touching = separation == 0.0;
    pair->distance_degree = pair->touching ? 3 : 6;
    if (pair->touching) {
        memcpy(pair->distance, height, 4 * sizeof *height);
        return;
    }
    ts_polynomial_multiply(height, 3, height, 3, pair->distance);
    for (int k = 0; k <= 4; ++k) pair->distance[k] -= separation * separation * flat[k];
}

static double point_point_time(const ts_polynomial_motion *m, int p, int q) {
    double r[2][3], roots[3];
    int count;
    meeting pair = {.distance_degree = 2};
    ts_polynomial_difference(m, p, q, r);
    ts_polynomial_dot(r, 1, r, 1, pair.distance);
    pair.distance[0] -= m->separation * m->separation;
    return can_meet(&pair, roots, &count) ? first_meeting(&pair, roots, count) : INFINITY;
}

static double largest_norm2(const double a[2][3]) {
    double end[3];
    ts_add(a[0], a[1], end);
    return fmax(ts_norm2(a[0]), ts_norm2(end));
}

/* In units in which positions and displacements are near 1. */
static bool has_no_length(const double edge[2][3]) {
    return largest_norm2(edge) <= 1e-30;
}

/* The point p against the line through a and b, between them; an edge that never has a length has no line. */
static double point_line_time(const ts_polynomial_motion *m, int p, int a, int b) {
    double e[2][3], r[2][3], area[3][3], ee[3], roots[5];
    int count;
    meeting pair = {.distance_degree = 4, .inside_count = 2, .inside_degree = 2};
    ts_polynomial_difference(m, b, a, e);
    ts_polynomial_difference(m, p, a, r);
    if (has_no_length(e)) return INFINITY;
    ts_polynomial_cross(r, e, area);
    ts_polynomial_dot(e, 1, e, 1, ee);
    ts_polynomial_dot(area, 2, area, 2, pair.distance);
    for (int k = 0; k <= 2; ++k) pair.distance[k] -= m->separation * m->separation * ee[k];
    if (!can_meet(&pair, roots, &count)) return INFINITY;

    ts_polynomial_dot(r, 1, e, 1, pair.inside[0]);
    for (int k = 0; k <= 2; ++k) pair.inside[1][k] = ee[k] - pair.inside[0][k];
    return first_meeting(&pair, roots, count);
}

/* What the pair of directions u(t), v(t) and the offset r(t) span: normal and height above the plane. */
typedef struct span {
    double u[2][3], v[2][3], r[2][3];
    double normal[3][3], flat[5], height[4];
    bool parallel; /* u and v, during the whole motion, to rounding */
    bool coplanar; /* all three */
} span;

static double sum_of_sizes(const double *p, int degree) {
    double sum = 0.0;
    for (int k = 0; k <= degree; ++k) sum += fabs(p[k]);
    return sum;
}

static void measure_span(span *s) {
    ts_polynomial_cross(s->u, s->v, s->normal);
    ts_polynomial_dot(s->normal, 2, s->normal, 2, s->flat);
    ts_polynomial_dot(s->normal, 2, s->r, 1, s->height);
    const double uu = largest_norm2(s->u), vv = largest_norm2(s->v), rr = largest_norm2(s->r);
    s->parallel = sum_of_sizes(s->flat, 4) <= 1e-20 * uu * vv;
    s->coplanar = sum_of_sizes(s->height, 3) <= 1e-14 * sqrt(uu * vv * rr);
}

/* inside = (a x b).normal */
static void inside_test(const double a[2][3], const double b[2][3], const span *s, double inside[5]) {
    double area[3][3];
    ts_polynomial_cross(a, b, area);
    ts_polynomial_dot(area, 2, s->normal, 2, inside);
}

/* The point row 0 against the inside of the triangle: barycentric coordinates times |n|^2. */
static double face_time(const span *s, double separation) {
    double roots[7];
    int count;
    meeting pair = {.inside_count = 3, .inside_degree = 4};
    plane_distance(s->height, s->flat, separation, &pair);
    if (!can_meet(&pair, roots, &count)) return INFINITY;

    inside_test(s->r, s->v, s, pair.inside[0]);
    inside_test(s->u, s->r, s, pair.inside[1]);
    for (int k = 0; k <= 4; ++k) pair.inside[2][k] = s->flat[k] - pair.inside[0][k] - pair.inside[1][k];
    return first_meeting(&pair, roots, count);
}

/* The insides of two edges: their parameters times |n|^2 within 0 and |n|^2. */
static double lines_time(const span *s, double separation) {
    double roots[7];
    int count;
    meeting pair = {.inside_count = 4, .inside_degree = 4};
    plane_distance(s->height, s->flat, separation, &pair);
    if (!can_meet(&pair, roots, &count)) return INFINITY;

    inside_test(s->r, s->v, s, pair.inside[0]);
    inside_test(s->r, s->u, s, pair.inside[1]);
    for (int k = 0; k <= 4; ++k) {
        pair.inside[2][k] = s->flat[k] - pair.inside[0][k];
        pair.inside[3][k] = s->flat[k] - pair.inside[1][k];
    }
    return first_meeting(&pair, roots, count);
}

/* The degenerate cases again as point-edge and point-point pairs of the two primitives. */
static double lower_features_time(const ts_polynomial_motion *m, ts_ccd_kind kind) {
    const int first = ts_ccd_first_vertices(kind), vertices = ts_ccd_vertices(kind);
    double time = INFINITY;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            time = fmin(time, point_point_time(m, a, b));
            for (int c = b + 1; c < vertices; ++c) time = fmin(time, point_line_time(m, a, b, c));
        }
    }
    if (kind == TS_EDGE_EDGE) {
        for (int b = 2; b < 4; ++b) time = fmin(time, point_line_time(m, b, 0, 1));
    }
    return time;
}

static double point_triangle_time(const ts_polynomial_motion *m) {
    span s;
    ts_polynomial_difference(m, 2, 1, s.u);
    ts_polynomial_difference(m, 3, 1, s.v);
    ts_polynomial_difference(m, 0, 1, s.r);
    measure_span(&s);
    const double lower = s.parallel || s.coplanar ? lower_features_time(m, TS_POINT_TRIANGLE) : INFINITY;
    return s.parallel ? lower : fmin(lower, face_time(&s, m->separation));
}

static double edge_edge_time(const ts_polynomial_motion *m) {
    span s;
    ts_polynomial_difference(m, 1, 0, s.u);
    ts_polynomial_difference(m, 3, 2, s.v);
    ts_polynomial_difference(m, 2, 0, s.r);
    measure_span(&s);
    const double lower = s.parallel || s.coplanar ? lower_features_time(m, TS_EDGE_EDGE) : INFINITY;
    return s.parallel ? lower : fmin(lower, lines_time(&s, m->separation));
}

static double point_edge_time(const ts_polynomial_motion *m) {
    double e[2][3];
    ts_polynomial_difference(m, 2, 1, e);
    return has_no_length(e) ? lower_features_time(m, TS_POINT_EDGE) : point_line_time(m, 0, 1, 2);
}

static double separation_time(const ts_ccd_query *query, double separation) {
    ts_polynomial_motion m;
    if (!ts_polynomial_motion_init(&m, query, separation)) return NAN;
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return point_triangle_time(&m);
    case TS_EDGE_EDGE: return edge_edge_time(&m);
    case TS_POINT_EDGE: return point_edge_time(&m);
    case TS_POINT_POINT: return point_point_time(&m, 0, 1);
    }
    return NAN;
}

static void cubic_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *eta = self;
    ts_answer_conservatively(query, *eta, separation_time, result);
}

static ts_status cubic_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_cubic = {
    .abi = TS_CCD_ABI,
    .name = "cubic",
    .summary = "floating-point polynomial roots and inside intervals, in IPC's conservative strategy",
    .source = "Provot: Collision and self-collision handling in cloth model, 1997; Li et al.: Incremental Potential "
              "Contact, ACM TOG 39(4), 2020",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = cubic_create,
    .query = cubic_query,
    .destroy = free,
};
