/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hessians of pairs for AVX-512; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define PAIR_HESSIANS ts_pair_hessians_avx512
#include "cipc/contact/pair_lanes.inc"
