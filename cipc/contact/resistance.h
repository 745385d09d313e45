/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the quadratic model of contact does not see: pairs that a step brings into range, or deeper into it than their
 * Hessian says. Each is taken along its normal alone, as a function of one number. */
#ifndef TS_CIPC_CONTACT_RESISTANCE_H
#define TS_CIPC_CONTACT_RESISTANCE_H

#include "cipc/contact.h"

/* K b(d + delta) of one pair at its feature and normal of the trial: delta = sum_i row_i . dx_i. */
typedef struct ts_resistance {
    ts_stencil node;
    double row[TS_STENCIL_NODES][3];
    ts_barrier_scale scale; /* kappa: K, the pair's multiplicity in it */
    double xi, distance;    /* m; the distance at delta = 0 */
    double slope, bend;     /* by delta, there: what the model has of it */
    double excess;          /* of the trial over the model, J s^2 */
} ts_resistance;

typedef struct ts_resistances {
    size_t count, capacity;
    ts_resistance *at; /* freed by the owner */
} ts_resistances;

/* Of the pairs that are active at y = x + way and nearer than at x, those that are above their model. */
ts_status ts_contact_resist(const ts_contact *contact, const double (*y)[3], const double (*way)[3], ts_resistances *to,
                            ts_error *error);

/* Slope by delta of what K b is above its model, J s^2 / m: negative, or 0 for delta >= 0; -INFINITY where the pair
 * would touch. It rises with delta, and *bend (may be NULL) is how fast, 0 where the force is; without meaning
 * where they touch. */
double ts_resistance_force(const ts_resistance *resistance, double delta, double *bend);

#endif
