/* SPDX-License-Identifier: MIT
 * The floating-point stage: doubles and double-doubles with proven error bounds. */
#ifndef TS_ORACLES_FLOAT_STAGE_H
#define TS_ORACLES_FLOAT_STAGE_H

#include "oracles/float_query.h"
#include "oracles/pairs.h"

/* The first t in [0, t_end] at which the pair is in contact; what it decides is proven. A contact after t_end
 * may be reported or not. *near, where undecided: about the time that it cannot decide, or INFINITY. */
ts_pair_outcome ts_float_pair(const ts_float_query *query, const ts_pair *pair, double t_end, double *near);

#endif
