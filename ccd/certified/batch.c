/* SPDX-License-Identifier: MIT
 * The certified method with the instructions that this machine has, and with those that every machine has. */
#define CERTIFIED_SINGLE ts_certified_single_portable
#define CERTIFIED_LANES ts_certified_lanes_portable
#include "ccd/certified/lanes.inc"
#include "ccd/certified/single.inc"

#include "core/instructions.h"

void ts_certified_answer(const ts_certified *method, const ts_ccd_query *query, const ts_certified_state *from,
                         ts_ccd_result *result, ts_ccd_certificate *certificate) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_certified_single_avx2(method, query, from, result, certificate);
#endif
    ts_certified_single_portable(method, query, from, result, certificate);
}

void ts_certified_answer_all(const ts_certified *method, size_t n, const ts_ccd_query *queries,
                             ts_ccd_result *results) {
#if defined(__x86_64__)
    if (ts_has_avx512()) return ts_certified_lanes_avx512(method, n, queries, results);
    if (__builtin_cpu_supports("avx2")) return ts_certified_lanes_avx2(method, n, queries, results);
#endif
    ts_certified_lanes_portable(method, n, queries, results);
}
