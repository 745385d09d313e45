/* SPDX-License-Identifier: MIT
 * Exact real numbers as computer algebra writes them, and the doubles around them. */
#ifndef TS_DATASETS_EXACT_NUMBER_H
#define TS_DATASETS_EXACT_NUMBER_H

#include "datasets/wxf.h"

typedef enum ts_number_result {
    TS_NUMBER_FOUND = 0, /* the number is lo = hi, or between these neighbours */
    TS_NUMBER_UNKNOWN,   /* no number of the sorts below, or outside [0, 1] */
    TS_NUMBER_NO_MEMORY
} ts_number_result;

/* The number that a node of an expression stands for: integers, Rational, Plus, Times, Power with whole exponents,
 * square roots of one rational, and Root[polynomial &, k, 0], the k-th least real root of a polynomial of degree up to
 * 8 with rational coefficients and no double root. All is exact; only numbers in [0, 1] are looked for. */
ts_number_result ts_exact_number(const ts_wxf *expression, size_t node, double *lo, double *hi);

#endif
