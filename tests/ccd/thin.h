/* SPDX-License-Identifier: MIT
 * Nearly parallel edges and slivers, in any direction. */
#ifndef TS_TESTS_THIN_H
#define TS_TESTS_THIN_H

#include <math.h>
#include <string.h>

#include <touchstone/ccd.h>

#include "core/random.h"

static inline void random_direction(ts_random *random, double out[3]) {
    double length2;
    do {
        for (int c = 0; c < 3; ++c) out[c] = ts_random_between(random, -1.0, 1.0);
        length2 = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
    } while (length2 > 1.0 || length2 < 0.01);
    for (int c = 0; c < 3; ++c) out[c] /= sqrt(length2);
}

/* Three directions across each other, up to rounding. */
static inline void random_frame(ts_random *random, double frame[3][3]) {
    double along;
    random_direction(random, frame[0]);
    do {
        random_direction(random, frame[1]);
        along = 0.0;
        for (int c = 0; c < 3; ++c) along += frame[0][c] * frame[1][c];
    } while (fabs(along) > 0.9);
    for (int c = 0; c < 3; ++c) frame[1][c] = (frame[1][c] - along * frame[0][c]) / sqrt(1.0 - along * along);
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        frame[2][c] = frame[0][d] * frame[1][e] - frame[0][e] * frame[1][d];
    }
}

/* Rows in a frame: along the primitives, across them within their plane, and along the gap. */
static inline void thin_rows(ts_random *random, ts_ccd_kind kind, double sine, double gap, double rows[4][3]) {
    const double shift = ts_random_between(random, -0.5, 0.5), middle = ts_random_unit(random);
    memset(rows, 0, 12 * sizeof(double));
    if (kind == TS_EDGE_EDGE) {
        rows[0][0] = shift - 0.5;
        rows[1][0] = shift + 0.5;
        rows[2][0] = -0.5;
        rows[3][0] = 0.5;
        rows[2][1] = -sine * middle;
        rows[3][1] = sine * (1.0 - middle);
        rows[0][2] = rows[1][2] = gap;
    } else {
        rows[0][0] = shift + 0.5;
        rows[0][1] = sine * (middle - 0.25);
        rows[0][2] = gap;
        rows[2][0] = 1.0;
        rows[3][0] = 0.5 + shift;
        rows[3][1] = sine;
    }
}

/* Two edges at a sine of 1e-16 to 1e-3, or a triangle as thin as that and a point. They close by up to ten times
 * their gap, turn or deform by a share of it, and drift together. */
static inline ts_ccd_query thin_query(ts_random *random, ts_ccd_kind kind) {
    ts_ccd_query query = {.kind = kind, .t_max = 1.0};
    const double sine = ts_random_log(random, 1e-16, 1e-3), gap = ts_random_log(random, 1e-10, 0.1);
    const double length = ts_random_log(random, 1e-3, 1e3), closing = gap * ts_random_between(random, -1.0, 10.0);
    const double uneven = gap * ts_random_log(random, 1e-3, 10.0), slide = ts_random_log(random, 1e-6, 1.0);
    double frame[3][3], rows[4][3], drift[3];
    random_frame(random, frame);
    random_direction(random, drift);
    thin_rows(random, kind, sine, gap, rows);
    if (ts_random_below(random, 2)) query.min_distance = 0.9 * length * gap * ts_random_unit(random);
    for (int i = 0; i < 4; ++i) {
        double move[3];
        for (int a = 0; a < 3; ++a) move[a] = ts_random_between(random, -uneven, uneven);
        if (i < ts_ccd_first_vertices(kind)) {
            move[0] += slide;
            move[2] -= closing;
        }
        for (int c = 0; c < 3; ++c) {
            double at = 0.0, to = drift[c];
            for (int a = 0; a < 3; ++a) {
                at += rows[i][a] * frame[a][c];
                to += (rows[i][a] + move[a]) * frame[a][c];
            }
            query.x0[i][c] = length * at;
            query.x1[i][c] = length * to;
        }
    }
    return query;
}

#endif
