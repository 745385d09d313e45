/* SPDX-License-Identifier: GPL-2.0-or-later
 * Local-global iterations of a step, without anything that CCD has to say. */
#ifndef TS_NDB_ITERATE_H
#define TS_NDB_ITERATE_H

#include "ndb/solver_parts.h"

/* Modes and bounds for the nodes that are told now. */
ts_status ts_ndb_prepare(ts_ndb *solver, ts_error *error);

/* With contact's pairs; or, for the warm start, without them, by all modes and no sweeps. */
typedef enum ts_ndb_global { TS_NDB_WARM = 0, TS_NDB_WITH_CONTACT } ts_ndb_global;

/* One local-global iteration of the trial point. Returns |dx|. */
double ts_ndb_iterate(ts_ndb *solver, ts_ndb_global global);

/* Accelerates the trial point after an iteration. The next one takes it back when it has raised the energy: that of the
 * iterations before compares only while contact has the same pairs, weights and friction. */
void ts_ndb_accelerate(ts_ndb *solver);
/* From the trial point as it is, without what was before: the next iteration solves another problem. */
void ts_ndb_accelerate_anew(ts_ndb *solver);

/* |a - b| as the tolerances measure it: r.m.s. over the nodes that are not told, over L, such that 1e-3 is 5e-6 L. */
double ts_ndb_distance(const ts_ndb *solver, const double (*a)[3], const double (*b)[3]);

#endif
