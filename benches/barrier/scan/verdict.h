/* SPDX-License-Identifier: GPL-2.0-or-later
 * Is a term wrong at a point of the scan? By its reference, with the leave that rounding has close to a clamp or to
 * the edge of the domain; without a reference by its own differences. */
#ifndef TS_BENCHES_BARRIER_SCAN_VERDICT_H
#define TS_BENCHES_BARRIER_SCAN_VERDICT_H

#include "benches/barrier/scan/scan.h"

typedef struct ts_scan_verdict {
    bool judged, outside; /* judged: there is something to compare with */
    bool wrong[TS_SCAN_KINDS];
    double error[TS_QUANTITIES]; /* in the measure of the bound; NaN: not measured */
    double ratio;                /* the largest error over its bound; 0 without a reference */
    uint64_t digest;             /* of what the term said */
    ts_term_point jump;          /* TS_SCAN_JUMP: the point on this side of it */
} ts_scan_verdict;

void ts_scan_judge(const ts_term *term, const ts_barrier_bound *bound, const ts_term_point *at, ts_scan_verdict *out);

/* Of the numbers that the term has; all NaN are one. */
uint64_t ts_scan_digest(int inputs, const ts_term_value *value);

#endif
