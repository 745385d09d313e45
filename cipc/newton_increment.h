/* SPDX-License-Identifier: GPL-2.0-or-later
 * Newton's increment (docs/method.md, 7.1). */
#ifndef TS_CIPC_NEWTON_INCREMENT_H
#define TS_CIPC_NEWTON_INCREMENT_H

#include "cipc/newton_search.h"

/* Levels of projection: 0 is none, this one all of it. */
enum { TS_SEARCH_TOP_LEVEL = 6 };
/* The least of a trust region that is one. */
#define TS_SEARCH_FIRST_RADIUS 2.0

/* p at x, gradient and Hessian, and all of `now` that speaks of them. */
ts_status ts_search_increment(ts_search *all, ts_error *error);

/* One level of projection up; a level that was just tried and did not hold is not tried again soon. */
void ts_search_raise_level(ts_search_trust *of);

#endif
