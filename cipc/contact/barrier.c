/* SPDX-License-Identifier: GPL-2.0-or-later
 * The contact barrier of METHOD 3.2 as a function of D = d^2 - xi^2. */
#include "cipc/contact.h"

#include <math.h>

/* Near the clamp the logarithm is that of a number next to 1, whose distance from 1 is known better than itself. */
static double log_ratio(double D, double D_hat) {
    return D > 0.5 * D_hat ? log1p((D - D_hat) / D_hat) : log(D / D_hat);
}

ts_barrier_value ts_barrier(double D, double D_hat) {
    if (D >= D_hat) return (ts_barrier_value){0.0, 0.0, 0.0};
    if (!(D > 0.0)) return (ts_barrier_value){INFINITY, -INFINITY, INFINITY};
    const double below = D - D_hat, ratio = below / D, ln = log_ratio(D, D_hat);
    /* Every sum is of terms of one sign. */
    return (ts_barrier_value){
        .b = -below * below * ln,
        .db = -2.0 * below * ln - below * ratio,
        .d2b = -2.0 * ln - 4.0 * ratio + ratio * ratio,
    };
}
