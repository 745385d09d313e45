/* SPDX-License-Identifier: MIT
 * A time of impact from a method that only says whether a step collides: halve the step until it does not
 * (C-IPC, section 6.6, on root parity, BSC and T-BSC). */
#ifndef TS_CCD_HALVING_H
#define TS_CCD_HALVING_H

#include <touchstone/ccd.h>

typedef enum ts_step_answer {
    TS_STEP_FREE,
    TS_STEP_COLLIDES,
    TS_STEP_FAILED,
    TS_STEP_TOO_WIDE /* its coordinates spread too wide for the arithmetic */
} ts_step_answer;

/* Does the whole motion from x0 to x1 collide? t_max is 1. */
typedef ts_step_answer (*ts_step_test)(const ts_ccd_query *step, const void *self);

/* The option that every method with halving declares first. */
#define TS_HALVING_OPTION                                                                                              \
    { "s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the free step that is given up" }

/* Asks about the steps t_max, t_max/2, t_max/4, ... until one is free: `free` if it is the first, else `hit`
 * at (1-s) t. `limit` when a step that moves nothing any more collides still, where the published programs never end,
 * and when a shortened step is too wide; `failed` when the test fails, or the first step is too wide. A step that ends
 * at t < 1 ends at x0 + t (x1 - x0), rounded as in a line search, and is asked about as a motion of its own: that
 * motion differs from the query's by the rounding. `iterations` counts the questions. */
void ts_answer_by_halving(const ts_ccd_query *query, double s, ts_step_test test, const void *self,
                          ts_ccd_result *result);

#endif
