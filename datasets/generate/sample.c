/* SPDX-License-Identifier: MIT
 * Random building blocks of the families. */
#include "datasets/generate/sample.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"

/* FNV-1a: families with the same seed must not see the same numbers. */
static uint64_t hash_name(const char *name) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name; ++name) hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return hash;
}

void ts_sample_begin(ts_random *random, const char *family, uint64_t seed, uint64_t index, ts_ccd_kind kind) {
    ts_random_init(random, seed ^ hash_name(family), index * TS_CCD_KINDS + (uint64_t)kind);
}

bool ts_sample_one_in(ts_random *random, uint64_t n) {
    return ts_random_below(random, n) == 0;
}

double ts_sample_integer(ts_random *random, int lo, int hi) {
    return (double)lo + (double)ts_random_below(random, (uint64_t)(hi - lo) + 1);
}

void ts_sample_cube(ts_random *random, double half, double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = ts_random_between(random, -half, half);
}

/* out = v / |v|; v is not zero. */
static void normalise(const double v[3], double out[3]) {
    const double length = sqrt(ts_norm2(v));
    for (int i = 0; i < 3; ++i) out[i] = v[i] / length;
}

void ts_sample_direction(ts_random *random, double out[3]) {
    double v[3], length2;
    do {
        ts_sample_cube(random, 1.0, v);
        length2 = ts_norm2(v);
    } while (length2 > 1.0 || length2 < 0.01);
    normalise(v, out);
}

void ts_sample_perpendicular(ts_random *random, const double normal[3], double out[3]) {
    double v[3], across[3];
    do {
        ts_sample_direction(random, v);
        ts_cross(normal, v, across);
    } while (ts_norm2(across) < 0.01 * ts_norm2(normal));
    normalise(across, out);
}

double ts_sample_t_max(ts_random *random) {
    const uint64_t choice = ts_random_below(random, 16);
    if (choice == 0) return ts_sample_integer(random, 1, 15) / 16.0;
    if (choice == 1) return 1.0 - ts_random_unit(random);
    return 1.0;
}

/* ---- Poses ---- */

/* Weights that sum to 1 up to rounding, once in four on the border. */
static void sample_weights(ts_random *random, int count, double weight[3]) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += weight[i] = 0.05 + ts_random_unit(random);
    if (ts_sample_one_in(random, 4)) {
        const int dropped = (int)ts_random_below(random, (uint64_t)count);
        sum -= weight[dropped];
        weight[dropped] = 0.0;
    }
    for (int i = 0; i < count; ++i) weight[i] /= sum;
}

static void pose_point_triangle(ts_random *random, double size, double gap, ts_query_pose *pose) {
    double u[3], v[3], across[3], weight[3];
    do {
        for (int i = 1; i < 4; ++i) ts_sample_cube(random, size, pose->x[i]);
        ts_sub(pose->x[2], pose->x[1], u);
        ts_sub(pose->x[3], pose->x[1], v);
        ts_cross(u, v, across);
    } while (ts_norm2(across) < 1e-2 * ts_norm2(u) * ts_norm2(v));
    normalise(across, pose->normal);
    if (ts_sample_one_in(random, 2)) ts_scale(-1.0, pose->normal, pose->normal);
    sample_weights(random, 3, weight);
    ts_scale(gap, pose->normal, pose->x[0]);
    for (int i = 0; i < 3; ++i) ts_axpy(pose->x[0], weight[i], pose->x[i + 1], pose->x[0]);
}

/* Rows `first` and first + 1: an edge of direction u with the point `at` at its weight. */
static void put_edge(ts_query_pose *pose, int first, const double at[3], const double u[3], double weight) {
    ts_axpy(at, -weight, u, pose->x[first]);
    ts_axpy(at, 1.0 - weight, u, pose->x[first + 1]);
}

static void pose_edge_edge(ts_random *random, double size, double gap, ts_query_pose *pose) {
    static const double origin[3] = {0.0, 0.0, 0.0};
    double u[3], v[3], across[3], at[3], weight[3];
    do {
        ts_sample_cube(random, size, u);
        ts_sample_cube(random, size, v);
        ts_cross(u, v, across);
    } while (ts_norm2(across) < 1e-2 * ts_norm2(u) * ts_norm2(v));
    normalise(across, pose->normal);
    ts_scale(gap, pose->normal, at);
    sample_weights(random, 2, weight);
    put_edge(pose, 0, at, u, weight[0]);
    sample_weights(random, 2, weight);
    put_edge(pose, 2, origin, v, weight[0]);
}

static void pose_point_edge(ts_random *random, double size, double gap, ts_query_pose *pose) {
    static const double origin[3] = {0.0, 0.0, 0.0};
    double v[3], weight[3];
    do ts_sample_cube(random, size, v);
    while (ts_norm2(v) < 1e-2 * size * size);
    ts_sample_perpendicular(random, v, pose->normal);
    ts_scale(gap, pose->normal, pose->x[0]);
    sample_weights(random, 2, weight);
    put_edge(pose, 1, origin, v, weight[0]);
}

static void pose_point_point(ts_random *random, double gap, ts_query_pose *pose) {
    ts_sample_direction(random, pose->normal);
    ts_scale(gap, pose->normal, pose->x[0]);
}

void ts_sample_pose(ts_random *random, ts_ccd_kind kind, double size, double gap, ts_query_pose *pose) {
    memset(pose, 0, sizeof *pose);
    switch (kind) {
    case TS_POINT_TRIANGLE: pose_point_triangle(random, size, gap, pose); break;
    case TS_EDGE_EDGE: pose_edge_edge(random, size, gap, pose); break;
    case TS_POINT_EDGE: pose_point_edge(random, size, gap, pose); break;
    case TS_POINT_POINT: pose_point_point(random, gap, pose); break;
    }
}

/* ---- Motions ---- */

void ts_set_motion(ts_ccd_query *query, const ts_query_pose *pose, const ts_motion *motion) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        double x[3];
        ts_add(pose->x[i], motion->centre, x);
        ts_axpy(x, -motion->at, motion->velocity[i], query->x0[i]);
        ts_axpy(x, 1.0 - motion->at, motion->velocity[i], query->x1[i]);
    }
}

void ts_move_first(ts_motion *motion, ts_ccd_kind kind, const double v[3]) {
    for (int i = 0; i < ts_ccd_first_vertices(kind); ++i) ts_add(motion->velocity[i], v, motion->velocity[i]);
}

void ts_move_all(ts_motion *motion, const double v[3]) {
    for (int i = 0; i < 4; ++i) ts_add(motion->velocity[i], v, motion->velocity[i]);
}

ts_ccd_query ts_blank_query(ts_ccd_kind kind) {
    return (ts_ccd_query){.kind = kind, .t_max = 1.0};
}

void ts_hand_over(const ts_ccd_query *made, ts_ccd_query *query) {
    *query = *made;
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            query->x0[i][c] += 0.0;
            query->x1[i][c] += 0.0;
        }
    }
}
