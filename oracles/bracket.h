/* SPDX-License-Identifier: MIT
 * From an approximate root to the two adjacent doubles around it, given certain signs at doubles. */
#ifndef TS_ORACLES_BRACKET_H
#define TS_ORACLES_BRACKET_H

#include "oracles/pairs.h"

/* Sign of the polynomial at t: -1, 0 (exactly zero), 1, or TS_SIGN_UNKNOWN. */
#define TS_SIGN_UNKNOWN 2

typedef struct ts_sign_at {
    int (*sign)(void *self, double t);
    void *self;
} ts_sign_at;

/* The one root inside an interval of t that has lo as the largest double at or below its start and hi as the
 * smallest double at or above its end; the polynomial has sign `before` ahead of the root within the interval
 * and the opposite after it. Signs are asked for strictly between lo and hi only. guess: any double; a good
 * one needs three or four signs. TS_PAIR_CONTACT, or TS_PAIR_UNDECIDED when a sign was unknown. */
ts_pair_outcome ts_bracket_root(ts_sign_at at, int before, double lo, double hi, double guess);

/* An approximate root in [0,1] of the polynomial with Bernstein coefficients c[0..degree], c[0] and
 * c[degree] of opposite signs. Any answer is valid; a close one for a simple root. */
double ts_bernstein_root(int degree, const double *c);
/* The polynomial at x, plainly computed, and its derivative; degree 1 to 7. */
double ts_bernstein_value(int degree, const double *c, double x, double *slope);

#endif
