/* SPDX-License-Identifier: MIT
 * A query in integers. */
#include "oracles/exact_query.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* |x| = mantissa * 2^exponent; mantissa 0 where x is. */
typedef struct whole {
    uint64_t mantissa;
    int exponent;
} whole;

static whole whole_of(double x) {
    enum { FRACTION_BITS = 52, BIAS = 1075 };
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t fraction = bits & ((UINT64_C(1) << FRACTION_BITS) - 1);
    const int field = (int)(bits >> FRACTION_BITS & 0x7ff);
    return field == 0 ? (whole){fraction, 1 - BIAS} : (whole){fraction | UINT64_C(1) << FRACTION_BITS, field - BIAS};
}

long ts_lowest_bit(double x) {
    const whole of = whole_of(x);
    return of.exponent + __builtin_ctzll(of.mantissa);
}

void ts_scaled_integer(mpz_t z, double x, long exponent) {
    const whole of = whole_of(x);
    const long shift = of.exponent - exponent;
    mpz_set_ui(z, shift < 0 && of.mantissa ? of.mantissa >> -shift : of.mantissa);
    if (shift > 0) mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    if (x < 0.0) mpz_neg(z, z);
}

static long least_exponent(const ts_ccd_query *query, int vertices) {
    long least = LONG_MAX;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            const double pair[2] = {query->x0[i][c], query->x1[i][c]};
            for (int k = 0; k < 2; ++k) {
                if (pair[k] != 0.0 && ts_lowest_bit(pair[k]) < least) least = ts_lowest_bit(pair[k]);
            }
        }
    }
    if (query->min_distance > 0.0 && ts_lowest_bit(query->min_distance) < least) {
        least = ts_lowest_bit(query->min_distance);
    }
    return least == LONG_MAX ? 0 : least;
}

long ts_exact_query_bits(const ts_ccd_query *query) {
    const int vertices = ts_ccd_vertices(query->kind);
    double most = query->min_distance;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) most = fmax(most, fmax(fabs(query->x0[i][c]), fabs(query->x1[i][c])));
    }
    return most == 0.0 ? 0 : ilogb(most) + 1 - least_exponent(query, vertices);
}

static void for_each(ts_exact_query *exact, void (*visit)(mpz_ptr)) {
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            visit(exact->start[i][c]);
            visit(exact->motion[i][c]);
        }
    }
    visit(exact->xi);
}

static void init_number(mpz_ptr z) {
    mpz_init(z);
}

static void clear_number(mpz_ptr z) {
    mpz_clear(z);
}

void ts_exact_query_init(ts_exact_query *exact) {
    for_each(exact, init_number);
}

void ts_exact_query_clear(ts_exact_query *exact) {
    for_each(exact, clear_number);
}

void ts_exact_query_set(ts_exact_query *exact, const ts_ccd_query *query) {
    exact->kind = query->kind;
    exact->vertices = ts_ccd_vertices(query->kind);
    exact->exponent = least_exponent(query, exact->vertices);
    for (int i = 0; i < exact->vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            ts_scaled_integer(exact->start[i][c], query->x0[i][c], exact->exponent);
            ts_scaled_integer(exact->motion[i][c], query->x1[i][c], exact->exponent);
            mpz_sub(exact->motion[i][c], exact->motion[i][c], exact->start[i][c]);
        }
    }
    ts_scaled_integer(exact->xi, query->min_distance, exact->exponent);
}
