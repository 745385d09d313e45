/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projection of many matrices: the lanes that this machine has, and the portable ones. */
#define PROJECT_SPD4 ts_project_spd4_portable
#include "cipc/spd_lanes.inc"

#include "core/instructions.h"

void ts_project_spd4_all(double (*a)[4][4], size_t count) {
#if defined(__x86_64__)
    if (ts_has_avx512()) {
        ts_project_spd4_avx512(a, count);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        ts_project_spd4_avx2(a, count);
        return;
    }
#endif
    ts_project_spd4_portable(a, count);
}
