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

#endif
