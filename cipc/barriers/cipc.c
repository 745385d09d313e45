/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of C-IPC (docs/method.md, 5.2), to the last digits of d^2 however close to the thickness or to the end of
 * the range: b = -(D - Dhat)^2 ln(D / Dhat). */
#include <math.h>

#include "cipc/barriers/barrier.h"

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

static ts_barrier_value value(const double d2[2], double xi, double dhat, const double *parameter) {
    (void)parameter;
    const ts_double_double D = ts_barrier_excess(d2, xi), D_hat = ts_barrier_end(xi, dhat);
    return barrier_of(D.high, ts_dd_sum(D, ts_dd_negative(D_hat)).high, D_hat.high);
}

/* 1e11 mbar / (4e-16 b''(1e-16)) without thickness, mbar three times the mean mass. */
static double stiffness(double mass, size_t nodes, double dhat, const double *parameter) {
    (void)parameter;
    const double D = 1e-16, D_hat = dhat * dhat;
    return 1e11 * 3.0 * mass / (double)nodes / (4e-16 * barrier_of(D, D - D_hat, D_hat).d2b);
}

const ts_barrier ts_cipc_barrier = {
    .model = {.role = TS_MODEL_BARRIER,
              .name = "cipc",
              .about = "-(D - Dhat)^2 ln(D / Dhat), D = d^2 - xi^2, Dhat = dhat^2 + 2 xi dhat"},
    .value = value,
    .stiffness = stiffness,
    .smooth = 2,
    .reference = "barrier",
};
