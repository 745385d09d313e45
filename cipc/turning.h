/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the turning of elements of two nodes, the segments of rods, does to their length. */
#ifndef TS_CIPC_TURNING_H
#define TS_CIPC_TURNING_H

#include "cipc/objective.h"

/* Whether there are any. */
bool ts_turning_is_possible(const ts_objective *objective);

/* An increment p that turns a segment e = x1 - x0 lengthens it: |e + d| - |e| is more than d . e/|e|, which is all that
 * a quadratic model sees. `pull` (3n): the gradient that comes of this difference, along e, where the part `reach` of p
 * is gone, over reach; zero at held nodes. scratch: 3n. */
void ts_turning_pull(const ts_objective *objective, const double (*x)[3], const double (*p)[3], double reach,
                     double (*scratch)[3], double (*pull)[3]);
/* The energy that comes of it where p is gone, J s^2. */
double ts_turning_excess(const ts_objective *objective, const double (*x)[3], const double (*p)[3],
                         double (*scratch)[3]);

#endif
