/* SPDX-License-Identifier: MIT
 * IPC's conservative strategy (Li et al. 2020): a root finder is asked for the time at which a part of the
 * gap is left, instead of the time of contact. */
#ifndef TS_CCD_CONSERVATIVE_H
#define TS_CCD_CONSERVATIVE_H

#include <touchstone/ccd.h>

/* The first time in [0, 1] at which the distance is down to `separation` >= 0 metres, says the method;
 * INFINITY if never, NaN if it cannot tell. */
typedef double (*ts_separation_time)(const ts_ccd_query *query, double separation);

/* Asks for separation xi + eta (d(0) - xi). A time below 1e-6 would stall a solver: it asks again for xi
 * alone and returns (1 - eta) of that. A query that starts in contact has toi 0. `iterations` counts the
 * questions asked. */
void ts_answer_conservatively(const ts_ccd_query *query, double eta, ts_separation_time time, ts_ccd_result *result);

#endif
