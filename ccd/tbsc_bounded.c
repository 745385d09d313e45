/* SPDX-License-Identifier: MIT
 * T-BSC, TightCCD (Wang, Tang, Tong, Manocha 2015): the signs of ccd/signs.inc in doubles with error
 * bounds; where a sign is not certain the step collides. */
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/expansion.h"
#include "ccd/halving.h"
#include "ccd/options.h"
#include "ccd/signs.h"

static const ts_ccd_option OPTIONS[] = {TS_HALVING_OPTION};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static ts_step_answer collides(const ts_ccd_query *step, const void *self) {
    (void)self;
    ts_ccd_query scaled;
    if (ts_scale_for_degree(step, BSC_DEGREE, &scaled) == TS_SCALING_LOSSY) return TS_STEP_COLLIDES;
    return ts_bsc_bounded(&scaled, true) == BSC_FREE ? TS_STEP_FREE : TS_STEP_COLLIDES;
}

static void tbsc_bounded_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    ts_answer_by_halving(query, *s, collides, NULL, result);
}

static ts_status tbsc_bounded_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_tbsc_bounded = {
    .abi = TS_CCD_ABI,
    .name = "tbsc-bounded",
    .summary = "signs of Bernstein coefficients within forward error bounds, by halving",
    .source = "Wang, Tang, Tong, Manocha: TightCCD: Efficient and Robust Continuous Collision Detection using Tight "
              "Error Bounds, Computer Graphics Forum 34(7), 2015",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = tbsc_bounded_create,
    .query = tbsc_bounded_query,
    .destroy = free,
};
