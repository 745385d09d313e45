/* SPDX-License-Identifier: MIT
 * The minimal separation that the C-IPC authors compared (Harmon et al. 2011; Lu et al. 2019): roots of "squared
 * distance of lines and planes = squared separation", the first of which at which the primitives are near enough is
 * accepted. Its errors are the published ones (docs/backends/minsep.md). */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/accd.h"
#include "ccd/builtin.h"
#include "ccd/options.h"
#include "ccd/published/closest.h"
#include "ccd/published/rejects.h"
#include "ccd/published/strategy.h"
#include "ccd/published_distance.h"
#include "ccd/roots.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1,
     "fraction of the initial gap that is asked for as separation (eta of IPC)"},
    {"max_iterations", TS_OPTION_INTEGER, 1e6, 1.0, 1e9,
     "point-edge and point-point: advances of accd after which the answer is `limit`"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* The query at a time, whose roots are looked at one after the other. */
typedef struct search {
    ts_ccd_kind kind;
    const ts_moving *moving;
    double separation;
    double first; /* the least accepted root so far */
    bool undecided;
} search;

/* The published bound of the squared distance: the second term is of metres, not of square metres. */
static bool is_accepted(const search *s, double t) {
    double x[4][3];
    for (int i = 0; i < 4; ++i) ts_axpy(s->moving->row[i][0], t, s->moving->row[i][1], x[i]);
    const double distance2 = s->kind == TS_EDGE_EDGE ? ts_closest_edge_edge2(x) : ts_closest_point_triangle2(x);
    return distance2 <= s->separation * s->separation + 0.1 * s->separation;
}

static void look_at_roots(search *s, const double *p, int degree) {
    double roots[TS_ROOTS_MAX_DEGREE + 1];
    for (int k = 0; k <= degree; ++k) s->undecided |= !isfinite(p[k]);
    while (degree > 0 && p[degree] == 0.0) --degree;
    if (degree == 0 || s->undecided) return;
    const int count = ts_roots_in_unit_interval(p, degree, roots);
    for (int i = 0; i < count; ++i) {
        if (roots[i] < s->first && is_accepted(s, roots[i])) s->first = roots[i];
    }
}

/* (x.normal)^2 - separation^2 |normal|^2, of differences of two rows. */
static void look_at_plane(search *s, const int u[2], const int v[2], const int x[2]) {
    double edge[2][2][3], offset[2][3], normal[3][3], height[4], normal2[5], p[7];
    ts_moving_difference(s->moving, u[0], u[1], edge[0]);
    ts_moving_difference(s->moving, v[0], v[1], edge[1]);
    ts_moving_difference(s->moving, x[0], x[1], offset);
    ts_polynomial_cross(edge[0], edge[1], normal);
    ts_polynomial_dot(normal, 2, offset, 1, height);
    ts_polynomial_dot(normal, 2, normal, 2, normal2);
    ts_polynomial_multiply(height, 3, height, 3, p);
    for (int k = 0; k <= 4; ++k) p[k] -= s->separation * s->separation * normal2[k];
    if (s->kind == TS_POINT_TRIANGLE && ts_sextic_is_rejected(p)) return;
    look_at_roots(s, p, 6);
}

static void look_at_point(search *s, int corner) {
    double x[2][3], p[3];
    ts_moving_difference(s->moving, 0, corner, x);
    ts_polynomial_dot(x, 1, x, 1, p);
    p[0] -= s->separation * s->separation;
    look_at_roots(s, p, 2);
}

static void look_at_line(search *s, int a, int b) {
    double edge[2][3], x[2][3], area[3][3], p[5], edge2[3];
    ts_moving_difference(s->moving, b, a, edge);
    ts_moving_difference(s->moving, 0, a, x);
    ts_polynomial_cross(x, edge, area);
    ts_polynomial_dot(area, 2, area, 2, p);
    ts_polynomial_dot(edge, 1, edge, 1, edge2);
    for (int k = 0; k <= 2; ++k) p[k] -= s->separation * s->separation * edge2[k];
    look_at_roots(s, p, 4);
}

/* Two edges have their lines only: their ends have no polynomial. */
static double pair_time(ts_ccd_kind kind, const ts_moving *moving, double separation) {
    search s = {.kind = kind, .moving = moving, .separation = separation, .first = INFINITY};
    if (kind == TS_EDGE_EDGE) {
        look_at_plane(&s, (int[2]){1, 0}, (int[2]){3, 2}, (int[2]){3, 0});
    } else {
        look_at_plane(&s, (int[2]){2, 1}, (int[2]){3, 1}, (int[2]){0, 1});
        for (int i = 1; i < 4; ++i) look_at_point(&s, i);
        for (int i = 1; i < 4; ++i) look_at_line(&s, i, i % 3 + 1);
    }
    return s.undecided ? NAN : s.first;
}

static void minsep_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *option = self, s = option[0], xi = query->min_distance;
    if (query->kind > TS_EDGE_EDGE) {
        const ts_accd lower = {.s = s, .max_iterations = (uint32_t)option[1]};
        ts_accd_single_portable(&lower, query, result);
        return;
    }
    ts_moving moving;
    uint32_t questions = 0;
    ts_moving_init(&moving, query);
    double d2 = ts_published_distance2(query->kind, query->x0);
    if (query->kind == TS_EDGE_EDGE && d2 <= xi * xi) d2 = ts_endpoint_distance2(query->x0);
    const double gap = (d2 - xi * xi) / (sqrt(d2) + xi);
    const ts_strategy strategy = {pair_time, xi, s, gap};
    const double time = ts_strategy_answer(&strategy, query->kind, &moving, &questions);
    ts_strategy_settle(time, questions, query, result);
}

static ts_status minsep_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_minsep = {
    .abi = TS_CCD_ABI,
    .name = "minsep",
    .summary = "floating-point roots of squared distance minus separation, as published; point-edge and point-point by "
               "accd",
    .source =
        "Harmon, Panozzo, Sorkine, Zorin: Interference-Aware Geometric Modeling, ACM TOG 30(6), 2011; Lu, Morse, "
        "Rahimian, Stadler, Zorin: Scalable Simulation of Realistic Volume Fraction Red Blood Cell Flows, SC 2019",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = minsep_create,
    .query = minsep_query,
    .destroy = free,
};
