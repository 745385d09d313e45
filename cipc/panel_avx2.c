/* SPDX-License-Identifier: GPL-2.0-or-later
 * Panels for AVX2; compiled for it (cmake/Simd.cmake), used only where the machine has it. */
#define PANEL_KERNELS ts_panel_kernels_avx2
#include "cipc/panel_lanes.inc"
