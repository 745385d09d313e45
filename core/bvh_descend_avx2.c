/* SPDX-License-Identifier: MIT
 * The descent for AVX2; compiled for it (cmake/Simd.cmake), used only where the machine has it. */
#define BVH_DESCEND ts_bvh_descend_avx2
#include "core/bvh_descend.inc"
