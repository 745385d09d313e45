/* SPDX-License-Identifier: GPL-2.0-or-later
 * Acceleration for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define DIFFERENCE_ROWS ts_ndb_difference_avx2
#define NEWEST_PRODUCTS ts_ndb_newest_avx2
#define COMBINE_ROWS ts_ndb_combine_avx2
#include "ndb/anderson_lanes.inc"
