/* SPDX-License-Identifier: MIT
 * The certified method for AVX2, one by one and in batches; compiled for it (cmake/Simd.cmake), called only where it
 * is there. */
#define CERTIFIED_SINGLE ts_certified_single_avx2
#define CERTIFIED_LANES ts_certified_lanes_avx2
#include "ccd/certified/lanes.inc"
#include "ccd/certified/single.inc"
