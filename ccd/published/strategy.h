/* SPDX-License-Identifier: MIT
 * The conservative strategy of the published `cubic` and `minsep` (Li et al. 2020, Incremental Potential Contact):
 * ask for the time at which a tenth of the gap is left, and for contact itself when that comes too early. */
#ifndef TS_CCD_PUBLISHED_STRATEGY_H
#define TS_CCD_PUBLISHED_STRATEGY_H

#include "ccd/published/moving.h"

/* The first time in [0, 1] at which the pair of `kind` is within `separation`, says the method: INFINITY if never,
 * NaN where the published program would never end. */
typedef double (*ts_strategy_time)(ts_ccd_kind kind, const ts_moving *moving, double separation);

typedef struct ts_strategy {
    ts_strategy_time time;
    double xi, s, gap; /* gap: at t = 0, beyond xi; metres */
} ts_strategy;

/* The same as one answer: asks for xi + s gap; a time below 1e-6 is dropped, and (1-s) times the answer for xi alone
 * taken instead, which may be "never". *questions grows by those asked. */
double ts_strategy_answer(const ts_strategy *strategy, ts_ccd_kind kind, const ts_moving *moving, uint32_t *questions);

/* The result for a time: a time after t_max is free, NaN the limit. */
void ts_strategy_settle(double time, uint32_t questions, const ts_ccd_query *query, ts_ccd_result *result);

#endif
