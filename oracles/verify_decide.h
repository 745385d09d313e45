/* SPDX-License-Identifier: MIT
 * One pair of primitives of a mesh: does it intersect, is it too close, does it come too close on its way? */
#ifndef TS_ORACLES_VERIFY_DECIDE_H
#define TS_ORACLES_VERIFY_DECIDE_H

#include "oracles/verify_surface.h"

/* Positions to look at; x1 == x0 but for motions. */
typedef struct ts_verify_way {
    const double (*x0)[3], (*x1)[3];
} ts_verify_way;

/* All pairs of two sides, and what is asked of them. */
typedef struct ts_verify_pass {
    const ts_verify_surface *surface;
    const ts_verify_way *way;
    ts_offence_kind kind; /* intersection, thickness or motion */
    ts_verify_side side[2];
    ts_ccd_kind query; /* what a pair of the sides is as a query; not for intersections */
} ts_verify_pass;

/* NAN for a pair that is fine, else the value of the offence. */
double ts_verify_decide(const ts_verify_pass *pass, const int32_t index[2]);

#endif
