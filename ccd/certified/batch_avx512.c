/* SPDX-License-Identifier: MIT
 * Batches of the certified method for AVX-512; compiled for it (cmake/Simd.cmake), called only where it is there. */
#define CERTIFIED_LANES ts_certified_lanes_avx512
#include "ccd/certified/lanes.inc"
