/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps: the lanes that this machine has, and the portable ones. */
#define SWEEP_ROWS ts_ndb_sweep_portable
#define PRODUCT_ROWS ts_ndb_product_portable
#define DESCENT_ROWS ts_ndb_descent_portable
#include "ndb/sweep_lanes.inc"

void ts_ndb_sweep_some(const ts_ndb_sweep *sweep, size_t first, size_t end) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        ts_ndb_sweep_avx2(sweep, first, end);
        return;
    }
#endif
    ts_ndb_sweep_portable(sweep, first, end);
}

double ts_ndb_product_some(const ts_ndb_product *product, size_t first, size_t end) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_ndb_product_avx2(product, first, end);
#endif
    return ts_ndb_product_portable(product, first, end);
}

double ts_ndb_descent_some(const ts_ndb_descent *descent, size_t first, size_t end) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_ndb_descent_avx2(descent, first, end);
#endif
    return ts_ndb_descent_portable(descent, first, end);
}
