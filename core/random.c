/* SPDX-License-Identifier: MIT
 * xoshiro256** seeded by splitmix64. */
#include "core/random.h"

#include <math.h>

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

void ts_random_init(ts_random *random, uint64_t seed, uint64_t stream) {
    uint64_t mixer = stream;
    uint64_t state = seed ^ splitmix64(&mixer);
    for (int i = 0; i < 4; ++i) random->state[i] = splitmix64(&state);
}

uint64_t ts_random_bits(ts_random *random) {
    uint64_t *s = random->state;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

double ts_random_unit(ts_random *random) {
    return (double)(ts_random_bits(random) >> 11) * 0x1p-53;
}

double ts_random_between(ts_random *random, double lo, double hi) {
    return lo + (hi - lo) * ts_random_unit(random);
}

uint64_t ts_random_below(ts_random *random, uint64_t n) {
    /* Rejection keeps it exactly uniform. */
    const uint64_t excess = (UINT64_MAX % n + 1) % n;
    uint64_t bits;
    do bits = ts_random_bits(random);
    while (bits > UINT64_MAX - excess);
    return bits % n;
}

double ts_random_log(ts_random *random, double lo, double hi) {
    /* No pow(): its last bit differs between mathematical libraries. */
    const int lowest = ilogb(lo), highest = ilogb(hi);
    for (;;) {
        const int exponent = lowest + (int)ts_random_below(random, (uint64_t)(highest - lowest) + 1);
        const double value = ldexp(1.0 + ts_random_unit(random), exponent);
        if (value >= lo && value < hi) return value;
    }
}
