/* SPDX-License-Identifier: MIT
 * Families `cloth`, `cloth-thick` and `far`: near contact as a simulation of thin objects sees it. The
 * primitives reach a pose at a time within the step: at min_distance and closing (a contact), or farther
 * away and moving past (none). */
#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

static const double SIZE = 1e-2;
static const double LEAST_GAP = 1e-9, MOST_GAP = 1e-3;

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

/* The velocities around the pose; `gap` is what is left at t = 0 beyond min_distance. */
static void set_velocities(ts_random *random, const ts_ccd_query *query, const ts_pose *pose, double gap, bool closing,
                           ts_motion *motion) {
    double relative[3] = {0.0, 0.0, 0.0}, common[3] = {0.0, 0.0, 0.0};
    if (closing) ts_axpy(relative, -gap / motion->at, pose->normal, relative);
    drift(random, pose->normal, gap * ts_random_log(random, 0.1, 100.0), relative);
    drift(random, NULL, ts_random_log(random, 1e-6, SIZE), common);
    ts_move_first(motion, query->kind, relative);
    ts_move_all(motion, common);
    const double uneven = gap * ts_random_log(random, 1e-3, 0.1);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) drift(random, NULL, uneven, motion->velocity[i]);
}

static void make(ts_random *random, double min_distance, double offset, ts_ccd_query *query) {
    ts_pose pose;
    ts_motion motion = {0};
    const double gap = ts_random_log(random, LEAST_GAP, MOST_GAP);
    const bool closing = ts_sample_one_in(random, 2);
    ts_sample_pose(random, query->kind, SIZE, closing ? min_distance : min_distance + gap, &pose);
    motion.at = ts_random_between(random, 0.05, 0.95);
    ts_sample_direction(random, motion.centre);
    ts_scale(offset, motion.centre, motion.centre);
    set_velocities(random, query, &pose, gap, closing, &motion);
    ts_set_motion(query, &pose, &motion);
    query->min_distance = min_distance;
    query->t_max = ts_sample_t_max(random);
}

void ts_generate_cloth(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "cloth", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    make(&random, 0.0, 1.0, &made);
    *query = made;
}

void ts_generate_cloth_thick(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "cloth-thick", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const double min_distance = ts_random_log(&random, 1e-5, 1e-3);
    make(&random, min_distance, 1.0, &made);
    *query = made;
}

void ts_generate_far(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "far", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const double offset = ts_random_log(&random, 1e3, 1e7);
    const double min_distance = ts_sample_one_in(&random, 2) ? ts_random_log(&random, 1e-5, 1e-3) : 0.0;
    make(&random, min_distance, offset, &made);
    *query = made;
}
