/* SPDX-License-Identifier: MIT
 * The published BSC in its two arithmetics. */
#ifndef TS_CCD_PUBLISHED_BSC_H
#define TS_CCD_PUBLISHED_BSC_H

#include <stdbool.h>

#include <touchstone/ccd.h>

typedef enum ts_bsc_outcome {
    TS_BSC_FREE,
    TS_BSC_COLLIDES,
    TS_BSC_INFLECTION /* the second derivative changes its sign: the published program throws */
} ts_bsc_outcome;

/* A point-triangle or edge-edge step. `open`: a sign that was asked for was not certain; if none was, expansions say
 * the same. */
ts_bsc_outcome ts_bsc_by_intervals(const ts_ccd_query *step, bool *open);
ts_bsc_outcome ts_bsc_by_expansions(const ts_ccd_query *step);

#endif
