/* SPDX-License-Identifier: GPL-2.0-or-later
 * Iterations that have diverged: a trial point of what is no number. */
#ifndef TS_NDB_DIVERGED_H
#define TS_NDB_DIVERGED_H

#include <stddef.h>

#include <touchstone/status.h>

/* TS_ERROR_DATA naming the first node of a trial point that is not finite. Of such a point a CCD method may say
 * anything, and without contact nobody else would look at it. */
ts_status ts_ndb_check_trial(size_t nodes, const double (*x_plus)[3], ts_error *error);

#endif
