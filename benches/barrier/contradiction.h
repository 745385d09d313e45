/* SPDX-License-Identifier: GPL-2.0-or-later
 * Are the derivatives of a term those of its value? Asked of terms that nobody has a reference of, by sweeps and scans:
 * a sound one must not be condemned, and what cannot be told is said to be so. */
#ifndef TS_BENCHES_BARRIER_CONTRADICTION_H
#define TS_BENCHES_BARRIER_CONTRADICTION_H

#include "benches/barrier/own_derivative.h"

/* `got`: the term at the point, its value finite; entries that are infinite are not judged. A derivative is wrong
 * where central differences keep away from it by the same amount over eight halvings of the step, down to where
 * rounding hides them, by more than TS_OWN_TOLERANCE of the largest entry (of a row of the Hessian), at the point and
 * beside it: next to a clamp they may do so over it. It is right where eight halvings would have shown that it is off
 * by TS_OWN_DOUBT of that. */
ts_own_differences ts_contradictions(const ts_term *term, const ts_term_point *at, const ts_term_value *got);

#endif
