/* SPDX-License-Identifier: GPL-2.0-or-later
 * A row as one or two vectors of the machine, for files that are compiled for several instruction sets. */
#ifndef TS_NDB_ROW_LANES_H
#define TS_NDB_ROW_LANES_H

#include "ccd/lanes.h"

/* Of eight lanes a row is half a vector. */
enum { ROW_PARTS = (LANES + 3) / LANES, ROW_PART = 4 / ROW_PARTS };
typedef double row_part __attribute__((vector_size(8 * ROW_PART)));
typedef double row_part_anywhere __attribute__((vector_size(8 * ROW_PART), aligned(8), may_alias));

LANES_INLINE row_part row_part_load(const double *from) {
    return *(const row_part_anywhere *)(const void *)from;
}

LANES_INLINE void row_part_store(double *to, row_part a) {
    *(row_part_anywhere *)(void *)to = a;
}

typedef struct row_lanes {
    row_part part[ROW_PARTS];
} row_lanes;

/* Part by part: a compiler that copies a row as one in halves goes through memory, and waits for it. */
LANES_INLINE void row_load(const double from[4], row_lanes *row) {
    for (int k = 0; k < ROW_PARTS; ++k) row->part[k] = row_part_load(from + k * ROW_PART);
}

LANES_INLINE void row_store(const row_lanes *row, double to[4]) {
    for (int k = 0; k < ROW_PARTS; ++k) row_part_store(to + k * ROW_PART, row->part[k]);
}

/* a += b */
LANES_INLINE void row_sum(row_lanes *a, const double b[4]) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] += other.part[k];
}

/* a -= s b */
LANES_INLINE void row_subtract(row_lanes *a, double s, const double b[4]) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] -= s * other.part[k];
}

/* a -= s (b - centre) */
LANES_INLINE void row_subtract_off(row_lanes *a, double s, const double b[4], const row_lanes *centre) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] -= s * (other.part[k] - centre->part[k]);
}

/* LANES rows as four vectors: lane l of out[c] is component c of row l. */
LANES_INLINE void rows_to_lanes(const row_lanes row[LANES], lanes out[4]) {
#if LANES == 8
    lanes in[4];
    for (int l = 0; l < 4; ++l) {
        in[l] =
            (lanes)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)row[l].part[0]), (__m256d)row[l + 4].part[0], 1);
    }
    lanes_turn(in, out);
#elif LANES == 4
    lanes_turn((const lanes[4]){row[0].part[0], row[1].part[0], row[2].part[0], row[3].part[0]}, out);
#else
    lanes_turn((const lanes[2]){row[0].part[0], row[1].part[0]}, out);
    lanes_turn((const lanes[2]){row[0].part[1], row[1].part[1]}, out + 2);
#endif
}

/* And back. */
LANES_INLINE void lanes_to_rows(const lanes in[4], row_lanes row[LANES]) {
#if LANES == 8
    lanes out[4];
    lanes_turn(in, out);
    for (int l = 0; l < 4; ++l) {
        row[l].part[0] = (row_part)_mm512_castpd512_pd256((__m512d)out[l]);
        row[l + 4].part[0] = (row_part)_mm512_extractf64x4_pd((__m512d)out[l], 1);
    }
#elif LANES == 4
    lanes out[4];
    lanes_turn(in, out);
    for (int l = 0; l < 4; ++l) row[l].part[0] = out[l];
#else
    for (int p = 0; p < 2; ++p) {
        lanes out[2];
        lanes_turn(in + 2 * p, out);
        row[0].part[p] = out[0];
        row[1].part[p] = out[1];
    }
#endif
}

/* The sum of three components: the fourth is not looked at. */
LANES_INLINE double row_total(const row_lanes *row) {
    double component[4];
    row_store(row, component);
    return component[0] + component[1] + component[2];
}

#endif
