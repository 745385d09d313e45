/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver `cipc` is to reach, and what it reached. */
#ifndef TS_BENCHES_MICRO_SOLVER_AIMS_H
#define TS_BENCHES_MICRO_SOLVER_AIMS_H

#include "benches/micro/solver_run.h"

/* Seconds of all phases of the iterations of a run, on the wall. */
double ts_iteration_seconds(const ts_solver_run *run);

/* Runs what each aim asks for, of the scenes in a folder, and prints the aim with what was reached. Speeds are medians
 * of so many passes in turn. Takes minutes. */
ts_status ts_solver_aims_print(const char *folder, size_t passes, ts_error *error);

#endif
