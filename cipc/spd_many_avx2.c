/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projection of many matrices for AVX2; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define PROJECT_SPD4 ts_project_spd4_avx2
#include "cipc/spd_lanes.inc"
