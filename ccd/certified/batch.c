/* SPDX-License-Identifier: MIT
 * The certified method for batches: the lanes that this machine has, and the portable ones. */
#define CERTIFIED_LANES ts_certified_lanes_portable
#include "ccd/certified/lanes.inc"

void ts_certified_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return ts_certified_lanes_avx512(self, n, queries, results);
    if (__builtin_cpu_supports("avx2")) return ts_certified_lanes_avx2(self, n, queries, results);
#endif
    ts_certified_lanes_portable(self, n, queries, results);
}
