/* SPDX-License-Identifier: MIT
 * The exact squared distance at a time that is a double. */
#ifndef TS_ORACLES_EXACT_DISTANCE_H
#define TS_ORACLES_EXACT_DISTANCE_H

#include <gmp.h>

#include <touchstone/distance.h>

/* num / den * 2^exponent, den > 0. */
typedef struct ts_exact_d2 {
    mpz_t num, den;
    long exponent;
    ts_feature feature; /* of the closest pairs the one of lowest dimension */
} ts_exact_d2;

/* t in [0, 1]. init makes, clear frees. */
void ts_exact_d2_init(ts_exact_d2 *d2, const ts_ccd_query *query, double t);
void ts_exact_d2_clear(ts_exact_d2 *d2);
/* Sign of d - bound. */
int ts_exact_d2_compare(const ts_exact_d2 *d2, double bound);

#endif
