/* SPDX-License-Identifier: GPL-2.0-or-later
 * One time step. */
#ifndef TS_NDB_STEP_H
#define TS_NDB_STEP_H

#include "ndb/solver_parts.h"

/* The step of ts_solver. */
ts_status ts_ndb_step(void *self, ts_step_report *report, ts_error *error);

#endif
