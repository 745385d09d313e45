/* SPDX-License-Identifier: GPL-2.0-or-later
 * Products with the modes for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define PROJECT_ROWS ts_ndb_project_avx2
#define PROLONG_ROWS ts_ndb_prolong_avx2
#define SQUARE_ROWS ts_ndb_square_avx2
#include "ndb/subspace_lanes.inc"
