/* SPDX-License-Identifier: GPL-2.0-or-later
 * The block matrix row by row: its product with a vector on all threads, with the same bits for any number of them. */
#ifndef TS_CIPC_BLOCK_ROWS_H
#define TS_CIPC_BLOCK_ROWS_H

#include "cipc/block_matrix.h"

/* Where the blocks left of the diagonal are, by row. Starts as zeros. */
typedef struct ts_block_rows {
    int32_t *start;          /* nodes + 1 */
    int32_t *block, *column; /* of each, in ascending order of columns */
    uint64_t version;        /* of the matrix they were found for */
    size_t nodes;
} ts_block_rows;

void ts_block_rows_clear(ts_block_rows *rows);

/* For this matrix; nothing is done where its pattern is the one that they were found for. */
ts_status ts_block_rows_take(ts_block_rows *rows, const ts_block_matrix *matrix, ts_error *error);

/* y = matrix x (3 nodes each, not the same array), by rows of the pattern that was taken last. */
void ts_block_product(const ts_block_rows *rows, const ts_block_matrix *matrix, const double *x, double *y);

#endif
