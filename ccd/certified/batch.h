/* SPDX-License-Identifier: MIT
 * What batches of the certified methods begin with: queries sorted by kind, and their rows in lanes. */
#ifndef TS_CCD_CERTIFIED_BATCH_H
#define TS_CCD_CERTIFIED_BATCH_H

#include <stddef.h>

#include "ccd/lanes.h"
#include <touchstone/ccd.h>

/* Queries that are sorted by kind together. */
enum { CERTIFIED_CHUNK = 8192 };

/* from: the queries first .. end - 1, at most CERTIFIED_CHUNK, those of kind k at start[k] .. start[k + 1] - 1, in
 * their order. Queries are looked at once, and fetched ahead: what lies between their kinds is longer than a line. */
static inline void ts_certified_by_kind(const ts_ccd_query *queries, size_t first, size_t end, size_t from[],
                                        int start[TS_CCD_KINDS + 1]) {
    enum { FETCH_AHEAD = 24 };
    unsigned char kinds[CERTIFIED_CHUNK];
    int next[TS_CCD_KINDS];
    for (int k = 0; k <= TS_CCD_KINDS; ++k) start[k] = 0;
    for (size_t q = first; q < end; ++q) {
        __builtin_prefetch(&queries[q + FETCH_AHEAD < end ? q + FETCH_AHEAD : q].kind);
        kinds[q - first] = (unsigned char)queries[q].kind;
        ++start[kinds[q - first] + 1];
    }
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        next[k] = start[k];
        start[k + 1] += start[k];
    }
    for (size_t q = first; q < end; ++q) from[next[kinds[q - first]]++] = q;
}

_Static_assert(offsetof(ts_ccd_query, x1) == offsetof(ts_ccd_query, x0) + 12 * sizeof(double),
               "both ends of a query lie side by side");

/* The first of the 24 numbers of a query. */
LANES_INLINE const double *ts_certified_numbers(const ts_ccd_query *query) {
    return (const double *)(const void *)((const char *)query + offsetof(ts_ccd_query, x0));
}

/* The rows of LANES queries of a kind at both ends: 24 numbers, LANES at a time; of two points the first 8 of each end
 * at most. */
LANES_INLINE void ts_certified_load_rows(ts_ccd_kind kind, const double *const from[LANES], lanes rows[24]) {
#if LANES == 8
    if (kind == TS_POINT_POINT) {
        lanes_transpose(from, 0, rows);
        lanes_transpose(from, 12, rows + 12);
        return;
    }
#endif
    (void)kind;
    lanes_transpose(from, 0, rows);
    lanes_transpose(from, LANES, rows + LANES);
    lanes_transpose(from, 2 * LANES, rows + 2 * LANES);
#if LANES < 8
    lanes_transpose(from, 3 * LANES, rows + 3 * LANES);
    lanes_transpose(from, 4 * LANES, rows + 4 * LANES);
    lanes_transpose(from, 5 * LANES, rows + 5 * LANES);
#endif
#if LANES < 4
    lanes_transpose(from, 6 * LANES, rows + 6 * LANES);
    lanes_transpose(from, 7 * LANES, rows + 7 * LANES);
    lanes_transpose(from, 8 * LANES, rows + 8 * LANES);
    lanes_transpose(from, 9 * LANES, rows + 9 * LANES);
    lanes_transpose(from, 10 * LANES, rows + 10 * LANES);
    lanes_transpose(from, 11 * LANES, rows + 11 * LANES);
#endif
}

#endif
