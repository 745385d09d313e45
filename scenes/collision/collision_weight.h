/* SPDX-License-Identifier: MIT
 * The weight of a collision constraint, for solvers that grow it. */
#ifndef TS_SCENES_COLLISION_COLLISION_WEIGHT_H
#define TS_SCENES_COLLISION_COLLISION_WEIGHT_H

/* k K^a, the weight of a collision that has been active for a iterations in a row; derivatives by k, K, a or NULL.
 * INFINITY for K <= 0. For solvers that grow it (docs/method.md, 9); the barrier of C-IPC has kappa. */
double ts_collision_weight(double k, double K, double a, double gradient[3], double hessian[3][3]);

#endif
