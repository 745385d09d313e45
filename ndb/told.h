/* SPDX-License-Identifier: GPL-2.0-or-later
 * Told nodes go by a clock of their own. It is that of the simulation as long as they get where they are told. Once a
 * step has stopped short of that they are late, and aim no farther in the next one than they are told to go in four
 * time steps: what goes on as if it had arrived is soon told to go through everything at once. Where even that is of no
 * use they go slower, down to a quarter of a time step. */
#ifndef TS_NDB_TOLD_H
#define TS_NDB_TOLD_H

#include "ndb/solver_parts.h"

void ts_ndb_told_init(ts_ndb *s);

/* Of the step that begins: which nodes are told, and their targets. */
ts_status ts_ndb_told_begin(ts_ndb *s, ts_error *error);

/* Of their way to the targets told nodes have gone this part; 1 without any. worst: the node that is farthest from its
 * target; untouched without any. */
double ts_ndb_told_fraction(const ts_ndb *s, int32_t *worst);

/* The step ends with this part of their way: the clock goes on. */
void ts_ndb_told_end(ts_ndb *s, double fraction);

/* How far the clock is behind that of the simulation between two steps, s. */
double ts_ndb_told_late(const ts_ndb *s);

#endif
