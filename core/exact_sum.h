/* SPDX-License-Identifier: MIT
 * The exact sum of non-negative doubles as one fixed-point number: the same for any order and any grouping of the
 * terms, so that parts of a run add up to what the whole run gives, bit for bit. */
#ifndef TS_CORE_EXACT_SUM_H
#define TS_CORE_EXACT_SUM_H

#include <stdint.h>

/* 2^-1074 (the least double) to 2^1024, and 64 bits for 2^64 terms. */
enum { TS_EXACT_SUM_LIMBS = 34 };

/* In units of 2^-1074, the least limb first; a zeroed one is 0. */
typedef struct ts_exact_sum {
    uint64_t limbs[TS_EXACT_SUM_LIMBS];
} ts_exact_sum;

/* value: finite and not negative. */
void ts_exact_sum_add(ts_exact_sum *sum, double value);
void ts_exact_sum_merge(ts_exact_sum *sum, const ts_exact_sum *part);
/* Rounded once, to nearest, ties to even; INFINITY when it is too large. */
double ts_exact_sum_value(const ts_exact_sum *sum);

#endif
