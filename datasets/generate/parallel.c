/* SPDX-License-Identifier: MIT
 * Family `parallel`: parallel and collinear edges, triangles that move in their own plane, points that move
 * along an edge's line or head on. Half of the queries are exact; in the others the first edge, or the motion
 * of the point, leaves the direction by a sine of 1e-16 to 1e-3. */
#include <math.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/frame.h"

enum { MOST = 8 };

/* Whole numbers: x (and y, for the plane of a triangle) vary per vertex, the rest is the primitive's. */
static void fill(ts_random *random, int first, int count, int free_axes, double rows[4][3]) {
    double shared[3];
    ts_sample_steps(random, 2, 1.0, shared);
    for (int i = first; i < first + count; ++i) {
        for (int c = 0; c < 3; ++c) {
            rows[i][c] = c < free_axes ? ts_sample_integer(random, -MOST, MOST) : shared[c];
        }
    }
}

/* Edges, and points beside edges, keep to lines along x; a triangle keeps to planes z = constant. */
static void sample_aligned(ts_random *random, ts_ccd_kind kind, double rows[4][3]) {
    const int first = ts_ccd_first_vertices(kind), count = ts_ccd_vertices(kind);
    const int free_axes = kind == TS_POINT_TRIANGLE ? 2 : 1;
    fill(random, 0, first, free_axes, rows);
    fill(random, first, count - first, free_axes, rows);
}

/* Velocities of the same kind, in multiples of 8; half of the time none across the direction. */
static void sample_velocities(ts_random *random, ts_ccd_kind kind, double rows[4][3]) {
    const bool along = ts_sample_one_in(random, 2);
    sample_aligned(random, kind, rows);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            const bool across = c == 2 || (c == 1 && kind != TS_POINT_TRIANGLE);
            rows[i][c] = along && across ? 0.0 : 8.0 * rows[i][c];
        }
    }
}

/* Turns the first edge, or the motion of the point, by a small angle. */
static void tilt(ts_random *random, ts_ccd_query *query) {
    const bool edge = query->kind == TS_EDGE_EDGE;
    const int row = edge ? 1 : 0;
    double direction[3], along[3];
    const double sine = ts_random_log(random, 1e-16, 1e-3);
    ts_sample_direction(random, direction);
    ts_sub(edge ? query->x0[1] : query->x1[0], query->x0[0], along);
    const double shift = sine * sqrt(ts_norm2(along));
    ts_axpy(query->x1[row], shift, direction, query->x1[row]);
    if (edge) ts_axpy(query->x0[row], shift, direction, query->x0[row]);
}

void ts_generate_parallel(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "parallel", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    ts_frame frame;
    ts_exact_motion motion = {0};
    ts_sample_frame(&random, &frame);
    sample_aligned(&random, kind, motion.x);
    sample_velocities(&random, kind, motion.velocity);
    motion.at = ts_sample_integer(&random, 0, 8) / 8.0;
    if (ts_sample_one_in(&random, 2)) motion.min_distance = ts_sample_integer(&random, 1, 5);
    ts_set_exact_motion(&made, &frame, &motion);
    ts_shuffle_vertices(&random, &made);
    if (ts_sample_one_in(&random, 2)) tilt(&random, &made);
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
