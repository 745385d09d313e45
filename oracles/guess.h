/* SPDX-License-Identifier: MIT
 * Plain floating-point guesses of distances and directions: where to look, never a proof. */
#ifndef TS_ORACLES_GUESS_H
#define TS_ORACLES_GUESS_H

#include "oracles/float_query.h"
#include "oracles/pairs.h"

/* About x[to] - x[from] at t. */
void ts_guess_row_difference(const ts_float_query *query, ts_rows rows, double t, double r[3]);

/* About the distance at t, and the vector between the closest points, whichever way it points. */
double ts_guess_direction(const ts_float_query *query, ts_ccd_kind kind, double t, double direction[3]);

/* About the distance at four times, with the widest instructions of the machine, bit for bit as one by one. */
typedef void ts_guess_four_function(const ts_float_query *query, ts_ccd_kind kind, const double times[4],
                                    double distances[4]);
ts_guess_four_function ts_guess_four, ts_guess_four_portable, ts_guess_four_avx2;

#endif
