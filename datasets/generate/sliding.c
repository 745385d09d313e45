/* SPDX-License-Identifier: MIT
 * Family `sliding`: the primitives slide along each other by their own size while the gap stays tiny, in
 * half of the queries also turning. Methods whose step is gap / speed need 1 / gap steps. */
#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

/* The pose shifted along the features by a tangential vector, the gap changed to `gap`. */
static void slide(ts_random *random, ts_ccd_kind kind, double length, double gap_change, ts_query_pose *pose) {
    double tangent[3];
    ts_sample_perpendicular(random, pose->normal, tangent);
    for (int i = 0; i < ts_ccd_first_vertices(kind); ++i) {
        ts_axpy(pose->x[i], length, tangent, pose->x[i]);
        ts_axpy(pose->x[i], gap_change, pose->normal, pose->x[i]);
    }
}

/* Turns all vertices by a small angle about an axis through the origin, to first order: x += angle a x x. */
static void turn(ts_random *random, ts_ccd_kind kind, double angle, ts_query_pose *pose) {
    double axis[3], across[3];
    ts_sample_direction(random, axis);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        ts_cross(axis, pose->x[i], across);
        ts_axpy(pose->x[i], angle, across, pose->x[i]);
    }
}

void ts_generate_sliding(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "sliding", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    if (ts_sample_one_in(&random, 2)) made.min_distance = ts_random_log(&random, 1e-5, 1e-3);
    const double gap = ts_random_log(&random, 1e-9, 1e-4);
    ts_query_pose pose;
    ts_sample_pose(&random, kind, 1.0, made.min_distance + gap, &pose);
    ts_query_pose end = pose;
    const double length = ts_random_log(&random, 1e-3, 1.0);
    /* From closing by three times the gap, through contact, to opening by as much as the gap. */
    const double gap_change = gap * ts_random_between(&random, -3.0, 1.0);
    slide(&random, kind, length, gap_change, &end);
    if (ts_sample_one_in(&random, 2)) turn(&random, kind, ts_random_log(&random, 1e-8, 1e-1), &end);
    double common[3];
    ts_sample_cube(&random, 1.0, common);
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) made.x0[i][c] = pose.x[i][c];
        ts_add(end.x[i], common, made.x1[i]);
    }
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
