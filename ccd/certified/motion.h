/* SPDX-License-Identifier: MIT
 * What the certified method knows of a query: its rows relative to row 0, which costs one rounding. The error
 * bounds are derived in docs/certified.md. Functions take the kind beside the motion so that, inlined with a
 * constant, their loops unroll. */
#ifndef TS_CCD_CERTIFIED_MOTION_H
#define TS_CCD_CERTIFIED_MOTION_H

#include <math.h>

#include "core/vec3.h"
#include <touchstone/ccd.h>

/* Unit roundoff. */
#define CERTIFIED_U 0x1p-53
/* More than all underflow of a computation can add up to: magnitudes are at most 2^11. */
#define CERTIFIED_TINY 0x1p-960

#define CERTIFIED_INLINE static inline __attribute__((always_inline))

typedef struct ts_certified_motion {
    ts_ccd_kind kind;
    double at0[4][3];    /* row i less row 0 at t = 0, relative error u; row 0 is zero */
    double at1[4][3];    /* the same at t = 1 */
    double most0, most1; /* largest component of each */
    double xi, t_max;
    double reach; /* xi + g: the distance that every piece keeps */
} ts_certified_motion;

CERTIFIED_INLINE int ts_certified_vertices(ts_ccd_kind kind) {
    return kind == TS_POINT_POINT ? 2 : kind == TS_POINT_EDGE ? 3 : 4;
}

CERTIFIED_INLINE int ts_certified_first(ts_ccd_kind kind) {
    return kind == TS_EDGE_EDGE ? 2 : 1;
}

CERTIFIED_INLINE double ts_certified_max(double a, double b) {
    return a > b ? a : b;
}

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query);

/* y = the rows less row 0 at t; every component within 4 u max(most0, most1). */
CERTIFIED_INLINE void ts_certified_rows(const ts_certified_motion *motion, ts_ccd_kind kind, double t, double y[4][3]) {
    for (int i = 0; i < ts_certified_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) y[i][c] = (1.0 - t) * motion->at0[i][c] + t * motion->at1[i][c];
    }
}

/* The end of the longest interval that starts at t on which the constant direction n keeps `reach`; t when that
 * is not certain at t itself. At most t_max. length2 = |n|^2. n.(b - a) is linear in t, so lower bounds of it at
 * both ends bound it everywhere. */
CERTIFIED_INLINE double ts_certified_constant_end(const ts_certified_motion *motion, ts_ccd_kind kind,
                                                  const double n[3], double length2, double t) {
    const int first = ts_certified_first(kind), vertices = ts_certified_vertices(kind);
    const double size = ts_certified_max(fabs(n[0]), ts_certified_max(fabs(n[1]), fabs(n[2])));
    const double error0 = 40.0 * CERTIFIED_U * size * motion->most0 + CERTIFIED_TINY;
    const double error1 = 40.0 * CERTIFIED_U * size * motion->most1 + CERTIFIED_TINY;
    const double least = motion->reach * sqrt(length2) * (1.0 + 16.0 * CERTIFIED_U) + CERTIFIED_TINY;
    double h0[4], h1[4], end = motion->t_max;
    for (int i = 0; i < vertices; ++i) {
        h0[i] = ts_dot(n, motion->at0[i]);
        h1[i] = ts_dot(n, motion->at1[i]);
    }
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            const double low0 = h0[b] - h0[a] - error0, low1 = h1[b] - h1[a] - error1;
            const double here = (1.0 - t) * low0 + t * low1;
            const double margin = 8.0 * CERTIFIED_U * (fabs(low0) + fabs(low1)) + CERTIFIED_TINY;
            if (!(here - margin >= least)) return t;
            if (low1 >= least) continue; /* the value at t is above too: safe from t on */
            const double fall = (low0 - least) / (low0 - low1) * (1.0 - 8.0 * CERTIFIED_U);
            end = fall < end ? fall : end;
        }
    }
    return end > t ? end : t;
}

/* The same for the moving direction of a pair of features (see ts_ccd_proof_piece), whose sign is set; a lower
 * bound of the longest interval. */
double ts_certified_moving_end(const ts_certified_motion *motion, unsigned feature, double t, int8_t *sign);

#endif
