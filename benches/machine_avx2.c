/* SPDX-License-Identifier: GPL-2.0-or-later
 * The loops for AVX2; compiled for it (cmake/Simd.cmake), called only where the machine has it. */
#define MACHINE_LOOPS ts_machine_avx2
#include "benches/machine_lanes.inc"
