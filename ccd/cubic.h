/* SPDX-License-Identifier: MIT
 * What the cubic of one query and of a batch share: a pair of features whose meeting is asked for, as polynomials. */
#ifndef TS_CCD_CUBIC_H
#define TS_CCD_CUBIC_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* A pair of features meets when `distance` <= 0 (== 0 with `touching`) while all of `inside` are >= 0. */
typedef struct ts_cubic_meeting {
    double distance[7], roots[7]; /* roots in [0, 1], here and below: in rising order */
    int distance_degree, root_count;
    bool touching;
    double inside[4][5], inside_roots[4][4];
    int inside_count, inside_degree, inside_root_count[4];
} ts_cubic_meeting;

/* What the pair of directions u(t), v(t) and the offset r(t) span: normal and height above the plane. Of a point and
 * an edge: u the edge, flat u.u (degree 2). */
typedef struct ts_cubic_span {
    double u[2][3], v[2][3], r[2][3];
    double normal[3][3], flat[5], height[4];
    bool parallel; /* u and v, during the whole motion, to rounding */
    bool coplanar; /* all three */
} ts_cubic_span;

/* The query's own pair of features, and the first question that the strategy asks about it. */
typedef struct ts_cubic_problem {
    ts_ccd_kind kind;
    ts_cubic_span span;
    ts_cubic_meeting pair;
} ts_cubic_problem;

/* Sets the distance of the pair. False when the query needs more than this one question. */
bool ts_cubic_pose(const ts_ccd_query *query, double eta, ts_cubic_problem *problem);
/* Whether the pair can meet, whatever is inside; wants the roots of the distance. */
bool ts_cubic_can_meet(const ts_cubic_meeting *pair);
void ts_cubic_pose_inside(ts_cubic_problem *problem);
/* The first time at which every condition holds, INFINITY if none; wants all roots. */
double ts_cubic_first_meeting(const ts_cubic_meeting *pair);

/* A polynomial, and where its roots in [0, 1] and their number go. */
typedef struct ts_cubic_rooting {
    const double *p;
    double *roots;
    int *count;
} ts_cubic_rooting;

/* ts_roots_in_unit_interval for polynomials of one degree, 1 to 6: the same source (ccd/cubic_lanes.inc) for three
 * instruction sets, the same bits. */
typedef void ts_cubic_lanes(const ts_cubic_rooting *rootings, size_t n, int degree);
ts_cubic_lanes ts_cubic_lanes_portable, ts_cubic_lanes_avx2, ts_cubic_lanes_avx512;

/* ts_ccd_backend.query_batch */
void ts_cubic_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);
/* The same with the lanes given. */
void ts_cubic_batch_with(ts_cubic_lanes *lanes, double eta, size_t n, const ts_ccd_query *queries,
                         ts_ccd_result *results);
/* ts_ccd_backend.query */
void ts_cubic_query(void *self, const ts_ccd_query *query, ts_ccd_result *result);

#endif
