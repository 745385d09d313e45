/* SPDX-License-Identifier: MIT
 * Additive CCD to the letter: Algorithm 1 of "Codimensional Incremental Potential Contact" (Li, Kaufman,
 * Jiang 2021). What it promises and where it fails: docs/backends/accd.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/builtin.h"
#include "ccd/published_distance.h"
#include "core/vec3.h"

typedef struct accd {
    double s;
    uint32_t max_iterations;
} accd;

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_iterations", TS_OPTION_INTEGER, 1e6, 1.0, 1e9, "advances after which the answer is `limit`"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* Lines 2 to 5: p_i = x1_i - x0_i (rounded) less their mean; returns l_p, the most by which the two
 * primitives can approach each other per unit of time. */
static double centred_displacement(const ts_ccd_query *query, double p[4][3]) {
    const int vertices = ts_ccd_vertices(query->kind), first = ts_ccd_first_vertices(query->kind);
    double mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        ts_sub(query->x1[i], query->x0[i], p[i]);
        ts_add(mean, p[i], mean);
    }
    ts_scale(1.0 / vertices, mean, mean);
    double most[2] = {0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        ts_sub(p[i], mean, p[i]);
        const double length = sqrt(ts_norm2(p[i]));
        if (length > most[i >= first]) most[i >= first] = length;
    }
    return most[0] + most[1];
}

/* (d^2 - xi^2) / (d + xi), the gap d - xi without its cancellation. 0 rather than 0/0 when d = xi = 0. */
static double gap_at(const ts_ccd_query *query, const double x[4][3]) {
    const double xi = query->min_distance;
    double d2 = ts_published_distance2(query->kind, x);
    /* The reference program's own repair: rounding has put nearly parallel edges into contact. */
    if (query->kind == TS_EDGE_EDGE && d2 <= xi * xi) d2 = ts_endpoint_distance2(x);
    const double sum = sqrt(d2) + xi;
    return sum == 0.0 ? 0.0 : (d2 - xi * xi) / sum;
}

/* Rows that the kind does not use are zero and stay so. */
static void advance(double x[4][3], double t, const double p[4][3]) {
    for (int i = 0; i < 4; ++i) ts_axpy(x[i], t, p[i], x[i]);
}

static bool advance_moves(const double x[4][3], double t, const double p[4][3]) {
    double moved[4][3];
    memcpy(moved, x, sizeof moved);
    advance(moved, t, p);
    return memcmp(moved, x, sizeof moved) != 0;
}

static void answer(ts_ccd_result *result, ts_ccd_status status, double toi, uint32_t iterations) {
    *result = (ts_ccd_result){.status = status, .toi = toi, .iterations = iterations};
}

static void accd_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const accd *method = self;
    double x[4][3], p[4][3] = {{0.0}};
    memcpy(x, query->x0, sizeof x);
    const double l_p = centred_displacement(query, p);
    if (l_p == 0.0) return answer(result, TS_CCD_FREE, query->t_max, 0);

    double gap = gap_at(query, x);
    const double g = method->s * gap;
    double t = 0.0;
    double step = (1.0 - method->s) * gap / l_p;
    for (uint32_t k = 1; k <= method->max_iterations; ++k) {
        advance(x, step, p);
        gap = gap_at(query, x);
        if (isnan(gap)) return answer(result, TS_CCD_FAILED, 0.0, k);
        if (t > 0.0 && gap < g) return answer(result, TS_CCD_HIT, t, k);
        t += step;
        if (t > query->t_max) return answer(result, TS_CCD_FREE, query->t_max, k);
        step = 0.9 * gap / l_p;
        /* A round that changes neither t nor x repeats itself for ever: the limit, without waiting for it. */
        if (t + step == t && !(t > 0.0 && gap < g) && !advance_moves(x, step, p)) break;
    }
    answer(result, TS_CCD_LIMIT, fmax(t, 0.0), method->max_iterations);
}

static ts_status accd_create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    accd *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (accd){.s = values[0], .max_iterations = (uint32_t)values[1]};
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
    .destroy = free,
};
