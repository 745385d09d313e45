/* SPDX-License-Identifier: MIT
 * Paths of nodes for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define EXTENTS_SLABS ts_extents_slabs_avx2
#define EXTENTS_STRAYS ts_extents_strays_avx2
#include "scenes/collision/extents_lanes.inc"
