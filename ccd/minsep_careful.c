/* SPDX-License-Identifier: MIT
 * Minimal separation (Harmon et al. 2011; Lu et al. 2019): the times at which the squared distance of two
 * features is the squared separation are roots of a polynomial, found in floating point; the first one whose
 * closest points are within the features counts. In IPC's conservative strategy. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/conservative.h"
#include "ccd/options.h"
#include "ccd/polynomial_motion.h"
#include "ccd/power_basis.h"
#include "ccd/roots.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1,
     "fraction of the initial gap that is asked for as separation"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* Of the sum of the absolute coefficients: a value below it is as good as zero. */
static const double ROUNDING = 0x1p-48;

/* Two features: the offset r between them and the directions that they span, unused ones zero. Two points
 * have none, a point and a line u, a point and a plane or two lines u and v. */
typedef struct features {
    enum { POINTS, LINE, PLANE, LINES } kind;
    double r[2][3], u[2][3], v[2][3];
} features;

/* distance^2 - separation^2, times the square of what the directions span; returns the degree. */
static int separation_polynomial(const features *pair, double separation, double f[7]) {
    const double separation2 = separation * separation;
    double span[3][3], span2[5] = {1.0}, height[4];
    int degree = 2, span_degree = 0;
    switch (pair->kind) {
    case POINTS: ts_polynomial_dot(pair->r, 1, pair->r, 1, f); break;
    case LINE:
        degree = 4;
        span_degree = 2;
        ts_polynomial_cross(pair->r, pair->u, span);
        ts_polynomial_dot(span, 2, span, 2, f);
        ts_polynomial_dot(pair->u, 1, pair->u, 1, span2);
        break;
    case PLANE:
    case LINES:
        degree = 6;
        span_degree = 4;
        ts_polynomial_cross(pair->u, pair->v, span);
        ts_polynomial_dot(span, 2, pair->r, 1, height);
        ts_polynomial_multiply(height, 3, height, 3, f);
        ts_polynomial_dot(span, 2, span, 2, span2);
        break;
    }
    for (int k = 0; k <= span_degree; ++k) f[k] -= separation2 * span2[k];
    return degree;
}

static void at_time(const double p[2][3], double t, double out[3]) {
    ts_axpy(p[0], t, p[1], out);
}

/* a x b . n */
static double area_along(const double a[3], const double b[3], const double n[3]) {
    double area[3];
    ts_cross(a, b, area);
    return ts_dot(area, n);
}

static bool within(double value, double most) {
    return value >= 0.0 && value <= most;
}

/* Are the closest points of the lines or planes within the features at t? */
static bool is_inside(const features *pair, double t) {
    double r[3], u[3], v[3], n[3];
    at_time(pair->r, t, r);
    at_time(pair->u, t, u);
    at_time(pair->v, t, v);
    ts_cross(u, v, n);
    const double nn = ts_norm2(n);
    switch (pair->kind) {
    case POINTS: return true;
    case LINE: return ts_norm2(u) > 0.0 && within(ts_dot(r, u), ts_norm2(u));
    case PLANE: {
        const double first = area_along(r, v, n), second = area_along(u, r, n);
        return nn > 0.0 && first >= 0.0 && second >= 0.0 && first + second <= nn;
    }
    case LINES: return nn > 0.0 && within(area_along(r, v, n), nn) && within(area_along(r, u, n), nn);
    }
    return false;
}

