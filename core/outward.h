/* SPDX-License-Identifier: MIT
 * Floats on the safe side of doubles: for boxes that may be too large, never too small. */
#ifndef TS_CORE_OUTWARD_H
#define TS_CORE_OUTWARD_H

#include <float.h>
#include <math.h>

/* At least one unit in the last place further out; beyond the range of floats its end, so that an infinite box does
 * not meet an empty one. */
static inline float ts_float_below(double value) {
    const double inside = value < FLT_MAX ? (value > -FLT_MAX ? value : -FLT_MAX) : FLT_MAX;
    const float near = (float)inside, out = near - (fabsf(near) * FLT_EPSILON + FLT_MIN);
    return out > -FLT_MAX ? out : -FLT_MAX;
}

static inline float ts_float_above(double value) {
    return -ts_float_below(-value);
}

#endif
