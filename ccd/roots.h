/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1] of polynomials of low degree, in floating point. */
#ifndef TS_CCD_ROOTS_H
#define TS_CCD_ROOTS_H

enum { TS_ROOTS_MAX_DEGREE = 6 };

/* coefficients: degree + 1 of them, in rising powers, finite; degree 1 to TS_ROOTS_MAX_DEGREE. Writes to
 * `roots` (room for degree + 1) in rising order the times at which the polynomial, evaluated in floating
 * point, changes sign between its critical points, and critical points and ends where it is exactly zero;
 * returns how many. Each is a lower end of a bracket of relative width 2^-49. A double root that rounding
 * lifts off zero is not found. The zero polynomial gives 0 and 1. */
int ts_roots_in_unit_interval(const double *coefficients, int degree, double *roots);

#endif
