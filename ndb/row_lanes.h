/* SPDX-License-Identifier: GPL-2.0-or-later
 * A row as one or two vectors of the machine, for files that are compiled for several instruction sets. */
#ifndef TS_NDB_ROW_LANES_H
#define TS_NDB_ROW_LANES_H

#include "ccd/lanes.h"

enum { ROW_PARTS = 4 / LANES };

LANES_INLINE void lanes_store(double *to, lanes value) {
    *(lanes_anywhere *)(void *)to = value;
}

typedef struct row_lanes {
    lanes part[ROW_PARTS];
} row_lanes;

/* Part by part: a compiler that copies a row as one in halves goes through memory, and waits for it. */
LANES_INLINE void row_load(const double from[4], row_lanes *row) {
    for (int k = 0; k < ROW_PARTS; ++k) row->part[k] = lanes_load(from + k * LANES);
}

LANES_INLINE void row_store(const row_lanes *row, double to[4]) {
    for (int k = 0; k < ROW_PARTS; ++k) lanes_store(to + k * LANES, row->part[k]);
}

/* a += s b */
LANES_INLINE void row_add(row_lanes *a, double s, const double b[4]) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] += s * other.part[k];
}

/* a -= s b */
LANES_INLINE void row_subtract(row_lanes *a, double s, const double b[4]) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] -= s * other.part[k];
}

/* LANES rows as four vectors: lane l of out[c] is component c of row l. */
LANES_INLINE void rows_to_lanes(const row_lanes row[LANES], lanes out[4]) {
#if LANES == 4
    const lanes a0 = row[0].part[0], a1 = row[1].part[0], a2 = row[2].part[0], a3 = row[3].part[0];
    const lanes even01 = __builtin_shufflevector(a0, a1, 0, 4, 2, 6),
                odd01 = __builtin_shufflevector(a0, a1, 1, 5, 3, 7),
                even23 = __builtin_shufflevector(a2, a3, 0, 4, 2, 6),
                odd23 = __builtin_shufflevector(a2, a3, 1, 5, 3, 7);
    out[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
    out[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
    out[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
#else
    for (int k = 0; k < ROW_PARTS; ++k) {
        out[2 * k] = __builtin_shufflevector(row[0].part[k], row[1].part[k], 0, 2);
        out[2 * k + 1] = __builtin_shufflevector(row[0].part[k], row[1].part[k], 1, 3);
    }
#endif
}

/* And back. */
LANES_INLINE void lanes_to_rows(const lanes in[4], row_lanes row[LANES]) {
#if LANES == 4
    row_lanes turned[4];
    for (int c = 0; c < 4; ++c) turned[c].part[0] = in[c];
    lanes out[4];
    rows_to_lanes(turned, out);
    for (int l = 0; l < 4; ++l) row[l].part[0] = out[l];
#else
    for (int k = 0; k < ROW_PARTS; ++k) {
        row[0].part[k] = __builtin_shufflevector(in[2 * k], in[2 * k + 1], 0, 2);
        row[1].part[k] = __builtin_shufflevector(in[2 * k], in[2 * k + 1], 1, 3);
    }
#endif
}

/* The sum of the products of three components: the fourth is not looked at. */
LANES_INLINE double row_dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#endif
