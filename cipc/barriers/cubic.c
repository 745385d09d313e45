/* SPDX-License-Identifier: GPL-2.0-or-later
 * The cubic barrier, b = -2/(3 dhat) (g - dhat)^3, finite at contact: what keeps a gap open is its stiffness, which
 * grows as the gap closes (the rule "semi-implicit"), and the CCD filter. Ando 2024, A Cubic Barrier with
 * Elasticity-Inclusive Dynamic Stiffness. */
#include "cipc/barriers/barrier.h"

static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    (void)g;
    const double part = below / dhat;
    return (ts_barrier_value){.b = -2.0 * part * below * below / 3.0, .db = -2.0 * part * below, .d2b = -4.0 * part};
}

const ts_barrier ts_cubic_barrier = {
    .model = {.role = TS_MODEL_BARRIER, .name = "cubic", .about = "-2/(3 dhat) (g - dhat)^3, g = d - xi"},
    .by_gap = by_gap,
    .unit = "m^2",
    .stiffness = "semi-implicit",
    .smooth = 2,
    .reference = "barrier-cubic",
};
