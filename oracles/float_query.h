/* SPDX-License-Identifier: MIT
 * A query as the floating-point stage sees it: scaled by a power of two so that nothing overflows and what
 * underflows is far below every error bound. Times do not change. */
#ifndef TS_ORACLES_FLOAT_QUERY_H
#define TS_ORACLES_FLOAT_QUERY_H

#include <stdbool.h>

#include "oracles/ball.h"
#include "oracles/pairs.h"

typedef struct ts_float_query {
    const double (*x0)[3];
    const double (*x1)[3];
    double xi;
    double scaled[2][4][3]; /* storage for x0, x1 when scaling was needed */
} ts_float_query;

/* False when no scaling is exact (magnitudes too far apart): not for this stage. `query` must outlive it. */
bool ts_float_query_init(ts_float_query *q, const ts_ccd_query *query);

/* x[to] - x[from] at t, exactly at t = 0. */
static inline void ts_ball_row_difference(const ts_float_query *q, ts_rows rows, double t, ts_ball r[3]) {
    const ts_ball after = ts_ball_from_double(t), before = ts_ball_difference(1.0, t);
    for (int i = 0; i < 3; ++i) {
        const ts_ball start = ts_ball_difference(q->x0[rows.to][i], q->x0[rows.from][i]);
        const ts_ball end = ts_ball_difference(q->x1[rows.to][i], q->x1[rows.from][i]);
        r[i] = t == 0.0 ? start : ts_ball_add(ts_ball_mul(before, start), ts_ball_mul(after, end));
    }
}

#endif
