/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier in the text of IPC, on unsquared distances: b = -(g - dhat)^2 ln(g / dhat); and the same without
 * dimension, -(g / dhat - 1)^2 ln(g / dhat), times dhat and the contact area, so that its stiffness is a pressure.
 * Li et al. 2020; Li et al. 2023, Convergent Incremental Potential Contact. */
#include "cipc/barriers/barrier.h"

static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    return ts_barrier_clamped_log(g, below, dhat);
}

static ts_barrier_value by_gap_normalized(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    const ts_barrier_value b = ts_barrier_clamped_log(g, below, dhat);
    return (ts_barrier_value){.b = b.b / dhat, .db = b.db / dhat, .d2b = b.d2b / dhat};
}

const ts_barrier ts_log_barrier = {
    .model = {.role = TS_MODEL_BARRIER, .name = "log", .about = "-(g - dhat)^2 ln(g / dhat), g = d - xi"},
    .by_gap = by_gap,
    .unit = "m^2",
    .stiffness = "balanced",
    .smooth = 2,
    .reference = "barrier-log",
};

const ts_barrier ts_log_normalized_barrier = {
    .model = {.role = TS_MODEL_BARRIER,
              .name = "log-normalized",
              .about = "-dhat (g / dhat - 1)^2 ln(g / dhat) times the contact area, g = d - xi"},
    .by_gap = by_gap_normalized,
    .unit = "m",
    .by_area = true,
    .stiffness = "constant",
    .smooth = 2,
    .reference = "barrier-log-normalized",
};
