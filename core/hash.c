/* SPDX-License-Identifier: MIT
 * FNV-1a on words instead of bytes, with a shift so that high bits reach low ones. */
#include "core/hash.h"

#include <string.h>

uint64_t ts_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 32);
}

uint64_t ts_hash_double(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ts_hash_word(hash, bits);
}
