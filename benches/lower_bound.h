/* SPDX-License-Identifier: GPL-2.0-or-later
 * A lower bound of the time of impact. */
#ifndef TS_BENCHES_LOWER_BOUND_H
#define TS_BENCHES_LOWER_BOUND_H

#include <touchstone/ccd.h>

/* The lower bound of t* of C-IPC's eq. 10, rounded down: (d(0) - xi) / l_p; 0 when the start is in contact,
 * INFINITY when nothing moves relative to anything else. */
double ts_toi_lower_bound(const ts_ccd_query *query);

/* The same for who knows d(0) - xi, rounded down. */
double ts_toi_lower_bound_from(const ts_ccd_query *query, double gap);

#endif
