/* SPDX-License-Identifier: GPL-2.0-or-later
 * Are the values of one sample larger than another's? (Mann, Whitney, Ann. Math. Statist. 18, 1947.) */
#ifndef TS_BENCHES_MANN_WHITNEY_H
#define TS_BENCHES_MANN_WHITNEY_H

#include <stddef.h>

/* At most so many values in both samples together are decided exactly. */
enum { TS_MANN_WHITNEY_EXACT = 60 };

/* The one-sided p-value of "b is not larger than a": how often a random split of the values ranks b as high or higher.
 * Exact, ties included, for up to TS_MANN_WHITNEY_EXACT values, else the normal approximation with correction for ties
 * and continuity. 1 when a sample is empty; NaN without memory. */
double ts_mann_whitney_larger(const double *a, size_t a_count, const double *b, size_t b_count);

#endif
