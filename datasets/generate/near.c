/* SPDX-License-Identifier: MIT
 * Motion around a near contact. */
#include "datasets/generate/near.h"

#include "core/vec3.h"

void ts_sample_near(ts_random *random, double min_distance, ts_near *near) {
    near->gap = ts_random_log(random, 1e-9, 1e-3);
    near->closing = ts_sample_one_in(random, 2);
    near->pose_distance = near->closing ? min_distance : min_distance + near->gap;
}

/* Adds `length` times a random direction, perpendicular to `normal` if there is one. */
static void drift(ts_random *random, const double *normal, double length, double v[3]) {
    double direction[3];
    if (normal) {
        ts_sample_perpendicular(random, normal, direction);
    } else {
        ts_sample_direction(random, direction);
    }
    ts_axpy(v, length, direction, v);
}

void ts_sample_near_motion(ts_random *random, ts_ccd_kind kind, const ts_near *near, const ts_query_pose *pose,
                           ts_motion *motion) {
    double relative[3] = {0.0, 0.0, 0.0}, common[3] = {0.0, 0.0, 0.0};
    motion->at = ts_random_between(random, 0.05, 0.95);
    if (near->closing) ts_axpy(relative, -near->gap / motion->at, pose->normal, relative);
    drift(random, pose->normal, near->gap * ts_random_log(random, 0.1, 100.0), relative);
    drift(random, NULL, ts_random_log(random, 1e-6, 1e-2), common);
    ts_move_first(motion, kind, relative);
    ts_move_all(motion, common);
    const double uneven = near->gap * ts_random_log(random, 1e-3, 0.1);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) drift(random, NULL, uneven, motion->velocity[i]);
}
