/* SPDX-License-Identifier: MIT
 * Batched ACCD: the lanes that this machine has, and the portable ones. */
#define ACCD_LANES ts_accd_lanes_portable
#include "ccd/accd_lanes.inc"

#include "core/instructions.h"

void ts_accd_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
#if defined(__x86_64__)
    if (ts_has_avx512()) return ts_accd_lanes_avx512(self, n, queries, results);
    if (__builtin_cpu_supports("avx2")) return ts_accd_lanes_avx2(self, n, queries, results);
#endif
    ts_accd_lanes_portable(self, n, queries, results);
}
