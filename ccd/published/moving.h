/* SPDX-License-Identifier: MIT
 * A query as the published root finders see it: positions, and displacements between rounded ends, in metres and as
 * they stand. Vectors that move linearly are polynomials of degree 1, {position, displacement}. */
#ifndef TS_CCD_PUBLISHED_MOVING_H
#define TS_CCD_PUBLISHED_MOVING_H

#include <stdbool.h>

#include "ccd/power_basis.h"
#include <touchstone/ccd.h>

typedef struct ts_moving {
    double row[4][2][3];
} ts_moving;

static inline void ts_moving_init(ts_moving *moving, const ts_ccd_query *query) {
    *moving = (ts_moving){0};
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            moving->row[i][0][c] = query->x0[i][c];
            const double end = query->x0[i][c] + (query->x1[i][c] - query->x0[i][c]);
            moving->row[i][1][c] = end - query->x0[i][c];
        }
    }
}

/* row i - row j */
static inline void ts_moving_difference(const ts_moving *moving, int i, int j, double out[2][3]) {
    for (int k = 0; k < 2; ++k) ts_sub(moving->row[i][k], moving->row[j][k], out[k]);
}

/* Do the boxes that the two primitives sweep come within xi, along every axis? */
bool ts_moving_boxes_come_within(ts_ccd_kind kind, const ts_moving *moving, double xi);

#endif
