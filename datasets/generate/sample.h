/* SPDX-License-Identifier: MIT
 * Random building blocks of the families. Only + - * / sqrt and ldexp, one draw per statement (C leaves
 * the order of operands open): the same bits with every compiler and library. */
#ifndef TS_DATASETS_GENERATE_SAMPLE_H
#define TS_DATASETS_GENERATE_SAMPLE_H

#include <stdbool.h>

#include "core/random.h"
#include <touchstone/ccd.h>

/* The stream of one query: families, indexes and kinds do not share draws. */
void ts_sample_begin(ts_random *random, const char *family, uint64_t seed, uint64_t index, ts_ccd_kind kind);

/* True once in n draws on average. */
bool ts_sample_one_in(ts_random *random, uint64_t n);
/* A whole number in [lo, hi]. */
double ts_sample_integer(ts_random *random, int lo, int hi);
/* Uniform in the cube [-half, half)^3. */
void ts_sample_cube(ts_random *random, double half, double out[3]);
/* A vector of length 1 up to rounding. */
void ts_sample_direction(ts_random *random, double out[3]);
/* A direction perpendicular to `normal`, up to rounding. */
void ts_sample_perpendicular(ts_random *random, const double normal[3], double out[3]);
/* Mostly 1; else a multiple of 1/16 or any number of (0, 1). */
double ts_sample_t_max(ts_random *random);

/* The primitives of a query at one time: closest points `gap` apart along `normal`, which is a unit
 * vector from the second primitive to the first. */
typedef struct ts_query_pose {
    double x[4][3];
    double normal[3];
} ts_query_pose;

/* Primitives of about `size` around the origin; the closest points lie inside the features, at times on
 * their borders. */
void ts_sample_pose(ts_random *random, ts_ccd_kind kind, double size, double gap, ts_query_pose *pose);

/* A query whose vertices are at pose->x at time `at` and move by velocity[i] per step, offset by `centre`. */
typedef struct ts_motion {
    double velocity[4][3];
    double centre[3];
    double at;
} ts_motion;

/* Fills x0 and x1 (unused rows 0). */
void ts_set_motion(ts_ccd_query *query, const ts_query_pose *pose, const ts_motion *motion);
/* Adds v to the velocities of the first primitive, or of all vertices. */
void ts_move_first(ts_motion *motion, ts_ccd_kind kind, const double v[3]);
void ts_move_all(ts_motion *motion, const double v[3]);

/* A query of this kind with all coordinates and min_distance 0, t_max 1. */
ts_ccd_query ts_blank_query(ts_ccd_kind kind);
/* *query = *made without negative zeros, which rational text could not say. */
void ts_hand_over(const ts_ccd_query *made, ts_ccd_query *query);

#endif
