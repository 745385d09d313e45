/* SPDX-License-Identifier: MIT
 * Distances of many pairs: the lanes that this machine has, and the portable ones. */
#define CLOSEST_MANY ts_closest_many_portable
#include "ccd/closest_lanes.inc"

#include "core/instructions.h"

void ts_closest_many_all(const ts_closest_batch *batch) {
#if defined(__x86_64__)
    if (ts_has_avx512()) {
        ts_closest_many_avx512(batch);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        ts_closest_many_avx2(batch);
        return;
    }
#endif
    ts_closest_many_portable(batch);
}
