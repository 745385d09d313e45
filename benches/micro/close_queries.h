/* SPDX-License-Identifier: GPL-2.0-or-later
 * Queries near contact as a simulation sees them, for timing: the gap says nothing about the motion, so that most
 * slide or turn past each other; about two in five meet. Families tie the motion to the gap. */
#ifndef TS_BENCHES_MICRO_CLOSE_QUERIES_H
#define TS_BENCHES_MICRO_CLOSE_QUERIES_H

#include <stdbool.h>

#include "core/vec3.h"
#include "datasets/generate/sample.h"

/* A velocity of a length between lo and hi, evenly in its logarithm; returns the length. */
static inline double ts_close_velocity(ts_random *random, double lo, double hi, double velocity[3]) {
    const double length = ts_random_log(random, lo, hi);
    ts_sample_direction(random, velocity);
    ts_scale(length, velocity, velocity);
    return length;
}

/* Gives the query its positions: the pose at t = 0; the first primitive moves by 1e-5 to 1e-1 in any direction, both
 * together by 1e-6 to 1e-2, and every vertex by up to as much as the first again. */
static inline void ts_close_motion(ts_random *random, const ts_query_pose *pose, ts_ccd_query *query) {
    ts_motion motion = {0};
    double relative[3], common[3], single[3];
    const double length = ts_close_velocity(random, 1e-5, 1e-1, relative);
    ts_close_velocity(random, 1e-6, 1e-2, common);
    const double uneven = length * ts_random_log(random, 1e-3, 1.0);
    ts_move_first(&motion, query->kind, relative);
    ts_move_all(&motion, common);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        ts_sample_direction(random, single);
        ts_axpy(motion.velocity[i], uneven, single, motion.velocity[i]);
    }
    ts_set_motion(query, pose, &motion);
}

/* Primitives of this size. */
static const double TS_CLOSE_SIZE = 1e-2;

/* At a gap of 1e-9 to 1e-3 over a thickness of 0 or 1e-4. */
static inline void ts_close_query(uint64_t seed, uint64_t index, ts_ccd_kind kind, bool thick, ts_ccd_query *query) {
    static const double THICKNESS = 1e-4;
    ts_random random;
    ts_query_pose pose;
    ts_sample_begin(&random, thick ? "close-thick" : "close", seed, index, kind);
    *query = ts_blank_query(kind);
    query->min_distance = thick ? THICKNESS : 0.0;
    ts_sample_pose(&random, kind, TS_CLOSE_SIZE, query->min_distance + ts_random_log(&random, 1e-9, 1e-3), &pose);
    ts_close_motion(&random, &pose, query);
}

#endif
