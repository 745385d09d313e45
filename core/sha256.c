/* SPDX-License-Identifier: MIT
 * SHA-256, as FIPS 180-4, 6.2 describes it. */
#include "core/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

/* The fractions of the cube roots of the first 64 primes. */
static const uint32_t ROUND[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static uint32_t word_at(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void take_block(uint32_t hash[8], const unsigned char *block) {
    uint32_t w[ROUNDS], s[8];
    for (int t = 0; t < 16; ++t) w[t] = word_at(block + (ptrdiff_t)4 * t);
    for (int t = 16; t < ROUNDS; ++t) {
        const uint32_t low = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ w[t - 15] >> 3;
        const uint32_t high = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = high + w[t - 7] + low + w[t - 16];
    }
    memcpy(s, hash, sizeof s);
    for (int t = 0; t < ROUNDS; ++t) {
        const uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const uint32_t one = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) + choice + ROUND[t] + w[t];
        const uint32_t two = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int k = 0; k < 8; ++k) hash[k] += s[k];
}

void ts_sha256(const void *bytes, size_t count, unsigned char digest[TS_SHA256_BYTES]) {
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *from = bytes;
    const size_t whole = count / BLOCK, rest = count % BLOCK;
    for (size_t k = 0; k < whole; ++k) take_block(hash, from + k * BLOCK);
    unsigned char last[2 * BLOCK] = {0};
    if (rest > 0) memcpy(last, from + whole * BLOCK, rest);
    last[rest] = 0x80;
    const size_t blocks = rest < BLOCK - 8 ? 1 : 2;
    const uint64_t bits = (uint64_t)count * 8;
    for (size_t k = 0; k < 8; ++k) last[blocks * BLOCK - 1 - k] = (unsigned char)(bits >> (8 * k));
    for (size_t k = 0; k < blocks; ++k) take_block(hash, last + k * BLOCK);
    for (size_t k = 0; k < TS_SHA256_BYTES; ++k) digest[k] = (unsigned char)(hash[k / 4] >> (24 - 8 * (k % 4)));
}
