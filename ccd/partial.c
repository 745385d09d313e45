/* SPDX-License-Identifier: MIT
 * Partial CCD of the NDB cloth paper (its eq. 8 to 15): if a pair of points meets in (0, 1], its offsets at
 * the two ends have Q = F(0).F(1) <= 0; so evaluate Q at samples. What it misses: docs/backends/partial.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <touchstone/distance.h>

#include "ccd/builtin.h"
#include "ccd/halving.h"
#include "ccd/partial.h"
#include "core/vec3.h"

typedef struct partial {
    double s;
    int order; /* samples: order (order + 1) / 2 on a triangle */
    bool projection;
} partial;

static const ts_ccd_option OPTIONS[] = {
    TS_HALVING_OPTION,
    {"samples", TS_OPTION_INTEGER, 3.0, 1.0, 5050.0,
     "points on a triangle: 1, 3, 6, 10, ... (n(n+1)/2); n x n pairs on two edges, n on an edge"},
    {"projection", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0, "also sample the closest points at t = 0"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* F = p1 - p2 for the weights of the rows of both primitives (eq. 10 up to sign). */
static void offset_at(const ts_ccd_query *step, const double x[4][3], const double weight[4], double f[3]) {
    const int vertices = ts_ccd_vertices(step->kind), first = ts_ccd_first_vertices(step->kind);
    for (int c = 0; c < 3; ++c) f[c] = 0.0;
    for (int i = 0; i < vertices; ++i) ts_axpy(f, i < first ? weight[i] : -weight[i], x[i], f);
}

/* Written so that a NaN collides. */
bool ts_partial_meets_at(const ts_ccd_query *query, const double weight[4]) {
    double start[3], end[3];
    offset_at(query, query->x0, weight, start);
    offset_at(query, query->x1, weight, end);
    const double most = query->min_distance > 0.0 ? query->min_distance * sqrt(ts_norm2(start)) : 0.0;
    return !(ts_dot(start, end) > most);
}

/* The triangle cut into order^2 small ones; a sample in the middle of each that stands upright. */
static bool meets_on_triangle(const ts_ccd_query *step, int order) {
    for (int i = 0; i < order; ++i) {
        for (int j = 0; i + j < order; ++j) {
            const double u = (i + 1.0 / 3.0) / order, v = (j + 1.0 / 3.0) / order;
            if (ts_partial_meets_at(step, (const double[4]){1.0, 1.0 - u - v, u, v})) return true;
        }
    }
    return false;
}

static bool meets_on_edges(const ts_ccd_query *step, int order) {
    for (int i = 0; i < order; ++i) {
        for (int j = 0; j < order; ++j) {
            const double u = (i + 0.5) / order, v = (j + 0.5) / order;
            if (ts_partial_meets_at(step, (const double[4]){1.0 - u, u, 1.0 - v, v})) return true;
        }
    }
    return false;
}

static bool meets_on_edge(const ts_ccd_query *step, int order) {
    for (int i = 0; i < order; ++i) {
        const double u = (i + 0.5) / order;
        if (ts_partial_meets_at(step, (const double[4]){1.0, 1.0 - u, u})) return true;
    }
    return false;
}

bool ts_partial_meets_at_samples(const ts_ccd_query *query, int order) {
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return meets_on_triangle(query, order);
    case TS_EDGE_EDGE: return meets_on_edges(query, order);
    case TS_POINT_EDGE: return meets_on_edge(query, order);
    case TS_POINT_POINT: break;
    }
    return ts_partial_meets_at(query, (const double[4]){1.0, 1.0});
}

static bool meets_at_projection(const ts_ccd_query *step) {
    ts_closest closest;
    ts_closest_points(step->kind, step->x0, &closest);
    return ts_partial_meets_at(step, closest.weight);
}

static ts_step_answer sampled_test(const ts_ccd_query *step, const void *self) {
    const partial *method = self;
    const bool meets =
        (method->projection && meets_at_projection(step)) || ts_partial_meets_at_samples(step, method->order);
    return meets ? TS_STEP_COLLIDES : TS_STEP_FREE;
}

static void partial_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const partial *method = self;
    ts_answer_by_halving(query, method->s, sampled_test, method, result);
}

static ts_status partial_create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    const int samples = (int)values[1];
    int order = 1;
    while (order * (order + 1) / 2 < samples) ++order;
    if (order * (order + 1) / 2 != samples) return TS_ERROR_USAGE;
    partial *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (partial){.s = values[0], .order = order, .projection = values[2] != 0.0};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_partial = {
    .abi = TS_CCD_ABI,
    .name = "partial",
    .summary = "signs of Q = F(0).F(1) at sample points of the primitives, with halving; approximate",
    .source = "Lan et al.: Efficient GPU Cloth Simulation with Non-distance Barriers and Subspace Reuse, ACM TOG "
              "43(6), 2024, "
              "section 4.1",
    .capabilities = TS_CCD_CAN_ALL_KINDS,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = partial_create,
    .query = partial_query,
    .destroy = free,
};
