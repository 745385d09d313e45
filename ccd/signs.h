/* SPDX-License-Identifier: MIT
 * Bernstein sign classification in two arithmetics: doubles with error bounds, and exactly. */
#ifndef TS_CCD_SIGNS_H
#define TS_CCD_SIGNS_H

#include <stdbool.h>

#include <touchstone/ccd.h>

typedef enum bsc_outcome {
    BSC_FREE,
    BSC_COLLIDES,
    BSC_INFLECTION, /* Y'' changes sign inside the step, and splitting was not allowed */
    BSC_UNSURE      /* a sign that it needed is within its error bound */
} bsc_outcome;

/* What the arithmetic says of a sign within its error bound. */
enum { BSC_UNCERTAIN = 2 };

/* The highest degree in coordinates of a number whose sign is asked for (ccd/signs.inc). */
enum { BSC_DEGREE = 16 };

/* Does the step collide? It is point-triangle or edge-edge, scaled by ts_scale_for_degree with BSC_DEGREE, not
 * lossy. `split`: at an inflection point. */
bsc_outcome ts_bsc_bounded(const ts_ccd_query *scaled, bool split);
/* Never unsure; for an exact scaling. */
bsc_outcome ts_bsc_exact(const ts_ccd_query *scaled, bool split);

#endif
