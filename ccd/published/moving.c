/* SPDX-License-Identifier: MIT
 * The boxes that two primitives sweep. */
#include "ccd/published/moving.h"

#include <math.h>

bool ts_moving_boxes_come_within(ts_ccd_kind kind, const ts_moving *moving, double xi) {
    const int first = ts_ccd_first_vertices(kind), vertices = ts_ccd_vertices(kind);
    for (int c = 0; c < 3; ++c) {
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < vertices; ++i) {
            const double start = moving->row[i][0][c], end = start + moving->row[i][1][c];
            lo[i >= first] = fmin(lo[i >= first], fmin(start, end));
            hi[i >= first] = fmax(hi[i >= first], fmax(start, end));
        }
        if (lo[0] - hi[1] > xi || lo[1] - hi[0] > xi) return false;
    }
    return true;
}
