/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1] of polynomials of low degree. */
#ifndef TS_CCD_ROOTS_H
#define TS_CCD_ROOTS_H

enum { TS_ROOTS_MAX_DEGREE = 6 }; /* ccd/binomials.h has no more */

/* coefficients: degree + 1 of them, in rising powers, finite; degree 1 to TS_ROOTS_MAX_DEGREE. They count as exact, so
 * that the roots do not depend on how they are looked for. Writes to `roots` (room for degree + 1) in rising order the
 * times at which the polynomial changes sign between its critical points, and critical points and ends where it is
 * zero; returns how many. Signs are those of values of twice the precision of doubles where doubles do not decide. Each
 * root is the lower end of a bracket of relative width 2^-51, or the value there is zero. A double root that rounding
 * of its critical point lifts off zero is not found. The zero polynomial gives 0 and 1. */
int ts_roots_in_unit_interval(const double *coefficients, int degree, double *roots);

#endif
