/* SPDX-License-Identifier: MIT
 * The certified method for batches, for AVX512; compiled for it (cmake/Simd.cmake), called only where it is there. */
#define CERTIFIED_LANES ts_certified_lanes_avx512
#include "ccd/certified/lanes.inc"
