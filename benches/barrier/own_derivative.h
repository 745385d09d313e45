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

/* An entry of the gradient (the Hessian) is wrong when it is off the extrapolated difference of the value (of the
 * gradient) by more than TS_OWN_TOLERANCE of the largest entry and by more than TS_OWN_DOUBT times what the
 * extrapolation says about its own error. */
#define TS_OWN_TOLERANCE 1e-6
#define TS_OWN_DOUBT 32.0

typedef struct ts_own_differences {
    ts_consistency gradient, hessian;
} ts_own_differences;

void ts_own_differences_judge(const ts_term *term, const ts_term_point *at, ts_own_differences *out);

#endif
