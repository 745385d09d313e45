/* SPDX-License-Identifier: MIT
 * Small random turns and shifts, with the same bits on every machine. */
#include "mesh/generate/disturb.h"

#include <math.h>

#include "mesh/surface/circle.h"

/* Where no amount is asked for: ends of rods go aside by a tenth of the spacing at most, nodes by a hundredth of it, or
 * of the shortest side of a ring. */
static const double ASIDE = 0.1, SHIFT = 0.01, MOST_DEGREES = 1.0;

ts_disturbance ts_disturbance_of_rods(const ts_disturbance *wanted, double spacing, double length) {
    ts_disturbance by = *wanted;
    if (by.turn < 0.0) by.turn = fmin(ASIDE * spacing / (0.5 * length) * (180.0 / TS_PI), MOST_DEGREES);
    if (by.jitter < 0.0) by.jitter = SHIFT * spacing;
    return by;
}

ts_disturbance ts_disturbance_of_cone(const ts_disturbance *wanted, double least_radius, size_t segments) {
    ts_disturbance by = *wanted;
    if (by.turn < 0.0) by.turn = 360.0 / (double)segments;
    if (by.jitter < 0.0) by.jitter = SHIFT * 2.0 * TS_PI * least_radius / (double)segments;
    return by;
}

void ts_disturb_rod(const ts_disturbance *by, ts_random *random, int axis, size_t nodes, double (*x)[3]) {
    double aside[2], turn[2];
    ts_circle(ts_random_unit(random), aside);
    ts_circle(by->turn / 360.0 * ts_random_unit(random), turn);
    const double middle = 0.5 * (x[0][axis] + x[nodes - 1][axis]);
    for (size_t n = 0; n < nodes; ++n) {
        const double along = x[n][axis] - middle;
        x[n][axis] = middle + along * turn[0];
        x[n][(axis + 1) % 3] += along * turn[1] * aside[0];
        x[n][(axis + 2) % 3] += along * turn[1] * aside[1];
        for (int c = 0; c < 3; ++c) x[n][c] += by->jitter * ts_random_between(random, -1.0, 1.0);
    }
}

void ts_disturb_cone(const ts_disturbance *by, ts_random *random, size_t nodes, double (*x)[3]) {
    double turn[2];
    ts_circle(by->turn / 360.0 * ts_random_unit(random), turn);
    for (size_t n = 0; n < nodes; ++n) {
        const double a = x[n][0], b = x[n][2];
        x[n][0] = a * turn[0] - b * turn[1] + by->jitter * ts_random_between(random, -1.0, 1.0);
        x[n][2] = a * turn[1] + b * turn[0] + by->jitter * ts_random_between(random, -1.0, 1.0);
    }
}
