/* SPDX-License-Identifier: MIT
 * BSC (Tang, Tong, Wang, Manocha 2014) as published: a filter in doubles, intervals, which are believed when they say
 * that the step collides, and expansions. */
#include "ccd/published/bsc.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/halving.h"
#include "ccd/options.h"

static const ts_ccd_option OPTIONS[] = {TS_HALVING_OPTION};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* ---- The filter ---- */

#define NUMBER double
#define N(name) plain_##name

static double plain_of(double value) {
    return value;
}

static double plain_add(double a, double b) {
    return a + b;
}

static double plain_subtract(double a, double b) {
    return a - b;
}

static double plain_multiply(double a, double b) {
    return a * b;
}

#include "ccd/published/coplanarity.inc"

/* No root by far: in cubic metres, whatever the size of the scene. */
static const double FAR = 100.0 * DBL_EPSILON;

static bool is_far(const ts_ccd_query *step) {
    plain_corners corners;
    double normal[3][3], k[4];
    plain_set_corners(step, &corners);
    plain_coplanarity(&corners, normal, k);
    const double scale[4] = {1.0 / 3.0, 1.0, 1.0, 1.0 / 3.0};
    bool above = true, below = true;
    for (int i = 0; i < 4; ++i) {
        above &= k[i] * scale[i] > FAR;
        below &= k[i] * scale[i] < -FAR;
    }
    return above || below;
}

/* ---- The method ---- */

static ts_step_answer collides(const ts_ccd_query *step, const void *self) {
    (void)self;
    if (is_far(step)) return TS_STEP_FREE;
    bool open;
    ts_bsc_outcome outcome = ts_bsc_by_intervals(step, &open);
    if (outcome == TS_BSC_FREE && open) outcome = ts_bsc_by_expansions(step);
    switch (outcome) {
    case TS_BSC_FREE: return TS_STEP_FREE;
    case TS_BSC_COLLIDES: return TS_STEP_COLLIDES;
    case TS_BSC_INFLECTION: break;
    }
    return TS_STEP_FAILED;
}

static void bsc_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    ts_answer_by_halving(query, *s, collides, NULL, result);
}

static ts_status bsc_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_bsc = {
    .abi = TS_CCD_ABI,
    .name = "bsc",
    .summary = "signs of Bernstein coefficients in intervals and expansions, by halving, as published",
    .source = "Tang, Tong, Wang, Manocha: Fast and Exact Continuous Collision Detection with Bernstein Sign "
              "Classification, ACM TOG 33(6), 2014",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = bsc_create,
    .query = bsc_query,
    .destroy = free,
};
