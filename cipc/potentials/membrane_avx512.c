/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes for AVX-512; compiled for it (cmake/Simd.cmake) and called only where the machine has it. */
#define MEMBRANE_EVALUATE ts_membrane_evaluate_avx512
#include "cipc/potentials/membrane_lanes.inc"
