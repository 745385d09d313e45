/* SPDX-License-Identifier: MIT
 * Additive CCD to the letter: Algorithm 1 of "Codimensional Incremental Potential Contact" (Li, Kaufman,
 * Jiang 2021). What it promises and where it fails: docs/backends/accd.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/accd.h"
#include "ccd/builtin.h"
#include "ccd/published_distance.h"
#include "ccd/published_kinds.h"
#include "core/vec3.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_iterations", TS_OPTION_INTEGER, 1e6, 1.0, 1e9, "advances after which the answer is `limit`"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* Inlined with a constant kind, loops unroll and what the kind does not have falls away. */
#define ACCD_INLINE static inline __attribute__((always_inline))

ACCD_INLINE int vertices_of(ts_ccd_kind kind) {
    return kind == TS_POINT_POINT ? 2 : kind == TS_POINT_EDGE ? 3 : 4;
}

ACCD_INLINE double larger(double a, double b) {
    return a > b ? a : b;
}

/* Lines 2 to 5: p_i = x1_i - x0_i (rounded) less their mean; returns l_p, the most by which the two
 * primitives can approach each other per unit of time. */
ACCD_INLINE double centred_displacement(const ts_ccd_query *query, ts_ccd_kind kind, double p[4][3]) {
    const int vertices = vertices_of(kind), first = kind == TS_EDGE_EDGE ? 2 : 1;
    double mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        ts_sub(query->x1[i], query->x0[i], p[i]);
        ts_add(mean, p[i], mean);
    }
    ts_scale(1.0 / vertices, mean, mean);
    double most[2] = {0.0, 0.0}; /* squares: the root is monotone, rounded or not */
    for (int i = 0; i < vertices; ++i) {
        ts_sub(p[i], mean, p[i]);
        most[i >= first] = larger(ts_norm2(p[i]), most[i >= first]);
    }
    return sqrt(most[0]) + sqrt(most[1]);
}

ACCD_INLINE double distance2(ts_ccd_kind kind, const double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: return ts_published_point_triangle2(x);
    case TS_EDGE_EDGE: return ts_published_edge_edge2(x);
    case TS_POINT_EDGE: return ts_published_point_edge2(x[0], x[1], x[2]);
    case TS_POINT_POINT: break;
    }
    return ts_published_point_point2(x[0], x[1]);
}

/* (d^2 - xi^2) / (d + xi), the gap d - xi without its cancellation. 0 rather than 0/0 when d = xi = 0. */
ACCD_INLINE double gap_at(ts_ccd_kind kind, double xi, const double x[4][3]) {
    double d2 = distance2(kind, x);
    /* The reference program's own repair: rounding has put nearly parallel edges into contact. */
    if (kind == TS_EDGE_EDGE && d2 <= xi * xi) d2 = ts_endpoint_distance2(x);
    const double sum = sqrt(d2) + xi;
    return sum == 0.0 ? 0.0 : (d2 - xi * xi) / sum;
}

ACCD_INLINE void advance(ts_ccd_kind kind, double x[4][3], double t, const double p[4][3]) {
    for (int i = 0; i < vertices_of(kind); ++i) ts_axpy(x[i], t, p[i], x[i]);
}

ACCD_INLINE bool advance_moves(ts_ccd_kind kind, const double x[4][3], double t, const double p[4][3]) {
    bool moves = false;
    for (int i = 0; i < vertices_of(kind); ++i) {
        for (int c = 0; c < 3; ++c) moves |= x[i][c] + t * p[i][c] != x[i][c];
    }
    return moves;
}

static void answer(ts_ccd_result *result, ts_ccd_status status, double toi, uint32_t iterations) {
    *result = (ts_ccd_result){.status = status, .toi = toi, .iterations = iterations};
}

ACCD_INLINE void query_kind(const ts_accd *method, const ts_ccd_query *query, ts_ccd_kind kind, ts_ccd_result *result) {
    const double xi = query->min_distance, t_max = query->t_max;
    double x[4][3], p[4][3];
    for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = query->x0[i / 3][i % 3];
    const double l_p = centred_displacement(query, kind, p);
    if (l_p == 0.0) return answer(result, TS_CCD_FREE, t_max, 0);

    double gap = gap_at(kind, xi, x);
    const double g = method->s * gap;
    double t = 0.0;
    double step = (1.0 - method->s) * gap / l_p;
    for (uint32_t k = 1; k <= method->max_iterations; ++k) {
        advance(kind, x, step, p);
        gap = gap_at(kind, xi, x);
        if (isnan(gap)) return answer(result, TS_CCD_FAILED, 0.0, k);
        if (t > 0.0 && gap < g) return answer(result, TS_CCD_HIT, t, k);
        t += step;
        if (t > t_max) return answer(result, TS_CCD_FREE, t_max, k);
        step = 0.9 * gap / l_p;
        /* A round that changes neither t nor x repeats itself for ever: the limit, without waiting for it. */
        if (t + step == t && !(t > 0.0 && gap < g) && !advance_moves(kind, x, step, p)) break;
    }
    answer(result, TS_CCD_LIMIT, fmax(t, 0.0), method->max_iterations);
}

void ts_accd_single_portable(const ts_accd *method, const ts_ccd_query *query, ts_ccd_result *result) {
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return query_kind(method, query, TS_POINT_TRIANGLE, result);
    case TS_EDGE_EDGE: return query_kind(method, query, TS_EDGE_EDGE, result);
    case TS_POINT_EDGE: return query_kind(method, query, TS_POINT_EDGE, result);
    case TS_POINT_POINT: return query_kind(method, query, TS_POINT_POINT, result);
    }
}

static void accd_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_accd_single_avx2(self, query, result);
#endif
    ts_accd_single_portable(self, query, result);
}

static ts_status accd_create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    ts_accd *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (ts_accd){.s = values[0], .max_iterations = (uint32_t)values[1]};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_accd = {
    .abi = TS_CCD_ABI,
    .name = "accd",
    .summary = "additive conservative advancement on the distance, to the letter of its publication",
    .source = "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG 40(4), 2021, Algorithm 1",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = accd_create,
    .query = accd_query,
    .query_batch = ts_accd_batch,
    .destroy = free,
};
