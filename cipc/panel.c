/* SPDX-License-Identifier: GPL-2.0-or-later
 * Without special instructions; and the choice. */
#define PANEL_KERNELS ts_panel_kernels_portable
#include "cipc/panel_lanes.inc"

const ts_panel_kernels *ts_panel_kernels_here(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return &ts_panel_kernels_avx2;
#endif
    return &ts_panel_kernels_portable;
}
