/* SPDX-License-Identifier: MIT
 * A proof by floating point that a query is free, which needs no feature pair to be in general position:
 * directions that keep the primitives apart. */
#ifndef TS_ORACLES_SEPARATION_H
#define TS_ORACLES_SEPARATION_H

#include <stdbool.h>

#include "oracles/float_query.h"

/* True only when the distance is above xi for every t in [0, 1]: pieces of the step, on each of which one
 * direction n has n.(b - a) > xi |n| for all vertices b, a at both ends (it is linear in t). */
bool ts_float_separated(const ts_float_query *query, ts_ccd_kind kind);

/* Are the primitives about xi apart at t, as far as plain doubles tell? Then nothing separates them. False for a t
 * beyond 1. */
bool ts_float_seems_touching(const ts_float_query *query, ts_ccd_kind kind, double t);

/* The same as ts_float_separated for every t in [0, end], end > 0, at length, for an xi little below the least
 * distance: each piece as long as its direction lasts, up to so many. */
bool ts_float_separated_at_length(const ts_float_query *query, ts_ccd_kind kind, double end, int most_pieces);

#endif
