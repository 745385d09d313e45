/* SPDX-License-Identifier: MIT
 * What comes in vectors of four, for AVX2; compiled for it (cmake/Simd.cmake), called only where it is there. */
#define PAIR_TERMS ts_pair_terms_avx2
#define GUESS_FOUR ts_guess_four_avx2
#include "oracles/guess_four.inc"
#include "oracles/pair_terms.inc"
