/* SPDX-License-Identifier: MIT
 * IPC's conservative strategy around a root finder. */
#include "ccd/conservative.h"

#include <math.h>

#include <touchstone/distance.h>

static const double TINY_TOI = 1e-6;

void ts_answer_conservatively(const ts_ccd_query *query, double eta, ts_separation_time time, ts_ccd_result *result) {
    const double gap = sqrt(ts_distance2(query->kind, query->x0)) - query->min_distance;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.0, .iterations = 0};
    if (gap <= 0.0) return;

    double toi = time(query, query->min_distance + eta * gap);
    result->iterations = 1;
    if (toi < TINY_TOI && eta > 0.0) {
        toi = (1.0 - eta) * time(query, query->min_distance);
        result->iterations = 2;
    }
    if (toi <= query->t_max) {
        result->toi = toi;
    } else {
        result->status = isnan(toi) ? TS_CCD_FAILED : TS_CCD_FREE;
        result->toi = query->t_max;
    }
}
