/* SPDX-License-Identifier: GPL-2.0-or-later
 * Are the derivatives of a term those of its value? Asked where the scan suspects that they are not, of terms that
 * nobody has a reference of: a sound one must not be condemned, a doubtful case is none. */
#ifndef TS_BENCHES_BARRIER_SCAN_CONTRADICTION_H
#define TS_BENCHES_BARRIER_SCAN_CONTRADICTION_H

#include "benches/barrier/sweep.h"

typedef struct ts_contradiction {
    bool gradient, hessian;
} ts_contradiction;

/* `got`: the term at the point, its value finite. A derivative is contradicted where central differences keep away from
 * it by the same amount over eight halvings of the step, down to where rounding hides them; by more than
 * TS_OWN_TOLERANCE of the largest entry. Next to a clamp differences may do so over it: only what is contradicted at
 * points around as well is wrong. */
ts_contradiction ts_scan_contradiction(const ts_term *term, const ts_term_point *at, const ts_term_value *got);

#endif
