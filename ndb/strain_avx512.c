/* SPDX-License-Identifier: GPL-2.0-or-later
 * The local step of membranes for AVX-512; compiled for it (cmake/Simd.cmake) and called only where the machine has it.
 */
#define STRAIN_LOCAL ts_ndb_strain_avx512
#include "ndb/strain_lanes.inc"
