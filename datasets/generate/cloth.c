/* SPDX-License-Identifier: MIT
 * Families `cloth`, `cloth-thick` and `far`: near contact as a simulation of thin objects sees it, around
 * 1 m from the origin or far away. */
#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/near.h"

static const double SIZE = 1e-2;

static void make(ts_random *random, double min_distance, double offset, ts_ccd_query *query) {
    ts_query_pose pose;
    ts_motion motion = {0};
    ts_near near;
    ts_sample_near(random, min_distance, &near);
    ts_sample_pose(random, query->kind, SIZE, near.pose_distance, &pose);
    ts_sample_direction(random, motion.centre);
    ts_scale(offset, motion.centre, motion.centre);
    ts_sample_near_motion(random, query->kind, &near, &pose, &motion);
    ts_set_motion(query, &pose, &motion);
    query->min_distance = min_distance;
    query->t_max = ts_sample_t_max(random);
}

void ts_generate_cloth(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "cloth", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    make(&random, 0.0, 1.0, &made);
    ts_hand_over(&made, query);
}

void ts_generate_cloth_thick(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "cloth-thick", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const double min_distance = ts_random_log(&random, 1e-5, 1e-3);
    make(&random, min_distance, 1.0, &made);
    ts_hand_over(&made, query);
}

void ts_generate_far(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "far", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const double offset = ts_random_log(&random, 1e3, 1e7);
    const double min_distance = ts_sample_one_in(&random, 2) ? ts_random_log(&random, 1e-5, 1e-3) : 0.0;
    make(&random, min_distance, offset, &made);
    ts_hand_over(&made, query);
}
