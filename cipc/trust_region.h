/* SPDX-License-Identifier: GPL-2.0-or-later
 * Newton's increment by the Hessian as it is, negative curvature and all, within a region that the projected Hessian
 * measures (docs/method.md, 7.1): conjugate gradients, preconditioned by the factor that is there, which end at the
 * region's edge (Steihaug 1983; Conn, Gould and Toint 2000, Trust-Region Methods, 7.5.1). */
#ifndef TS_CIPC_TRUST_REGION_H
#define TS_CIPC_TRUST_REGION_H

#include "cipc/linear_solver.h"

typedef struct ts_trust_region ts_trust_region;

typedef struct ts_trust_model {
    ts_linear_solver *solver;     /* with the factor of the projected Hessian H_p */
    const ts_block_matrix *exact; /* the Hessian H as it is, of the same nodes */
    const double (*gradient)[3];  /* g */
    double radius;                /* of the region, over the length of -H_p^-1 g; lengths are sqrt(p . H_p p) */
} ts_trust_model;

typedef struct ts_trust_result {
    int iterations; /* products with H */
    bool at_edge;
    double fall; /* of g.p + p.Hp / 2 from 0 to p */
} ts_trust_result;

ts_status ts_trust_region_create(ts_trust_region **region, ts_error *error);
void ts_trust_region_destroy(ts_trust_region *region);

/* p: from -H_p^-1 g to an increment by H. */
ts_status ts_trust_increment(ts_trust_region *region, const ts_trust_model *model, double (*p)[3],
                             ts_trust_result *result, ts_error *error);

#endif
