/* SPDX-License-Identifier: MIT
 * The certified method in single precision, one by one; and the bounds of its arithmetic, which lanes share. */
#ifndef TS_CCD_CERTIFIED_FLOAT_H
#define TS_CCD_CERTIFIED_FLOAT_H

#include <math.h>

#include "ccd/certified/certified.h"

/* Unit roundoff; what a computed bound is rounded up by: magnitudes are at most 2, and what underflows is below 2^-140.
 */
#define TS_FLOAT_U 0x1p-24f
#define TS_FLOAT_UP (1 + 0x1p-19f)
#define TS_FLOAT_TINY 0x1p-100f

/* The nearest float that is not below x. */
static inline float ts_float_above(double x) {
    const float near = (float)x;
    return (double)near < x ? nextafterf(near, INFINITY) : near;
}

/* One query from time t on, after that many advances by constant directions; from 0 and 0: all of it. */
void ts_certified_float_from(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                             ts_ccd_result *result);

#endif
