/* SPDX-License-Identifier: GPL-2.0-or-later
 * The classic penalty, b = (dhat - g)^2 / 2 with one stiffness: no barrier at all, and what barriers are to be better
 * than. */
#include "cipc/barriers/barrier.h"

static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    (void)g;
    (void)dhat;
    return (ts_barrier_value){.b = 0.5 * below * below, .db = below, .d2b = 1.0};
}

const ts_barrier ts_quadratic_barrier = {
    .model = {.role = TS_MODEL_BARRIER, .name = "quadratic", .about = "(dhat - g)^2/2, g = d - xi: a penalty"},
    .by_gap = by_gap,
    .unit = "m^2",
    .stiffness = "constant",
    .smooth = 1,
    .reference = "barrier-quadratic",
};
