/* SPDX-License-Identifier: GPL-2.0-or-later
 * What several sweeps draw: ranges of the barrier, frames. */
#ifndef TS_BENCHES_BARRIER_SWEEP_PARTS_H
#define TS_BENCHES_BARRIER_SWEEP_PARTS_H

#include <math.h>

#include "benches/barrier/sweep.h"
#include "core/vec3.h"

/* parameters = xi, dhat; a gap from 1e-16 m to dhat, now and then around it. */
static inline double ts_draw_range(ts_random *random, ts_term_point *point) {
    static const double THICKNESS[] = {0.0, 1e-4, 1e-3, 1.0};
    const double dhat = ts_random_log(random, 1e-4, 1e-1);
    point->parameters[0] = THICKNESS[ts_random_below(random, 4)];
    point->parameters[1] = dhat;
    return ts_random_below(random, 8) == 0 ? ts_random_between(random, 0.9, 1.1) * dhat
                                           : ts_random_log(random, 1e-16, dhat);
}

/* The same for lines: ranges and thicknesses beyond those of the sweeps, some that are round numbers. */
static inline void ts_draw_wide_range(ts_random *random, double parameters[2]) {
    static const double THICKNESS[] = {0.0, 0.0, 1e-4, 1e-3, 0.5, 1.0};
    const int which = (int)ts_random_below(random, 8);
    parameters[0] = which < 6 ? THICKNESS[which] : ts_random_log(random, 1e-6, 10.0);
    parameters[1] = ts_random_log(random, 1e-5, 10.0);
}

/* A direction without sine or cosine, whose last digits are those of the library. */
static inline void ts_draw_unit(ts_random *random, double out[3]) {
    double norm2;
    do {
        for (int c = 0; c < 3; ++c) out[c] = ts_random_between(random, -1.0, 1.0);
        norm2 = ts_norm2(out);
    } while (norm2 < 0.1 || norm2 > 1.0);
    ts_scale(1.0 / sqrt(norm2), out, out);
}

/* Orthonormal up to rounding. */
static inline void ts_draw_frame(ts_random *random, double frame[3][3]) {
    double other[3], norm2;
    ts_draw_unit(random, frame[0]);
    do {
        ts_draw_unit(random, other);
        ts_cross(frame[0], other, frame[1]);
        norm2 = ts_norm2(frame[1]);
    } while (norm2 < 0.1);
    ts_scale(1.0 / sqrt(norm2), frame[1], frame[1]);
    ts_cross(frame[0], frame[1], frame[2]);
}

#endif
