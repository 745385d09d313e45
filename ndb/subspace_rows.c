/* SPDX-License-Identifier: GPL-2.0-or-later
 * Products with the modes: the lanes that this machine has, and the portable ones. */
#define PROJECT_ROWS ts_ndb_project_portable
#define PROLONG_ROWS ts_ndb_prolong_portable
#define SQUARE_ROWS ts_ndb_square_portable
#include "ndb/subspace_lanes.inc"

#if defined(__x86_64__)
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#else
#define HAS_AVX2 0
#define ts_ndb_project_avx2 ts_ndb_project_portable
#define ts_ndb_prolong_avx2 ts_ndb_prolong_portable
#define ts_ndb_square_avx2 ts_ndb_square_portable
#endif

void ts_ndb_project_some(const ts_ndb_basis *basis, size_t first, size_t end, const ts_ndb_row *r, double *sum) {
    (HAS_AVX2 ? ts_ndb_project_avx2 : ts_ndb_project_portable)(basis, first, end, r, sum);
}

void ts_ndb_prolong_some(const ts_ndb_basis *basis, size_t first, size_t end, const double *q, ts_ndb_row *dx) {
    (HAS_AVX2 ? ts_ndb_prolong_avx2 : ts_ndb_prolong_portable)(basis, first, end, q, dx);
}

void ts_ndb_square_some(const ts_ndb_basis *basis, const ts_ndb_added *added, size_t first, size_t end, double *sum) {
    (HAS_AVX2 ? ts_ndb_square_avx2 : ts_ndb_square_portable)(basis, added, first, end, sum);
}
