/* SPDX-License-Identifier: MIT
 * Integer frames and the motion of exact queries. */
#include "datasets/generate/frame.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"

static void set_rotation(const double q[4], ts_frame *frame) {
    const double a = q[0], b = q[1], c = q[2], d = q[3];
    const double rows[3][3] = {
        {a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)},
        {2.0 * (b * c + a * d), a * a - b * b + c * c - d * d, 2.0 * (c * d - a * b)},
        {2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a - b * b - c * c + d * d},
    };
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) frame->axis[i][k] = rows[k][i];
    }
    frame->length = a * a + b * b + c * c + d * d;
}

void ts_sample_frame(ts_random *random, ts_frame *frame) {
    static const double identity[4] = {1.0, 0.0, 0.0, 0.0};
    double q[4] = {0.0, 0.0, 0.0, 0.0};
    if (ts_sample_one_in(random, 4)) {
        set_rotation(identity, frame);
    } else {
        do {
            for (int i = 0; i < 4; ++i) q[i] = ts_sample_integer(random, -2, 2);
            set_rotation(q, frame);
        } while (frame->length == 0.0);
    }
    frame->exponent = (int)ts_sample_integer(random, -14, 0);
}

static void to_world(const ts_frame *frame, const double v[3], double out[3]) {
    for (int i = 0; i < 3; ++i) {
        const double sum = v[0] * frame->axis[0][i] + v[1] * frame->axis[1][i] + v[2] * frame->axis[2][i];
        out[i] = ldexp(sum, frame->exponent);
    }
}

void ts_set_exact_motion(ts_ccd_query *query, const ts_frame *frame, const ts_exact_motion *motion) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        double start[3], end[3];
        ts_axpy(motion->x[i], -motion->at, motion->velocity[i], start);
        ts_axpy(motion->x[i], 1.0 - motion->at, motion->velocity[i], end);
        to_world(frame, start, query->x0[i]);
        to_world(frame, end, query->x1[i]);
    }
    query->min_distance = ldexp(motion->min_distance * frame->length, frame->exponent);
}

static void swap_rows(ts_ccd_query *query, int i, int k) {
    double row[3];
    memcpy(row, query->x0[i], sizeof row);
    memcpy(query->x0[i], query->x0[k], sizeof row);
    memcpy(query->x0[k], row, sizeof row);
    memcpy(row, query->x1[i], sizeof row);
    memcpy(query->x1[i], query->x1[k], sizeof row);
    memcpy(query->x1[k], row, sizeof row);
}

void ts_shuffle_vertices(ts_random *random, ts_ccd_query *query) {
    static const int swaps[TS_CCD_KINDS][3][2] = {
        [TS_POINT_TRIANGLE] = {{1, 2}, {2, 3}, {1, 2}},
        [TS_EDGE_EDGE] = {{0, 1}, {2, 3}, {0, 0}},
        [TS_POINT_EDGE] = {{1, 2}, {0, 0}, {0, 0}},
        [TS_POINT_POINT] = {{0, 1}, {0, 0}, {0, 0}},
    };
    for (int i = 0; i < 3; ++i) {
        if (ts_sample_one_in(random, 2)) swap_rows(query, swaps[query->kind][i][0], swaps[query->kind][i][1]);
    }
    if (query->kind == TS_EDGE_EDGE && ts_sample_one_in(random, 2)) {
        swap_rows(query, 0, 2);
        swap_rows(query, 1, 3);
    }
}

void ts_sample_steps(ts_random *random, int most, double step, double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = step * ts_sample_integer(random, -most, most);
}
