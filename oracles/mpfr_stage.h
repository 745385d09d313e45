/* SPDX-License-Identifier: MIT
 * The middle stage: the same search as the floating-point stage with MPFR intervals. */
#ifndef TS_ORACLES_MPFR_STAGE_H
#define TS_ORACLES_MPFR_STAGE_H

#include "oracles/pairs.h"

/* The first t in [0, t_end] at which the pair is in contact; what it decides is proven. `trouble`: what the
 * stage before could not decide; at most `effort` pieces are looked at. A contact after t_end may be reported
 * or not. */
ts_pair_outcome ts_mpfr_pair(const ts_ccd_query *query, const ts_pair *pair, double t_end, ts_pair_outcome trouble,
                             int effort);

#endif
