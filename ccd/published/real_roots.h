/* SPDX-License-Identifier: MIT
 * Real roots in [0, 1] of a polynomial as it stands: its coefficients count as exact, so that the roots do not depend
 * on how they are looked for. (The published programs take those of Jenkins and Traub's RPOLY.) */
#ifndef TS_CCD_PUBLISHED_REAL_ROOTS_H
#define TS_CCD_PUBLISHED_REAL_ROOTS_H

#include "ccd/roots.h"

/* As ts_roots_in_unit_interval, with values of twice the precision of doubles where doubles do not decide. */
int ts_real_roots(const double *coefficients, int degree, double *roots);

#endif
