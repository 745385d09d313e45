/* SPDX-License-Identifier: MIT
 * Halving a step until a boolean test calls it free. */
#include "ccd/halving.h"

#include <math.h>
#include <stdbool.h>

#include "core/vec3.h"

/* The motion of the query up to t, by the rounded displacement: a line search knows no other. `moves`: anything at all
 * is left of it. False when the displacement overflows. */
static bool set_step(const ts_ccd_query *query, double t, ts_ccd_query *step, bool *moves) {
    *step = *query;
    step->t_max = 1.0;
    bool finite = true;
    *moves = t == 1.0;
    if (t == 1.0) return true;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        double p[3];
        ts_sub(query->x1[i], query->x0[i], p);
        ts_axpy(query->x0[i], t, p, step->x1[i]);
        for (int c = 0; c < 3; ++c) {
            finite &= isfinite(step->x1[i][c]) != 0;
            *moves |= step->x1[i][c] != step->x0[i][c];
        }
    }
    return finite;
}

void ts_answer_by_halving(const ts_ccd_query *query, double s, ts_step_test test, const void *self,
                          ts_ccd_result *result) {
    double t = query->t_max;
    ts_step_answer answer = TS_STEP_COLLIDES;
    uint32_t questions = 0;
    bool moves = true;
    for (; answer == TS_STEP_COLLIDES && moves; ++questions) {
        if (questions > 0) t *= 0.5;
        ts_ccd_query step;
        answer = set_step(query, t, &step, &moves) ? test(&step, self) : TS_STEP_FAILED;
    }
    *result = (ts_ccd_result){.status = TS_CCD_FAILED, .iterations = questions};
    if (answer == TS_STEP_FAILED || (answer == TS_STEP_TOO_WIDE && questions == 1)) return;
    result->toi = (1.0 - s) * t;
    if (answer != TS_STEP_FREE) {
        result->status = TS_CCD_LIMIT;
    } else if (questions == 1) {
        result->status = TS_CCD_FREE;
        result->toi = query->t_max;
    } else {
        result->status = TS_CCD_HIT;
    }
}
