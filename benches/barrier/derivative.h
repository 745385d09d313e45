/* SPDX-License-Identifier: GPL-2.0-or-later
 * Is the gradient the derivative of the value, and the Hessian its second? Asked of references by differences of the
 * value with so many bits that they are exact. */
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

#endif