/* Roots in [0, 1], rising, and with them the ends and critical points at which f is zero to rounding. */
static int roots_to_rounding(const double *f, int degree, double roots[2 * TS_ROOTS_MAX_DEGREE + 3]) {
    double crossings[TS_ROOTS_MAX_DEGREE + 1], candidates[TS_ROOTS_MAX_DEGREE + 2] = {0.0, 1.0};
    double derivative[TS_ROOTS_MAX_DEGREE], size = 0.0;
    for (int k = 0; k <= degree; ++k) size += fabs(f[k]);
    for (int k = 1; k <= degree; ++k) derivative[k - 1] = k * f[k];
    const int crossing_count = ts_roots_in_unit_interval(f, degree, crossings);
    const int candidate_count = 2 + ts_roots_in_unit_interval(derivative, degree - 1, candidates + 2);
    int count = 0;
    for (int i = 0; i < crossing_count + candidate_count; ++i) {
        const bool crosses = i < crossing_count;
        const double t = crosses ? crossings[i] : candidates[i - crossing_count];
        if (!crosses && fabs(ts_polynomial_at(f, degree, t)) > ROUNDING * size) continue;
        int at = count++;
        for (; at > 0 && roots[at - 1] > t; --at) roots[at] = roots[at - 1];
        roots[at] = t;
    }
    return count;
}

static double first_time(const features *pair, double separation) {
    double f[TS_ROOTS_MAX_DEGREE + 1], roots[2 * TS_ROOTS_MAX_DEGREE + 3];
    const int degree = separation_polynomial(pair, separation, f);
    const int count = roots_to_rounding(f, degree, roots);
    for (int i = 0; i < count; ++i) {
        if (is_inside(pair, roots[i])) return roots[i];
    }
    return INFINITY;
}

static double points_time(const ts_polynomial_motion *m, int p, int q) {
    features pair = {.kind = POINTS};
    ts_polynomial_difference(m, p, q, pair.r);
    return first_time(&pair, m->separation);
}

static double line_time(const ts_polynomial_motion *m, int p, int a, int b) {
    features pair = {.kind = LINE};
    ts_polynomial_difference(m, p, a, pair.r);
    ts_polynomial_difference(m, b, a, pair.u);
    return first_time(&pair, m->separation);
}

static double plane_time(const ts_polynomial_motion *m) {
    features pair = {.kind = PLANE};
    ts_polynomial_difference(m, 0, 1, pair.r);
    ts_polynomial_difference(m, 2, 1, pair.u);
    ts_polynomial_difference(m, 3, 1, pair.v);
    return first_time(&pair, m->separation);
}

static double lines_time(const ts_polynomial_motion *m) {
    features pair = {.kind = LINES};
    ts_polynomial_difference(m, 2, 0, pair.r);
    ts_polynomial_difference(m, 1, 0, pair.u);
    ts_polynomial_difference(m, 3, 2, pair.v);
    return first_time(&pair, m->separation);
}

/* Over every pair of features of the two primitives. */
static double primitives_time(const ts_polynomial_motion *m, ts_ccd_kind kind) {
    const int first = ts_ccd_first_vertices(kind), vertices = ts_ccd_vertices(kind);
    double time = INFINITY;
    if (kind == TS_POINT_TRIANGLE) time = plane_time(m);
    if (kind == TS_EDGE_EDGE) time = lines_time(m);
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            time = fmin(time, points_time(m, a, b));
            for (int c = b + 1; c < vertices; ++c) time = fmin(time, line_time(m, a, b, c));
        }
    }
    if (kind == TS_EDGE_EDGE) {
        for (int b = 2; b < 4; ++b) time = fmin(time, line_time(m, b, 0, 1));
    }
    return time;
}

static double separation_time(const ts_ccd_query *query, double separation) {
    ts_polynomial_motion m;
    return ts_polynomial_motion_init(&m, query, separation) ? primitives_time(&m, query->kind) : NAN;
}

static void minsep_careful_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    ts_answer_conservatively(query, *s, separation_time, result);
}

static ts_status minsep_careful_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_minsep_careful = {
    .abi = TS_CCD_ABI,
    .name = "minsep-careful",
    .summary = "floating-point roots of squared distance minus separation, in IPC's conservative strategy",
    .source =
        "Harmon, Panozzo, Sorkine, Zorin: Interference-Aware Geometric Modeling, ACM TOG 30(6), 2011; Lu, Morse, "
        "Rahimian, Stadler, Zorin: Scalable Simulation of Realistic Volume Fraction Red Blood Cell Flows, SC 2019",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = minsep_careful_create,
    .query = minsep_careful_query,
    .destroy = free,
};
