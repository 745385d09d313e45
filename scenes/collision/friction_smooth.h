/* SPDX-License-Identifier: MIT
 * Friction that is smooth at rest, for all solvers. */
#ifndef TS_SCENES_COLLISION_FRICTION_SMOOTH_H
#define TS_SCENES_COLLISION_FRICTION_SMOOTH_H

/* f0(y), f1(y)/y, f1'(y) and (f1(y)/y)' of docs/method.md, 6, with e = eps_v h. */
typedef struct ts_friction_value {
    double f0, f1_over_y, slope, curvature;
} ts_friction_value;

ts_friction_value ts_friction_smooth(double y, double e);

#endif
