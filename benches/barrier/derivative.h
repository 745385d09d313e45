/* SPDX-License-Identifier: GPL-2.0-or-later
 * Is the gradient the derivative of the value, and the Hessian its second? Asked of references by differences of the
 * value with so many bits that they are exact, and of terms without a reference by differences of their own doubles. */
#ifndef TS_BENCHES_BARRIER_DERIVATIVE_H
#define TS_BENCHES_BARRIER_DERIVATIVE_H

#include <stdbool.h>

#include "benches/barrier/sweep.h"

/* Along one direction v: |g.v - f'| / (|g| |v|) and |v.Hv - f''| / (|H| |v|^2); f' and f'' by central differences. */
typedef struct ts_difference_error {
    double first, second; /* NaN: there is none to compare */
} ts_difference_error;

/* `value` is that of the reference at the point. False where the value ends next to it: the edge of the domain. */
bool ts_reference_differences(const ts_term *reference, const ts_term_point *at, const ts_term_value *value,
                              ts_difference_error *out);

/* The rounded derivatives of a reference may be off by their last digit in every entry. */
#define TS_REFERENCE_TOLERANCE 0x1p-50

typedef enum ts_consistency {
    TS_CONSISTENT = 0,
    TS_INCONSISTENT,
    TS_UNRESOLVED /* noise or the edge of the domain hides what the differences would say */
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
