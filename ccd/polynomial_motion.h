/* SPDX-License-Identifier: MIT
 * A query as polynomials in t of degree 1, in units that keep their products in the range of doubles. */
#ifndef TS_CCD_POLYNOMIAL_MOTION_H
#define TS_CCD_POLYNOMIAL_MOTION_H

#include <stdbool.h>

#include "core/vec3.h"
#include <touchstone/ccd.h>

/* Positions relative to row 0 at t = 0 and displacements, and the separation, in units in which the largest is
 * near 1. */
typedef struct ts_polynomial_motion {
    double x[4][2][3];
    double separation;
} ts_polynomial_motion;

/* False when a difference of two coordinates leaves the range of doubles. */
bool ts_polynomial_motion_init(ts_polynomial_motion *motion, const ts_ccd_query *query, double separation);

/* x_i - x_j as a vector polynomial. */
static inline void ts_polynomial_difference(const ts_polynomial_motion *motion, int i, int j, double out[2][3]) {
    ts_sub(motion->x[i][0], motion->x[j][0], out[0]);
    ts_sub(motion->x[i][1], motion->x[j][1], out[1]);
}

#endif
