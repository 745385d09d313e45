/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of C-IPC (docs/method.md, 5.2), to the last digits of d^2 however close to the thickness or to the end of
 * the range: b = -(D - Dhat)^2 ln(D / Dhat). Li, Kaufman, Jiang 2021. */
#include "cipc/barriers/barrier.h"

static ts_barrier_value by_excess(const double d2[2], double xi, double dhat, const double *parameter) {
    (void)parameter;
    const ts_double_double D = ts_barrier_excess(d2, xi), D_hat = ts_barrier_end(xi, dhat);
    const double below = ts_dd_sum(D, ts_dd_negative(D_hat)).high; /* D - Dhat, right to its last digit */
    if (below >= 0.0) return (ts_barrier_value){0};
    if (!(D.high > 0.0)) return (ts_barrier_value){.b = INFINITY, .db = -INFINITY, .d2b = INFINITY};
    return ts_barrier_clamped_log(D.high, below, D_hat.high);
}

const ts_barrier ts_cipc_barrier = {
    .model = {.role = TS_MODEL_BARRIER,
              .name = "cipc",
              .about = "-(D - Dhat)^2 ln(D / Dhat), D = d^2 - xi^2, Dhat = dhat^2 + 2 xi dhat"},
    .by_excess = by_excess,
    .unit = "m^4",
    .stiffness = "mass",
    .smooth = 2,
    .reference = "barrier",
};
