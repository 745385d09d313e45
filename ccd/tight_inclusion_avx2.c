/* SPDX-License-Identifier: MIT
 * Tight inclusion's search compiled for AVX2; called only where the machine has it. */
#if defined(__x86_64__)
#define SEARCH_AVX2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#endif

#define FIRST_TIME ts_first_time_avx2
#include "ccd/tight_inclusion_search.inc"

#if defined(SEARCH_AVX2) && defined(__clang__)
#pragma clang attribute pop
#endif
