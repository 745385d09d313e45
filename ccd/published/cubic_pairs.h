/* SPDX-License-Identifier: MIT
 * One pair of the published `cubic`, without its sub-pairs. */
#ifndef TS_CCD_PUBLISHED_CUBIC_PAIRS_H
#define TS_CCD_PUBLISHED_CUBIC_PAIRS_H

#include "ccd/published/moving.h"

/* A ts_strategy_time. */
double ts_cubic_pair_time(ts_ccd_kind kind, const ts_moving *moving, double separation);

#endif
