/* SPDX-License-Identifier: MIT
 * Fixed-point addition with carries. */
#include "core/exact_sum.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Adds `word` at that limb and carries on. */
static void add_word(ts_exact_sum *sum, int limb, uint64_t word) {
    while (word != 0 && limb < TS_EXACT_SUM_LIMBS) {
        sum->limbs[limb] += word;
        word = sum->limbs[limb] < word;
        ++limb;
    }
}

void ts_exact_sum_add(ts_exact_sum *sum, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t fraction = bits & UINT64_C(0xfffffffffffff);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    const uint64_t significand = exponent ? fraction | UINT64_C(1) << 52 : fraction;
    const int shift = exponent ? exponent - 1 : 0; /* value = significand * 2^shift units */
    const int limb = shift / 64, offset = shift % 64;
    add_word(sum, limb, significand << offset);
    if (offset > 11) add_word(sum, limb + 1, significand >> (64 - offset));
}

void ts_exact_sum_merge(ts_exact_sum *sum, const ts_exact_sum *part) {
    for (int limb = 0; limb < TS_EXACT_SUM_LIMBS; ++limb) add_word(sum, limb, part->limbs[limb]);
}

static bool bit_at(const ts_exact_sum *sum, int bit) {
    return bit >= 0 && (sum->limbs[bit / 64] >> (bit % 64) & 1) != 0;
}

static bool any_below(const ts_exact_sum *sum, int bit) {
    for (int limb = 0; limb < bit / 64; ++limb) {
        if (sum->limbs[limb]) return true;
    }
    return bit > 0 && (sum->limbs[bit / 64] & ((UINT64_C(1) << (bit % 64)) - 1)) != 0;
}

/* The 53 bits from `low` on. */
static uint64_t bits_from(const ts_exact_sum *sum, int low) {
    const int limb = low / 64, offset = low % 64;
    uint64_t bits = sum->limbs[limb] >> offset;
    if (offset > 11 && limb + 1 < TS_EXACT_SUM_LIMBS) bits |= sum->limbs[limb + 1] << (64 - offset);
    return bits & ((UINT64_C(1) << 53) - 1);
}

double ts_exact_sum_value(const ts_exact_sum *sum) {
    int top = TS_EXACT_SUM_LIMBS - 1;
    while (top > 0 && sum->limbs[top] == 0) --top;
    if (sum->limbs[top] == 0) return 0.0;
    const int highest = 64 * top + 63 - __builtin_clzll(sum->limbs[top]);
    const int low = highest > 52 ? highest - 52 : 0;
    uint64_t significand = bits_from(sum, low);
    const bool half = bit_at(sum, low - 1), more = low > 0 && any_below(sum, low - 1);
    if (half && (more || (significand & 1))) ++significand;
    return ldexp((double)significand, low - 1074);
}
