/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of GIPC, b = (g - dhat)^2 ln^2(g / dhat), of four zeros at the end of its range: three derivatives are
 * continuous there. Huang et al. 2024. */
#include "cipc/barriers/barrier.h"

/* With y = g - dhat, r = y / g and L = ln(g / dhat), all negative, every sum is of terms of one sign. */
static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    const double L = ts_barrier_log(g, below, dhat), r = below / g;
    return (ts_barrier_value){
        .b = below * L * (below * L),
        .db = 2.0 * below * L * (L + r),
        .d2b = 2.0 * L * L + 8.0 * r * L + 2.0 * r * r - 2.0 * r * r * L,
    };
}

const ts_barrier ts_log_squared_barrier = {
    .model = {.role = TS_MODEL_BARRIER, .name = "log-squared", .about = "(g - dhat)^2 ln(g / dhat)^2, g = d - xi"},
    .by_gap = by_gap,
    .unit = "m^2",
    .stiffness = "balanced",
    .smooth = 2,
    .reference = "barrier-log-squared",
};
