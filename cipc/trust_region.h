/* SPDX-License-Identifier: GPL-2.0-or-later
 * Newton's increment by conjugate gradients, preconditioned by the factor that is there (docs/method.md, 7.1). By the
 * Hessian as it is, negative curvature and all, they end at the edge of a region that the factor's matrix measures
 * (Steihaug 1983; Conn, Gould and Toint 2000, Trust-Region Methods, 7.5.1). */
#ifndef TS_CIPC_TRUST_REGION_H
#define TS_CIPC_TRUST_REGION_H

#include "cipc/linear_solver.h"

typedef struct ts_trust_region ts_trust_region;

typedef struct ts_trust_model {
    ts_linear_solver *solver;       /* with the factor of a projected Hessian H_p, this one's or an earlier one's */
    const ts_block_matrix *hessian; /* H, of the same nodes */
    const double (*gradient)[3];    /* g */
    double radius;       /* of the region, over the length of -H_p^-1 g; lengths are sqrt(p . H_p p); may be infinite */
    double near_enough;  /* they end where the residual, as H_p^-1 weighs it, is below this share of the first, */
    int most_iterations; /* after so many, */
    bool is_hurried;     /* or where more than those will be needed, by how fast the residual has fallen */
} ts_trust_model;

/* What ends them where H is H_p less what projection added to it. */
enum { TS_TRUST_MOST_ITERATIONS = 8 };
#define TS_TRUST_NEAR_ENOUGH 0.1

typedef struct ts_trust_result {
    int iterations; /* products with H */
    bool at_edge, is_near;
    double fall;   /* of g.p + p.Hp / 2 from 0 to p */
    double length; /* of p, over that of -H_p^-1 g; not known at the edge */
} ts_trust_result;

ts_status ts_trust_region_create(ts_trust_region **region, ts_error *error);
void ts_trust_region_destroy(ts_trust_region *region);

/* p: from -H_p^-1 g to an increment by H. */
ts_status ts_trust_increment(ts_trust_region *region, const ts_trust_model *model, double (*p)[3],
                             ts_trust_result *result, ts_error *error);

#endif
