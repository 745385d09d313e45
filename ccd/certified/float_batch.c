/* SPDX-License-Identifier: MIT
 * Batches of certified-float: the lanes that this machine has, and the portable ones. */
#define CERTIFIED_FLOAT_LANES ts_certified_float_lanes_portable
#include "ccd/certified/float_lanes.inc"

#include "core/instructions.h"

void ts_certified_float_all(const ts_certified *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
#if defined(__x86_64__)
    if (ts_has_avx512()) return ts_certified_float_lanes_avx512(method, n, queries, results);
    if (__builtin_cpu_supports("avx2")) return ts_certified_float_lanes_avx2(method, n, queries, results);
#endif
    ts_certified_float_lanes_portable(method, n, queries, results);
}
