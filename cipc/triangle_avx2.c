/* SPDX-License-Identifier: GPL-2.0-or-later
 * Triangles for AVX2; compiled for it (cmake/Simd.cmake), used only where the machine has it. */
#define TRIANGLE_KERNELS ts_triangle_kernels_avx2
#include "cipc/triangle_lanes.inc"
