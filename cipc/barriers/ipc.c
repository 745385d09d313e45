/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of IPC on squared distances, b = -(g^2 - dhat^2)^2 ln(g^2 / dhat^2), with the gap in the place of the
 * distance where there is thickness. Without thickness it is that of C-IPC. Li et al. 2020. */
#include "cipc/barriers/barrier.h"

/* With P = g^2 - dhat^2 < 0 and L = ln(g^2 / dhat^2) < 0: b_g = -4 g P L - 2 P^2 / g, two terms of one sign;
 * b_gg = -4 P L - 8 g^2 L - 16 P + 2 P^2 / g^2, of which the first alone is negative, and less than 0.3 of the
 * others. */
static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    const double P = below * (g + dhat), L = 2.0 * ts_barrier_log(g, below, dhat);
    return (ts_barrier_value){
        .b = -P * P * L,
        .db = -4.0 * g * P * L - 2.0 * P * (P / g),
        .d2b = -8.0 * g * g * L - 16.0 * P + 2.0 * (P / g) * (P / g) - 4.0 * P * L,
    };
}

const ts_barrier ts_ipc_barrier = {
    .model = {.role = TS_MODEL_BARRIER, .name = "ipc", .about = "-(g^2 - dhat^2)^2 ln(g^2 / dhat^2), g = d - xi"},
    .by_gap = by_gap,
    .unit = "m^4",
    .stiffness = "balanced",
    .smooth = 2,
    .reference = "barrier-ipc",
};
