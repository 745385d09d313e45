/* SPDX-License-Identifier: GPL-2.0-or-later
 * The contact barrier of METHOD 3.2 as a function of D = d^2 - xi^2, to the last digits of d^2 however close to the
 * thickness or to the end of the range. */
#include "cipc/contact.h"

#include <math.h>

#include "cipc/double_double.h"

/* ln(D / Dhat): near the clamp that of a number next to 1, whose distance from 1 is known better than itself. */
static double log_ratio(double D, double below, double D_hat) {
    return D > 0.5 * D_hat ? log1p(below / D_hat) : log(D / D_hat);
}

/* below = D - Dhat, right to its last digit. Every sum is of terms of one sign. */
static ts_barrier_value barrier_of(double D, double below, double D_hat) {
    if (below >= 0.0) return (ts_barrier_value){0.0, 0.0, 0.0};
    if (!(D > 0.0)) return (ts_barrier_value){INFINITY, -INFINITY, INFINITY};
    const double ratio = below / D, ln = log_ratio(D, below, D_hat);
    return (ts_barrier_value){
        .b = -below * below * ln,
        .db = -2.0 * below * ln - below * ratio,
        .d2b = -2.0 * ln - 4.0 * ratio + ratio * ratio,
    };
}

ts_barrier_value ts_barrier(double D, double D_hat) {
    return barrier_of(D, D - D_hat, D_hat);
}

static ts_double_double excess(const double d2[2], double xi) {
    return ts_dd_sum((ts_double_double){d2[0], d2[1]}, ts_dd_exact_product(-xi, xi));
}

double ts_excess(const double d2[2], double xi) {
    return excess(d2, xi).high;
}

ts_barrier_value ts_barrier_beyond(const double d2[2], double xi, double dhat) {
    const ts_double_double D = excess(d2, xi);
    const ts_double_double range = ts_dd_difference(dhat, -2.0 * xi); /* Dhat = dhat (dhat + 2 xi) */
    const ts_double_double D_hat = ts_dd_product((ts_double_double){dhat, 0.0}, range);
    return barrier_of(D.high, ts_dd_sum(D, ts_dd_negative(D_hat)).high, D_hat.high);
}
