/* SPDX-License-Identifier: GPL-2.0-or-later
 * The pull of accelerations on masses where there is no inertia to carry it. */
#ifndef TS_CIPC_POTENTIALS_LOAD_H
#define TS_CIPC_POTENTIALS_LOAD_H

#include "cipc/potential.h"

/* -sum w_i a_i . x_i of accelerations a (n x 3) on masses w. Both borrowed. */
ts_status ts_load_init(size_t nodes, const double *weight, const double (*acceleration)[3], ts_potential *potential,
                       ts_error *error);

#endif
