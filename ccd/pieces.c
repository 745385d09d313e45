/* SPDX-License-Identifier: MIT
 * How threads share a block of queries. */
#include "ccd/pieces.h"

enum { SINGLY = 16, FROM_OUTSIDE = 256, LEAST_BATCH = 256, MOST_BATCH = 4096, FULL_LANES = 64 };

size_t ts_ccd_piece(const ts_ccd_method *method, size_t count, int threads) {
    if (ts_ccd_is_foreign(method->backend)) return FROM_OUTSIDE;
    if (!method->backend->query_batch) return SINGLY;
    const size_t parts = 2 * (size_t)(threads > 1 ? threads : 1), part = (count + parts - 1) / parts;
    const size_t piece = (part + FULL_LANES - 1) / FULL_LANES * FULL_LANES;
    return piece < LEAST_BATCH ? LEAST_BATCH : piece > MOST_BATCH ? MOST_BATCH : piece;
}
