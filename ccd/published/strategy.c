/* SPDX-License-Identifier: MIT
 * The two questions of the conservative strategy. */
#include "ccd/published/strategy.h"

#include <math.h>

static const double TINY_TOI = 1e-6;

double ts_strategy_answer(const ts_strategy *strategy, ts_ccd_kind kind, const ts_moving *moving, uint32_t *questions) {
    const double first = strategy->time(kind, moving, strategy->s * strategy->gap + strategy->xi);
    ++*questions;
    if (!(first < TINY_TOI)) return first;
    ++*questions;
    return (1.0 - strategy->s) * strategy->time(kind, moving, strategy->xi);
}

void ts_strategy_settle(double time, uint32_t questions, const ts_ccd_query *query, ts_ccd_result *result) {
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = time, .iterations = questions};
    if (isnan(time)) {
        result->status = TS_CCD_LIMIT;
        result->toi = 0.0;
    } else if (time > query->t_max) {
        result->status = TS_CCD_FREE;
        result->toi = query->t_max;
    }
}
