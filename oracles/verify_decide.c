/* SPDX-License-Identifier: MIT
 * Exact decisions about one pair of primitives. */
#include "oracles/verify_decide.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <touchstone/oracle.h>

#include "oracles/intersect.h"
#include "oracles/separation.h"

/* ---- Intersection ---- */

static bool disjoint_meet(const int count[2], ts_corner corner[2][3]) {
    if (count[0] == 3) return ts_triangles_meet(corner[0], corner[1]);
    if (count[0] == 2 && count[1] == 3) return ts_segment_meets_triangle(corner[0], corner[1]);
    if (count[0] == 2) return ts_segments_meet(corner[0], corner[1]);
    if (count[1] == 3) return ts_point_meets_triangle(corner[0][0], corner[1]);
    if (count[1] == 2) return ts_point_meets_segment(corner[0][0], corner[1]);
    return ts_points_meet(corner[0][0], corner[1][0]);
}

/* Do elements meet in more than their `common` nodes? */
static bool joined_meet(const int count[2], int common, ts_corner corner[2][3]) {
    if (common == 3) return true; /* the same triangle twice */
    if (common == 2) return count[0] == 3 && ts_triangles_fold(corner[0], corner[1]);
    if (count[0] == 3) return ts_triangles_meet_beyond(corner[0], corner[1]);
    if (count[0] == 2 && count[1] == 3) return ts_segment_meets_triangle_beyond(corner[0], corner[1]);
    return count[0] == 2 && ts_segments_fold(corner[0], corner[1]);
}

static double intersection(const ts_verify_pass *p, ts_verify_pair *pair) {
    const int common = ts_verify_pair_join(pair);
    ts_corner corner[2][3];
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < pair->count[k]; ++i) corner[k][i] = p->way->x0[pair->node[k][i]];
    }
    const bool meet = common == 0 ? disjoint_meet(pair->count, corner) : joined_meet(pair->count, common, corner);
    return meet ? 0.0 : (double)NAN;
}

/* ---- Distance ---- */

static void fill_query(const ts_verify_pass *p, const ts_verify_pair *pair, ts_ccd_query *query) {
    memset(query, 0, sizeof *query);
    query->kind = p->query;
    query->min_distance = ts_verify_pair_thickness(p->surface, pair);
    query->t_max = 1.0;
    for (int k = 0, row = 0; k < 2; ++k) {
        for (int i = 0; i < pair->count[k]; ++i, ++row) {
            memcpy(query->x0[row], p->way->x0[pair->node[k][i]], sizeof query->x0[row]);
            memcpy(query->x1[row], p->way->x1[pair->node[k][i]], sizeof query->x1[row]);
        }
    }
}

/* Most pairs are far enough apart for a direction in doubles to prove it. */
static bool plainly_separated(const ts_ccd_query *query) {
    ts_float_query quick;
    return ts_float_query_init(&quick, query) && ts_float_separated(&quick, query->kind);
}

/* Positions are finite and a thickness is in bounds, so the oracle refuses no query. */
static void must(ts_status status) {
    assert(status == TS_OK);
    (void)status;
}

static double distance(const ts_verify_pass *p, const ts_verify_pair *pair) {
    ts_ccd_query query;
    ts_oracle_distance_result exact;
    int sign = 0;
    fill_query(p, pair, &query);
    if (plainly_separated(&query)) return (double)NAN;
    must(ts_oracle_compare(&query, 0.0, query.min_distance, &sign));
    if (sign > 0) return (double)NAN;
    must(ts_oracle_distance(&query, 0.0, query.min_distance, &exact));
    return exact.gap_lo;
}

static double impact(const ts_verify_pass *p, const ts_verify_pair *pair) {
    ts_ccd_query query;
    ts_oracle_truth truth;
    fill_query(p, pair, &query);
    if (plainly_separated(&query)) return (double)NAN;
    must(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth));
    return truth.contact ? truth.lo : (double)NAN;
}

double ts_verify_decide(const ts_verify_pass *p, const int32_t index[2]) {
    ts_verify_pair pair;
    ts_verify_surface_pair(p->surface, p->side, index, &pair);
    if (p->kind == TS_OFFENCE_INTERSECTION) return intersection(p, &pair);
    return p->kind == TS_OFFENCE_THICKNESS ? distance(p, &pair) : impact(p, &pair);
}
