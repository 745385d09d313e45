/* SPDX-License-Identifier: GPL-2.0-or-later
 * The split model (docs/method.md, 2.3; C-IPC, 6.3): a time step as two solves. The first leaves strain limits out. The
 * second keeps them, and with them contact, as near as the masses weigh it to where the first one ended. */
#ifndef TS_CIPC_SPLIT_H
#define TS_CIPC_SPLIT_H

#include "cipc/objective.h"
#include "scenes/simulation.h"

/* Inertia and elasticity. */
extern const ts_objective_part TS_SPLIT_UNLIMITED;
/* The distance from what the first solve found, which is the inertia's term with another target, strain limits, contact
 * and friction. Elasticity has no say, but what would be infinite is no state that the next step could start from. */
extern const ts_objective_part TS_SPLIT_LIMITED;

/* TS_ERROR_USAGE, with the member of the scene, for what has no split model. */
ts_status ts_split_check(const ts_simulation *simulation, ts_error *error);

#endif
