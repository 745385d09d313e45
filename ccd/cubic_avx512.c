/* SPDX-License-Identifier: MIT
 * Roots for the batched cubic, for AVX512; compiled for it (cmake/Simd.cmake) and called only where the machine has it.
 */
#define CUBIC_LANES ts_cubic_lanes_avx512
#include "ccd/cubic_lanes.inc"
