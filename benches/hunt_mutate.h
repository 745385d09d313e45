/* SPDX-License-Identifier: GPL-2.0-or-later
 * Random small changes of a query, towards what is known to hurt CCD methods. */
#ifndef TS_BENCHES_HUNT_MUTATE_H
#define TS_BENCHES_HUNT_MUTATE_H

#include <stdbool.h>

#include "core/random.h"
#include <touchstone/ccd.h>

/* One to three changes of one sort each; the query stays valid. thick: min_distance may change. */
void ts_hunt_mutate(ts_random *random, bool thick, ts_ccd_query *query);

#endif
