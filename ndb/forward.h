/* SPDX-License-Identifier: GPL-2.0-or-later
 * Residual forwarding. */
#ifndef TS_NDB_FORWARD_H
#define TS_NDB_FORWARD_H

#include "ndb/solver_parts.h"

/* After a step that ended at the accepted point, its last way cut to `exit_fraction`: dx_RF, or 0. Overwrites the trial
 * point. */
void ts_ndb_forward(ts_ndb *solver, double exit_fraction);

#endif
