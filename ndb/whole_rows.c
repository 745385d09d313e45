/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes of whole bodies: the lanes that this machine has, and the portable ones. */
#define WHOLE_SUM ts_ndb_whole_sum_portable
#define WHOLE_MOVE ts_ndb_whole_move_portable
#include "ndb/whole_lanes.inc"

#if defined(__x86_64__)
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#else
#define HAS_AVX2 0
#define ts_ndb_whole_sum_avx2 ts_ndb_whole_sum_portable
#define ts_ndb_whole_move_avx2 ts_ndb_whole_move_portable
#endif

void ts_ndb_whole_sum_some(const ts_ndb_whole_rows *rows, size_t first, size_t end, double sum[TS_NDB_WHOLE_SUMS]) {
    (HAS_AVX2 ? ts_ndb_whole_sum_avx2 : ts_ndb_whole_sum_portable)(rows, first, end, sum);
}

void ts_ndb_whole_move_some(const ts_ndb_whole_rows *rows, size_t first, size_t end,
                            const ts_ndb_whole_motion *motion) {
    (HAS_AVX2 ? ts_ndb_whole_move_avx2 : ts_ndb_whole_move_portable)(rows, first, end, motion);
}
