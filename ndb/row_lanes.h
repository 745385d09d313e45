/* SPDX-License-Identifier: GPL-2.0-or-later
 * A row as one or two vectors of the machine, for files that are compiled for several instruction sets. */
#ifndef TS_NDB_ROW_LANES_H
#define TS_NDB_ROW_LANES_H

#include <string.h>

#include "ccd/lanes.h"

enum { ROW_PARTS = 4 / LANES };

typedef struct row_lanes {
    lanes part[ROW_PARTS];
} row_lanes;

LANES_INLINE void row_load(const double from[4], row_lanes *row) {
    memcpy(row, from, sizeof *row);
}

LANES_INLINE void row_store(const row_lanes *row, double to[4]) {
    memcpy(to, row, sizeof *row);
}

/* a += s b */
LANES_INLINE void row_add(row_lanes *a, double s, const double b[4]) {
    row_lanes other;
    row_load(b, &other);
    for (int k = 0; k < ROW_PARTS; ++k) a->part[k] += s * other.part[k];
}

/* The sum of the products of three components: the fourth is not looked at. */
LANES_INLINE double row_dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#endif
