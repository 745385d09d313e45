/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define SWEEP_ROWS ts_ndb_sweep_avx2
#define PRODUCT_ROWS ts_ndb_product_avx2
#define DESCENT_ROWS ts_ndb_descent_avx2
#include "ndb/sweep_lanes.inc"
