/* SPDX-License-Identifier: MIT
 * The weight k K^a of a collision constraint that has been active for a iterations in a row (docs/method.md, 9, the
 * projective dynamics of NDB): it grows until the pair lets go. */
#include <math.h>

#include "scenes/collision/collision_weight.h"

double ts_collision_weight(double k, double K, double a, double gradient[3], double hessian[3][3]) {
    if (!(K > 0.0)) return INFINITY;
    const double power = pow(K, a), ln = log(K), grown = k * power;
    const double by_K = a * power / K, by_a = power * ln;
    if (gradient) {
        gradient[0] = power;
        gradient[1] = k * by_K;
        gradient[2] = k * by_a;
    }
    if (hessian) {
        hessian[0][0] = 0.0;
        hessian[0][1] = hessian[1][0] = by_K;
        hessian[0][2] = hessian[2][0] = by_a;
        hessian[1][1] = k * (a - 1.0) * by_K / K;
        hessian[1][2] = hessian[2][1] = grown / K * (1.0 + a * ln);
        hessian[2][2] = grown * ln * ln;
    }
    return grown;
}
