/* SPDX-License-Identifier: GPL-2.0-or-later
 * How well contact does its duty where a run ends: gaps, the balance of forces, what still moves. */
#ifndef TS_CIPC_REST_H
#define TS_CIPC_REST_H

#include "cipc/solver_parts.h"

enum { TS_REST_FIGURES = 7 };

/* At the present state; NaN where there is nothing to be said, or no memory to say it.
 *
 * gap_least, gap_tenth, gap_median, gap_top: quantiles of the gaps d - xi of the active pairs, in dhat: the least, and
 * those that a tenth, a half, nine tenths of them fall short of.
 * contact_force: |sum of F| over the nodes that are no obstacle's, N, F the force of contact without friction: what
 * obstacles carry. force_error: the largest |sum F + m g| / sum m |g| of a body that is no obstacle and has no node
 * prescribed: 0 where each rests on contact alone, NaN without gravity.
 * jitter: root of the mean square by mass of the velocities of what is no obstacle, m/s. */
void ts_cipc_rest_figures(const ts_cipc *solver, ts_figure list[TS_REST_FIGURES]);

#endif
