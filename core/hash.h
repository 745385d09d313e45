/* SPDX-License-Identifier: MIT
 * A 64-bit fingerprint of a sequence of words, the same on every machine: to tell whether two runs saw the
 * same data, not to withstand an adversary. */
#ifndef TS_CORE_HASH_H
#define TS_CORE_HASH_H

#include <stdint.h>

#define TS_HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t ts_hash_word(uint64_t hash, uint64_t word);
/* By its bits: 0.0 and -0.0 differ. */
uint64_t ts_hash_double(uint64_t hash, double value);

#endif
