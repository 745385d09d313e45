/* SPDX-License-Identifier: GPL-2.0-or-later
 * One time step of the solver. */
#ifndef TS_CIPC_STEP_H
#define TS_CIPC_STEP_H

#include "cipc/solver_parts.h"

/* Gives the objective's terms the weights of the rule. */
void ts_cipc_weigh(ts_cipc *solver, const ts_predictor *rule);

/* ts_solver.step */
ts_status ts_cipc_step(void *self, ts_step_report *report, ts_error *error);

#endif
