/* SPDX-License-Identifier: GPL-2.0-or-later
 * Gathering for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define GATHER_ROWS ts_ndb_gather_avx2
#include "ndb/gather_lanes.inc"
