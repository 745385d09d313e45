/* SPDX-License-Identifier: GPL-2.0-or-later
 * Products with the packed rows of a sparse matrix, for files that are compiled for several instruction sets. */
#ifndef TS_NDB_PACKED_LANES_H
#define TS_NDB_PACKED_LANES_H

#include "ndb/matrix.h"
#include "ndb/row_lanes.h"

/* sum -= the entries from k to end by x. They take turns among four sums, as each waits for the one before in its. */
LANES_INLINE void subtract_entries(const ts_ndb_packed *packed, size_t k, size_t end, const double *x, row_lanes *sum) {
    const uint32_t *offset = packed->offset;
    const double *value = packed->value;
    row_lanes second = {{{0.0}}}, third = {{{0.0}}}, fourth = {{{0.0}}};
    for (; k + 4 <= end; k += 4) {
        row_subtract(sum, value[k], x + offset[k]);
        row_subtract(&second, value[k + 1], x + offset[k + 1]);
        row_subtract(&third, value[k + 2], x + offset[k + 2]);
        row_subtract(&fourth, value[k + 3], x + offset[k + 3]);
    }
    if (k < end) row_subtract(sum, value[k], x + offset[k]);
    if (k + 1 < end) row_subtract(&second, value[k + 1], x + offset[k + 1]);
    if (k + 2 < end) row_subtract(&third, value[k + 2], x + offset[k + 2]);
    for (int p = 0; p < ROW_PARTS; ++p)
        sum->part[p] = (sum->part[p] + second.part[p]) + (third.part[p] + fourth.part[p]);
}

#endif
