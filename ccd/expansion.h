/* SPDX-License-Identifier: MIT
 * Exact sums and products of doubles as floating-point expansions (Shewchuk: Adaptive Precision Floating-Point
 * Arithmetic and Fast Robust Geometric Predicates, 1997): a number is the exact sum of a few doubles. */
#ifndef TS_CCD_EXPANSION_H
#define TS_CCD_EXPANSION_H

#include <math.h>

#include <touchstone/ccd.h>

/* Enough for every number that is a sum of doubles: see compress() in ccd/expansion.c. */
enum { TS_EXPANSION_TERMS = 48 };

/* The sum of `count` terms, nonzero, rising in magnitude, no two with a bit in the same place. */
typedef struct ts_expansion {
    int count;
    double term[TS_EXPANSION_TERMS];
} ts_expansion;

/* sum + error = a + b, exactly, unless the sum overflows (Knuth). */
static inline void ts_two_sum(double a, double b, double *sum, double *error) {
    const double s = a + b, of_b = s - a;
    *error = (a - (s - of_b)) + (b - of_b);
    *sum = s;
}

/* product + error = a b, exactly, unless it overflows or has bits below 2^-1074. */
static inline void ts_two_product(double a, double b, double *product, double *error) {
    const double p = a * b;
    *error = fma(a, b, -p);
    *product = p;
}

/* Values in, value out, as with doubles. Exact under the conditions of the two functions above, which
 * ts_scale_for_degree establishes. */
ts_expansion ts_expansion_difference(double a, double b);
ts_expansion ts_expansion_add(ts_expansion a, ts_expansion b);
ts_expansion ts_expansion_subtract(ts_expansion a, ts_expansion b);
ts_expansion ts_expansion_multiply(ts_expansion a, ts_expansion b);
ts_expansion ts_expansion_scale(double factor, ts_expansion a);

/* No two terms share a bit, so the last outweighs all others. */
static inline int ts_expansion_sign(const ts_expansion *a) {
    if (a->count == 0) return 0;
    return a->term[a->count - 1] > 0.0 ? 1 : -1;
}

typedef enum ts_scaling {
    TS_SCALING_EXACT, /* polynomials of the degree are exact */
    TS_SCALING_WIDE,  /* the coordinates are, but they spread over too many binary orders for that */
    TS_SCALING_LOSSY  /* not even the coordinates: some vanish below the smallest double */
} ts_scaling;

/* The query in units of a power of two in which polynomials of `degree` in differences of coordinates, with
 * a sum of absolute coefficients below 2^80, do not overflow, and have no bits below the smallest double as
 * long as the coordinates spread over no more than some 2000 / degree binary orders. */
ts_scaling ts_scale_for_degree(const ts_ccd_query *query, int degree, ts_ccd_query *scaled);

#endif
