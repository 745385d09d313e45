/* SPDX-License-Identifier: GPL-2.0-or-later
 * The finds of a hunt as query files. */
#ifndef TS_BENCHES_HUNT_STORE_H
#define TS_BENCHES_HUNT_STORE_H

#include "benches/hunt.h"

/* What is wrong, and from where: "late: missed by 0.5 (from parallel)"; the caller frees it. NULL without memory. */
char *ts_hunt_tell(ts_hunt_goal goal, const ts_hunt_find *find);

/* Writes the finds, one at least, with truth, to a container; the scene of each says what it is. */
ts_status ts_hunt_store(const ts_hunt_options *hunt, const ts_hunt_results *results, const char *path, bool replace,
                        ts_error *error);

#endif
