/* SPDX-License-Identifier: MIT
 * Batches of certified-float for AVX2; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define CERTIFIED_FLOAT_LANES ts_certified_float_lanes_avx2
#include "ccd/certified/float_lanes.inc"
