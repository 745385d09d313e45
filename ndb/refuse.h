/* SPDX-License-Identifier: GPL-2.0-or-later
 * What this solver does not step. */
#ifndef TS_NDB_REFUSE_H
#define TS_NDB_REFUSE_H

#include "scenes/simulation.h"

/* TS_ERROR_USAGE with the member of the scene and what to do, for tets, rods, particles, orthotropic shells, hard
 * strain limits, other integrators, and the published way of asking CCD. */
ts_status ts_ndb_refuse(const ts_simulation *simulation, ts_error *error);

#endif
