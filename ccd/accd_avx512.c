/* SPDX-License-Identifier: MIT
 * Batched ACCD for AVX512; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define ACCD_LANES ts_accd_lanes_avx512
#include "ccd/accd_lanes.inc"
