/* SPDX-License-Identifier: GPL-2.0-or-later
 * Friction of one pair with everything that lags taken from the barrier's state: D = mu lambda f0(|u|),
 * u = T^T sum_i w_i (x_i - x_i^n) (docs/method.md, 6). */
#ifndef TS_CIPC_CONTACT_FRICTION_H
#define TS_CIPC_CONTACT_FRICTION_H

#include "cipc/contact/pair.h"
#include "cipc/resistance.h"

typedef struct ts_friction_pair {
    double weight[TS_STENCIL_NODES]; /* of the closest points; 0 beyond the nodes */
    double tangent[2][3];            /* the columns of T */
    double force;                    /* mu lambda, N (the step's h^2 included) */
} ts_friction_pair;

/* At x, rows in the order of pair->node. *stencil: the nodes of the feature. */
void ts_friction_pair_init(ts_friction_pair *friction, const ts_contact_pair *pair, const ts_barrier_scale *scale,
                           const double x[4][3], ts_stencil stencil);

typedef struct ts_friction_form {
    double e;       /* eps_v h, m */
    bool majorized; /* the Hessian: f1/y in every direction, for f0 is concave in y^2: the quadratic of that bend which
                       touches D at u is nowhere below it */
} ts_friction_form;

/* moved: x - x^n of the stencil's nodes; outputs as of ts_contact_pair_evaluate. */
void ts_friction_pair_evaluate(const ts_friction_pair *friction, ts_friction_form form, const double moved[4][3],
                               double *value, double *gradient, double *hessian);

/* |u|, m. */
double ts_friction_pair_slip(const ts_friction_pair *friction, const double moved[4][3]);

/* What a trial's slip meets along its own way: *out but for node, its rows in the order of the pair's nodes. Returns
 * how far back the slip is there, which ts_resistance_rises asks for. *e: eps_v h, borrowed; moved: y - x^n of the
 * nodes, way: y - x. */
double ts_friction_pair_resist(const ts_friction_pair *friction, const double *e, const double moved[4][3],
                               const double way[4][3], ts_resistance *out);

#endif
