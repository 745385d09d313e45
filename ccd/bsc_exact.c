/* SPDX-License-Identifier: MIT
 * BSC (Tang, Tong, Wang, Manocha: Fast and Exact Continuous Collision Detection with Bernstein Sign
 * Classification, 2014): the signs of ccd/signs.inc, in doubles where their error bounds allow, else exact. */
#include "ccd/signs.h"

#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/expansion.h"
#include "ccd/halving.h"

static const ts_ccd_option OPTIONS[] = {
    TS_HALVING_OPTION,
    {"split", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0, "split the step at an inflection point instead of failing there"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

typedef struct bsc_exact {
    double s;
    bool split;
} bsc_exact;

static ts_step_answer collides(const ts_ccd_query *step, const void *self) {
    const bsc_exact *method = self;
    ts_ccd_query scaled;
    const ts_scaling scaling = ts_scale_for_degree(step, BSC_DEGREE, &scaled);
    bsc_outcome outcome = scaling == TS_SCALING_LOSSY ? BSC_UNSURE : ts_bsc_bounded(&scaled, method->split);
    if (outcome == BSC_UNSURE && scaling == TS_SCALING_EXACT) outcome = ts_bsc_exact(&scaled, method->split);
    switch (outcome) {
    case BSC_FREE: return TS_STEP_FREE;
    case BSC_COLLIDES: return TS_STEP_COLLIDES;
    case BSC_UNSURE: return TS_STEP_TOO_WIDE;
    case BSC_INFLECTION: break;
    }
    return TS_STEP_FAILED;
}

static void bsc_exact_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const bsc_exact *method = self;
    ts_answer_by_halving(query, method->s, collides, method, result);
}

static ts_status bsc_exact_create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    bsc_exact *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (bsc_exact){.s = values[0], .split = values[1] != 0.0};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_bsc_exact = {
    .abi = TS_CCD_ABI,
    .name = "bsc-exact",
    .summary = "exact signs of Bernstein coefficients, no roots computed, by halving",
    .source = "Tang, Tong, Wang, Manocha: Fast and Exact Continuous Collision Detection with Bernstein Sign "
              "Classification, ACM TOG 33(6), 2014",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = bsc_exact_create,
    .query = bsc_exact_query,
    .destroy = free,
};
