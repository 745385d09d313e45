/* SPDX-License-Identifier: MIT
 * Distances of many pairs for AVX-512; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define CLOSEST_MANY ts_closest_many_avx512
#include "ccd/closest_lanes.inc"
