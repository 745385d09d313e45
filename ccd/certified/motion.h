/* SPDX-License-Identifier: MIT
 * What the certified method knows of a query: its rows relative to row 0, which costs one rounding. The error
 * bounds are derived in docs/certified.md. */
#ifndef TS_CCD_CERTIFIED_MOTION_H
#define TS_CCD_CERTIFIED_MOTION_H

#include <touchstone/ccd.h>

/* Unit roundoff. */
#define CERTIFIED_U 0x1p-53
/* More than all underflow of a computation can add up to: magnitudes are at most 2^11. */
#define CERTIFIED_TINY 0x1p-960

typedef struct ts_certified_motion {
    ts_ccd_kind kind;
    int first, vertices; /* rows of the first primitive, of both */
    double at0[4][3];    /* row i less row 0 at t = 0, relative error u; row 0 is zero */
    double at1[4][3];    /* the same at t = 1 */
    double most0, most1; /* largest component of each */
    double xi, t_max;
    double reach; /* xi + g: the distance that every piece keeps */
} ts_certified_motion;

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query);

/* y = the rows less row 0 at t; every component within 4 u max(most0, most1). */
void ts_certified_rows(const ts_certified_motion *motion, double t, double y[4][3]);

/* The end of the longest interval that starts at t on which the constant direction n keeps `reach`; t when
 * that is not certain at t itself. At most t_max. */
double ts_certified_constant_end(const ts_certified_motion *motion, const double n[3], double t);

/* The same for the moving direction of a pair of features (see ts_ccd_proof_piece), whose sign is set; a lower
 * bound of the longest interval. */
double ts_certified_moving_end(const ts_certified_motion *motion, unsigned feature, double t, int8_t *sign);

#endif
