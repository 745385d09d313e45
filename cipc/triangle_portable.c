/* SPDX-License-Identifier: GPL-2.0-or-later
 * Without special instructions; and the choice. */
#define TRIANGLE_KERNELS ts_triangle_kernels_portable
#include "cipc/triangle_lanes.inc"

const ts_triangle_kernels *ts_triangle_kernels_here(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return &ts_triangle_kernels_avx2;
#endif
    return &ts_triangle_kernels_portable;
}
