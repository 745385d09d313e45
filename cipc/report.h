/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver says of its iterations, minimisations and of a whole run. */
#ifndef TS_CIPC_REPORT_H
#define TS_CIPC_REPORT_H

#include "cipc/solver_parts.h"

/* What the simulation's observer is told of an iteration; false: stop. */
bool ts_cipc_report_iteration(ts_cipc *solver, const ts_newton_iteration *iteration, const double (*x)[3]);
/* The outcome of the last minimisation, with the words for it. */
void ts_cipc_report_newton(const ts_cipc *solver, const ts_newton_result *newton, ts_step_report *report);

/* Of ts_solver: phases, figures, remark. */
extern const ts_solver_phase ts_cipc_phases[TS_CIPC_PHASES];
size_t ts_cipc_figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]);
void ts_cipc_remark(const void *self, const double *phase_seconds, char *text, size_t size);

#endif
