/* SPDX-License-Identifier: MIT
 * The times in [0, 1] at which a polynomial has a wanted sign, as the published cubic of IPC lists them. */
#ifndef TS_CCD_PUBLISHED_INTERVALS_H
#define TS_CCD_PUBLISHED_INTERVALS_H

#include <stdbool.h>

#include "ccd/roots.h"

/* Closed, in rising order. `undecided`: a coefficient was not finite. */
typedef struct ts_intervals {
    double lo[TS_ROOTS_MAX_DEGREE + 2], hi[TS_ROOTS_MAX_DEGREE + 2];
    int count;
    bool undecided;
} ts_intervals;

typedef enum ts_wanted_sign { TS_NOT_POSITIVE = -1, TS_NOT_NEGATIVE = 1 } ts_wanted_sign;

/* coefficients: degree + 1 of them, in rising powers; degree at most 6. Between neighbouring roots the sign in the
 * middle decides, and zero counts as the wanted one. */
void ts_sign_intervals(const double *coefficients, int degree, ts_wanted_sign wanted, ts_intervals *out);

#endif
