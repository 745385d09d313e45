/* SPDX-License-Identifier: GPL-2.0-or-later
 * How well contact does its duty where a run ends: gaps, the balance of forces, what still moves. */
#ifndef TS_CIPC_REST_H
#define TS_CIPC_REST_H

#include "cipc/solver_parts.h"

enum { TS_REST_FIGURES = 5 };

/* At the present state; NaN where there is nothing to be said, or no memory to say it.
 *
 * gap_least, gap_tenth, gap_median: quantiles of the gaps d - xi of the active pairs, in dhat.
 * force_error: |sum F + m g| / sum m |g| over the nodes that are no obstacle's, F the force of contact: 0 where all
 * that rests does so on contact alone, NaN without gravity. jitter: root of the mean square of their velocities by
 * mass, m/s. */
void ts_cipc_rest_figures(const ts_cipc *solver, ts_figure list[TS_REST_FIGURES]);

#endif
