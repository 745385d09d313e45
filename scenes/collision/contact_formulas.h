/* SPDX-License-Identifier: MIT
 * Formulas of contact that more than one solver uses. */
#ifndef TS_SCENES_COLLISION_CONTACT_FORMULAS_H
#define TS_SCENES_COLLISION_CONTACT_FORMULAS_H

/* f0(y), f1(y)/y, f1'(y) and (f1(y)/y)' of docs/method.md, 6, with e = eps_v h. */
typedef struct ts_friction_value {
    double f0, f1_over_y, slope, curvature;
} ts_friction_value;

ts_friction_value ts_friction_smooth(double y, double e);

/* k K^a, the weight of a collision that has been active for a iterations in a row; derivatives by k, K, a or NULL.
 * INFINITY for K <= 0. For solvers that grow it (docs/method.md, 9); the barrier of C-IPC has kappa. */
double ts_collision_weight(double k, double K, double a, double gradient[3], double hessian[3][3]);

#endif
