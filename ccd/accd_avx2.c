/* SPDX-License-Identifier: MIT
 * Batched ACCD for AVX2; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define ACCD_LANES ts_accd_lanes_avx2
#include "ccd/accd_lanes.inc"
