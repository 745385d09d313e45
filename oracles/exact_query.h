/* SPDX-License-Identifier: MIT
 * A query in integers: every coordinate, and min_distance, times one power of two. */
#ifndef TS_ORACLES_EXACT_QUERY_H
#define TS_ORACLES_EXACT_QUERY_H

#include <gmp.h>

#include <touchstone/ccd.h>

typedef struct ts_exact_query {
    ts_ccd_kind kind;
    int vertices;
    long exponent;      /* coordinate = integer * 2^exponent */
    mpz_t start[4][3];  /* x(0) */
    mpz_t motion[4][3]; /* x(1) - x(0) */
    mpz_t xi;
} ts_exact_query;

void ts_exact_query_init(ts_exact_query *exact);
void ts_exact_query_set(ts_exact_query *exact, const ts_ccd_query *query);
void ts_exact_query_clear(ts_exact_query *exact);

/* Bits of the longest of these integers. */
long ts_exact_query_bits(const ts_ccd_query *query);

/* The exponent of the lowest set bit of x; x not zero. */
long ts_lowest_bit(double x);
/* z = x / 2^exponent, exponent <= ts_lowest_bit(x). */
void ts_scaled_integer(mpz_t z, double x, long exponent);

#endif
