/* SPDX-License-Identifier: MIT
 * Seeded random numbers, the same on every machine: xoshiro256** (Blackman, Vigna 2018) seeded by splitmix64. */
#ifndef TS_CORE_RANDOM_H
#define TS_CORE_RANDOM_H

#include <stdint.h>

typedef struct ts_random {
    uint64_t state[4];
} ts_random;

/* Streams of different (seed, stream) pairs are independent for all practical purposes. */
void ts_random_init(ts_random *random, uint64_t seed, uint64_t stream);
uint64_t ts_random_bits(ts_random *random);
/* Uniform in [0, 1), a multiple of 2^-53. */
double ts_random_unit(ts_random *random);
/* Uniform in [lo, hi). */
double ts_random_between(ts_random *random, double lo, double hi);
/* Uniform integer in [0, n); n > 0. */
uint64_t ts_random_below(ts_random *random, uint64_t n);
/* In [lo, hi), 0 < lo < hi: every power of two in the range equally likely, uniform between two of them. */
double ts_random_log(ts_random *random, double lo, double hi);

#endif
