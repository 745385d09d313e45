/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of offset geometric contact: a parabola down to half the range, below it a logarithm of the same value,
 * slope and bend there: b = (dhat - g)^2 / 2, then -dhat^2/4 (ln(2 g / dhat) - 1/2). At the end of the range its second
 * derivative breaks. Chen et al. 2025, Offset Geometric Contact. */
#include "cipc/barriers/barrier.h"

static ts_barrier_value by_gap(double g, double below, double dhat, const double *parameter) {
    (void)parameter;
    if (g >= 0.5 * dhat) return (ts_barrier_value){.b = 0.5 * below * below, .db = below, .d2b = 1.0};
    const double half = 0.5 * dhat, part = half / g;
    return (ts_barrier_value){.b = half * half * (0.5 - log(g / half)), .db = -half * part, .d2b = part * part};
}

const ts_barrier ts_two_stage_barrier = {
    .model = {.role = TS_MODEL_BARRIER,
              .name = "two-stage",
              .about = "(dhat - g)^2/2, for g = d - xi < dhat/2: -dhat^2/4 (ln(2 g / dhat) - 1/2)"},
    .by_gap = by_gap,
    .unit = "m^2",
    .stiffness = "constant",
    .smooth = 1,
    .reference = "barrier-two-stage",
};
