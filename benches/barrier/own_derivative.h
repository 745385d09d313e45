/* SPDX-License-Identifier: GPL-2.0-or-later
 * A term without a reference, judged against itself: are its derivatives those of its value? */
#ifndef TS_BENCHES_BARRIER_OWN_DERIVATIVE_H
#define TS_BENCHES_BARRIER_OWN_DERIVATIVE_H

#include "benches/barrier/sweep.h"

typedef enum ts_consistency {
    TS_CONSISTENT = 0,
    TS_INCONSISTENT,
    TS_UNRESOLVED, /* noise or the edge of the domain hides what the differences would say */
    TS_NOT_ASKED   /* there is no finite value */
} ts_consistency;

/* Shares of the largest entry of the gradient, or of a row of the Hessian: what an entry may be off its differences,
 * and what an entry that is called consistent is not off. */
#define TS_OWN_TOLERANCE 1e-6
#define TS_OWN_DOUBT 1e-2

typedef struct ts_own_differences {
    ts_consistency gradient, hessian;
} ts_own_differences;

void ts_own_differences_judge(const ts_term *term, const ts_term_point *at, ts_own_differences *out);

#endif
