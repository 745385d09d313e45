/* SPDX-License-Identifier: MIT
 * The distance at a time that is a double, in floating point with proven error bounds: what spares most questions the
 * integers of oracles/exact_distance.h. */
#ifndef TS_ORACLES_FLOAT_DISTANCE_H
#define TS_ORACLES_FLOAT_DISTANCE_H

#include <stdbool.h>

#include <touchstone/distance.h>

#include "oracles/ball.h"

typedef struct ts_float_distance {
    ts_ball d2, gap; /* d^2 and d - bound; the sign of the gap is certain */
    ts_feature feature;
} ts_float_distance;

/* t in [0, 1], bound >= 0. False where rounding leaves open which features are closest, or the sign of d - bound; and
 * where numbers are too large or too small for it. */
bool ts_float_distance_at(const ts_ccd_query *query, double t, double bound, ts_float_distance *at);

/* The two neighbouring doubles around a number; false where its error leaves them open, as of every double. */
bool ts_ball_neighbours(ts_ball a, double *lo, double *hi);

#endif
