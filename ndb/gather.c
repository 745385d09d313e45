/* SPDX-License-Identifier: GPL-2.0-or-later
 * Gathering: the lanes that this machine has, and the portable ones. */
#define GATHER_ROWS ts_ndb_gather_portable
#include "ndb/gather_lanes.inc"

double ts_ndb_gather_some(const ts_ndb_gather *gather, size_t first, size_t end) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_ndb_gather_avx2(gather, first, end);
#endif
    return ts_ndb_gather_portable(gather, first, end);
}
