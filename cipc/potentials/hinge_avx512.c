/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hinges for AVX-512; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define HINGE_EVALUATE ts_hinge_evaluate_avx512
#include "cipc/potentials/hinge_lanes.inc"
