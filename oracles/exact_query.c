/* SPDX-License-Identifier: MIT
 * A query in integers. */
#include "oracles/exact_query.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>

long ts_lowest_bit(double x) {
    int exponent;
    const int64_t mantissa = (int64_t)ldexp(frexp(x, &exponent), 53);
    return (long)exponent - 53 + __builtin_ctzll((unsigned long long)mantissa);
}

void ts_scaled_integer(mpz_t z, double x, long exponent) {
    if (x == 0.0) {
        mpz_set_ui(z, 0);
        return;
    }
    const long lowest = ts_lowest_bit(x);
    mpz_set_si(z, (long)scalbn(x, (int)-lowest));
    mpz_mul_2exp(z, z, (mp_bitcnt_t)(lowest - exponent));
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

void ts_exact_query_init(ts_exact_query *exact, const ts_ccd_query *query) {
    exact->kind = query->kind;
    exact->vertices = ts_ccd_vertices(query->kind);
    exact->exponent = least_exponent(query, exact->vertices);
    for (int i = 0; i < exact->vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            mpz_init(exact->start[i][c]);
            mpz_init(exact->motion[i][c]);
            ts_scaled_integer(exact->start[i][c], query->x0[i][c], exact->exponent);
            ts_scaled_integer(exact->motion[i][c], query->x1[i][c], exact->exponent);
            mpz_sub(exact->motion[i][c], exact->motion[i][c], exact->start[i][c]);
        }
    }
    mpz_init(exact->xi);
    ts_scaled_integer(exact->xi, query->min_distance, exact->exponent);
}

void ts_exact_query_clear(ts_exact_query *exact) {
    for (int i = 0; i < exact->vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            mpz_clear(exact->start[i][c]);
            mpz_clear(exact->motion[i][c]);
        }
    }
    mpz_clear(exact->xi);
}
