/* SPDX-License-Identifier: MIT
 * A query as polynomials in t of degree 1. */
#include "ccd/polynomial_motion.h"

#include <math.h>

bool ts_polynomial_motion_init(ts_polynomial_motion *motion, const ts_ccd_query *query, double separation) {
    *motion = (ts_polynomial_motion){.separation = separation};
    double largest = separation;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        ts_sub(query->x0[i], query->x0[0], motion->x[i][0]);
        ts_sub(query->x1[i], query->x0[i], motion->x[i][1]);
        for (int c = 0; c < 3; ++c) {
            largest = fmax(largest, fmax(fabs(motion->x[i][0][c]), fabs(motion->x[i][1][c])));
        }
    }
    if (!isfinite(largest)) return false;
    if (largest == 0.0) return true;
    /* Within the exponents of doubles; what stays below 1 after 2^1000 is still far above underflow. */
    const double scale = ldexp(1.0, (int)fmin(fmax(-ilogb(largest), -1000), 1000));
    motion->separation *= scale;
    for (int i = 0; i < 4; ++i) {
        ts_scale(scale, motion->x[i][0], motion->x[i][0]);
        ts_scale(scale, motion->x[i][1], motion->x[i][1]);
    }
    return true;
}
