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
#include "ccd/cubic.h"
#include "ccd/options.h"
#include "ccd/polynomial_motion.h"
#include "ccd/power_basis.h"
#include "ccd/roots.h"
#include <touchstone/distance.h>

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1,
     "fraction of the initial gap that is asked for as separation (eta of IPC)"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static bool is_inside(const ts_cubic_meeting *pair, double t) {
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

/* Between consecutive roots of all the polynomials nothing changes, so one time between them decides. */
double ts_cubic_first_meeting(const ts_cubic_meeting *pair) {
    if (pair->touching) {
        for (int i = 0; i < pair->root_count; ++i) {
            if (is_inside(pair, pair->roots[i])) return pair->roots[i];
        }
        return INFINITY;
    }
    double times[2 + 7 + 4 * 4] = {0.0, 1.0};
    int count = 2;
    for (int i = 0; i < pair->root_count; ++i) insert_sorted(times, count++, pair->roots[i]);
    for (int k = 0; k < pair->inside_count; ++k) {
        for (int i = 0; i < pair->inside_root_count[k]; ++i) insert_sorted(times, count++, pair->inside_roots[k][i]);
    }
    for (int i = 0; i + 1 < count; ++i) {
        const double t = 0.5 * (times[i] + times[i + 1]);
        if (ts_polynomial_at(pair->distance, pair->distance_degree, t) <= 0.0 && is_inside(pair, t)) return times[i];
    }
    return INFINITY;
}

/* No root and positive means that the pair never meets. */
bool ts_cubic_can_meet(const ts_cubic_meeting *pair) {
    return pair->root_count > 0 || (!pair->touching && pair->distance[0] <= 0.0);
}

static void find_distance_roots(ts_cubic_meeting *pair) {
    pair->root_count = ts_roots_in_unit_interval(pair->distance, pair->distance_degree, pair->roots);
}

static void find_inside_roots(ts_cubic_meeting *pair) {
    for (int k = 0; k < pair->inside_count && !pair->touching; ++k) {
        pair->inside_root_count[k] =
            ts_roots_in_unit_interval(pair->inside[k], pair->inside_degree, pair->inside_roots[k]);
    }
}

static double solve(ts_cubic_problem *problem) {
    find_distance_roots(&problem->pair);
    if (!ts_cubic_can_meet(&problem->pair)) return INFINITY;
    ts_cubic_pose_inside(problem);
    find_inside_roots(&problem->pair);
    return ts_cubic_first_meeting(&problem->pair);
}

/* height (degree 3) = n.r, flat: n.n (degree 4): |n.r| = separation |n|, squared unless it is 0. */
static void plane_distance(const double height[4], const double flat[5], double separation, ts_cubic_meeting *pair) {
    pair->touching = separation == 0.0;
    pair->distance_degree = pair->touching ? 3 : 6;
    if (pair->touching) {
        memcpy(pair->distance, height, 4 * sizeof *height);
        return;
    }
    ts_polynomial_multiply(height, 3, height, 3, pair->distance);
    for (int k = 0; k <= 4; ++k) pair->distance[k] -= separation * separation * flat[k];
}

static void pose_points(const ts_polynomial_motion *m, int p, int q, ts_cubic_problem *problem) {
    double r[2][3];
    ts_cubic_meeting *pair = &problem->pair;
    problem->kind = TS_POINT_POINT;
    pair->touching = false;
    pair->distance_degree = 2;
    ts_polynomial_difference(m, p, q, r);
    ts_polynomial_dot(r, 1, r, 1, pair->distance);
    pair->distance[0] -= m->separation * m->separation;
}

static double point_point_time(const ts_polynomial_motion *m, int p, int q) {
    ts_cubic_problem problem;
    pose_points(m, p, q, &problem);
    return solve(&problem);
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

/* The point row[0] against the line through row[1] and row[2], between them. False for an edge that never has a
 * length: it has no line. */
static bool pose_line(const ts_polynomial_motion *m, const int row[3], ts_cubic_problem *problem) {
    double area[3][3];
    ts_cubic_span *s = &problem->span;
    ts_cubic_meeting *pair = &problem->pair;
    problem->kind = TS_POINT_EDGE;
    pair->touching = false;
    pair->distance_degree = 4;
    ts_polynomial_difference(m, row[2], row[1], s->u);
    ts_polynomial_difference(m, row[0], row[1], s->r);
    if (has_no_length(s->u)) return false;
    ts_polynomial_cross(s->r, s->u, area);
    ts_polynomial_dot(s->u, 1, s->u, 1, s->flat);
    ts_polynomial_dot(area, 2, area, 2, pair->distance);
    for (int k = 0; k <= 2; ++k) pair->distance[k] -= m->separation * m->separation * s->flat[k];
    return true;
}

static double point_line_time(const ts_polynomial_motion *m, int p, int a, int b) {
    ts_cubic_problem problem;
    return pose_line(m, (const int[3]){p, a, b}, &problem) ? solve(&problem) : INFINITY;
}

static double sum_of_sizes(const double *p, int degree) {
    double sum = 0.0;
    for (int k = 0; k <= degree; ++k) sum += fabs(p[k]);
    return sum;
}

static void measure_span(ts_cubic_span *s) {
    ts_polynomial_cross(s->u, s->v, s->normal);
    ts_polynomial_dot(s->normal, 2, s->normal, 2, s->flat);
    ts_polynomial_dot(s->normal, 2, s->r, 1, s->height);
    const double uu = largest_norm2(s->u), vv = largest_norm2(s->v), rr = largest_norm2(s->r);
    s->parallel = sum_of_sizes(s->flat, 4) <= 1e-20 * uu * vv;
    s->coplanar = sum_of_sizes(s->height, 3) <= 1e-14 * sqrt(uu * vv * rr);
}

/* inside = (a x b).normal */
static void inside_test(const double a[2][3], const double b[2][3], const ts_cubic_span *s, double inside[5]) {
    double area[3][3];
    ts_polynomial_cross(a, b, area);
    ts_polynomial_dot(area, 2, s->normal, 2, inside);
}

void ts_cubic_pose_inside(ts_cubic_problem *problem) {
    const ts_cubic_span *s = &problem->span;
    ts_cubic_meeting *pair = &problem->pair;
    switch (problem->kind) {
    case TS_POINT_TRIANGLE: /* barycentric coordinates times |n|^2 */
        pair->inside_count = 3;
        pair->inside_degree = 4;
        inside_test(s->r, s->v, s, pair->inside[0]);
        inside_test(s->u, s->r, s, pair->inside[1]);
        for (int k = 0; k <= 4; ++k) pair->inside[2][k] = s->flat[k] - pair->inside[0][k] - pair->inside[1][k];
        return;
    case TS_EDGE_EDGE: /* the parameters times |n|^2 within 0 and |n|^2 */
        pair->inside_count = pair->inside_degree = 4;
        inside_test(s->r, s->v, s, pair->inside[0]);
        inside_test(s->r, s->u, s, pair->inside[1]);
        for (int k = 0; k <= 4; ++k) {
            pair->inside[2][k] = s->flat[k] - pair->inside[0][k];
            pair->inside[3][k] = s->flat[k] - pair->inside[1][k];
        }
        return;
    case TS_POINT_EDGE:
        pair->inside_count = pair->inside_degree = 2;
        ts_polynomial_dot(s->r, 1, s->u, 1, pair->inside[0]);
        for (int k = 0; k <= 2; ++k) pair->inside[1][k] = s->flat[k] - pair->inside[0][k];
        return;
    case TS_POINT_POINT: pair->inside_count = 0;
    }
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

/* A face or two lines. False when their plane is lost during the whole motion. */
static bool pose_plane(const ts_polynomial_motion *m, ts_ccd_kind kind, ts_cubic_problem *problem) {
    ts_cubic_span *s = &problem->span;
    problem->kind = kind;
    if (kind == TS_POINT_TRIANGLE) {
        ts_polynomial_difference(m, 2, 1, s->u);
        ts_polynomial_difference(m, 3, 1, s->v);
        ts_polynomial_difference(m, 0, 1, s->r);
    } else {
        ts_polynomial_difference(m, 1, 0, s->u);
        ts_polynomial_difference(m, 3, 2, s->v);
        ts_polynomial_difference(m, 2, 0, s->r);
    }
    measure_span(s);
    if (!s->parallel) plane_distance(s->height, s->flat, m->separation, &problem->pair);
    return !s->parallel;
}

static double plane_time(const ts_polynomial_motion *m, ts_ccd_kind kind) {
    ts_cubic_problem problem;
    const bool posed = pose_plane(m, kind, &problem);
    const double lower = posed && !problem.span.coplanar ? INFINITY : lower_features_time(m, kind);
    return posed ? fmin(lower, solve(&problem)) : lower;
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
    case TS_POINT_TRIANGLE:
    case TS_EDGE_EDGE: return plane_time(&m, query->kind);
    case TS_POINT_EDGE: return point_edge_time(&m);
    case TS_POINT_POINT: return point_point_time(&m, 0, 1);
    }
    return NAN;
}

bool ts_cubic_pose(const ts_ccd_query *query, double eta, ts_cubic_problem *problem) {
    ts_polynomial_motion m;
    const double gap = sqrt(ts_distance2(query->kind, query->x0)) - query->min_distance;
    if (!(gap > 0.0)) return false;
    if (!ts_polynomial_motion_init(&m, query, query->min_distance + eta * gap) || m.separation == 0.0) return false;
    switch (query->kind) {
    case TS_POINT_TRIANGLE:
    case TS_EDGE_EDGE: return pose_plane(&m, query->kind, problem) && !problem->span.coplanar;
    case TS_POINT_EDGE: return pose_line(&m, (const int[3]){0, 1, 2}, problem);
    case TS_POINT_POINT: pose_points(&m, 0, 1, problem); return true;
    }
    return false;
}

void ts_cubic_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
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
    .query = ts_cubic_query,
    .query_batch = ts_cubic_batch,
    .destroy = free,
};
