/* SPDX-License-Identifier: MIT
 * What moving directions and careful closest points know of a query: its rows relative to row 0, which costs one
 * rounding. Functions take the kind beside the motion so that, inlined with a constant, their loops unroll. */
#ifndef TS_CCD_CERTIFIED_MOTION_H
#define TS_CCD_CERTIFIED_MOTION_H

#include <math.h>

#include "ccd/certified/certified.h"
#include "ccd/kind.h"
#include "core/vec3.h"
#include <touchstone/ccd.h>

#define CERTIFIED_INLINE static inline __attribute__((always_inline))

typedef struct ts_certified_motion {
    ts_ccd_kind kind;
    double at0[4][3];    /* row i less row 0 at t = 0, relative error u; row 0 is zero */
    double at1[4][3];    /* the same at t = 1 */
    double most0, most1; /* largest component of each */
    double t_max;
} ts_certified_motion;

CERTIFIED_INLINE double ts_certified_max(double a, double b) {
    return a > b ? a : b;
}

/* The query in units of a power of two near its largest number: what underflows is covered by CERTIFIED_TINY. */
void ts_certified_scale(const ts_ccd_query *query, ts_ccd_query *scaled);

/* Of a query that needs no other scale. */
void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query);

/* y = the rows less row 0 at t; every component within 4 u max(most0, most1). */
CERTIFIED_INLINE void ts_certified_rows(const ts_certified_motion *motion, ts_ccd_kind kind, double t, double y[4][3]) {
    for (int i = 0; i < ts_kind_vertices(kind); ++i) {
        for (int c = 0; c < 3; ++c) y[i][c] = (1.0 - t) * motion->at0[i][c] + t * motion->at1[i][c];
    }
}

#endif
