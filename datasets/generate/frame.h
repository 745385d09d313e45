/* SPDX-License-Identifier: MIT
 * Exact geometry: orthogonal axes of integers with integer lengths, and pairs of primitives that touch in
 * such axes. All arithmetic on them is exact in doubles. */
#ifndef TS_DATASETS_GENERATE_FRAME_H
#define TS_DATASETS_GENERATE_FRAME_H

#include "datasets/generate/sample.h"

/* Three orthogonal integer vectors of the same integer length. */
typedef struct ts_frame {
    double axis[3][3];
    double length;
    int exponent; /* everything is scaled by 2^exponent in the end */
} ts_frame;

/* The rotation matrix of an integer quaternion q, times |q|^2 (Euler, Rodrigues); often the identity. */
void ts_sample_frame(ts_random *random, ts_frame *frame);

/* A query in frame coordinates: x at time `at` (a multiple of 1/8), velocities multiples of 8. */
typedef struct ts_exact_motion {
    double x[4][3];
    double velocity[4][3];
    double at;
    double min_distance; /* in units of the frame's length */
} ts_exact_motion;

/* Maps it to the query's x0, x1 and min_distance, exactly; t_max is left alone. */
void ts_set_exact_motion(ts_ccd_query *query, const ts_frame *frame, const ts_exact_motion *motion);

/* Swaps the two edges, and the ends of edges and the vertices of the triangle, at random. */
void ts_shuffle_vertices(ts_random *random, ts_ccd_query *query);

/* A vector of three multiples of `step` of at most `most` steps each. */
void ts_sample_steps(ts_random *random, int most, double step, double out[3]);

#endif
