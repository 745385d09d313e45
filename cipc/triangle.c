/* SPDX-License-Identifier: GPL-2.0-or-later
 * Blocks of columns from left to right: less what those before them give, then by the block's own triangle. */
#include "cipc/triangle.h"

#include <cblas.h>

/* Columns of a block, of as many as there are: all about the same. */
static int64_t block_of(int64_t columns) {
    const int64_t blocks = (columns + TS_TRIANGLE_BLOCK - 1) / TS_TRIANGLE_BLOCK;
    return blocks > 0 ? (columns + blocks - 1) / blocks : 1;
}

/* Columns of L from `first` on. */
typedef struct block {
    int64_t first, columns;
} block;

static block block_at(const ts_triangle *l, int64_t first) {
    const int64_t columns = block_of(l->columns), left = l->columns - first;
    return (block){first, left < columns ? left : columns};
}

/* From these columns of x, what those before them give. */
static void subtract(const ts_triangle *l, block b, double *x, int64_t rows) {
    if (b.first == 0) return;
    const int stride = (int)l->stride;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)rows, (int)b.columns, (int)b.first, -1.0, x, stride,
                l->value + b.first, stride, 1.0, x + b.first * l->stride, stride);
}

/* Divides these columns of x by their own triangle. */
static void divide_block(const ts_triangle *l, block b, double *x, int64_t rows) {
    ts_triangle_block own = {.columns = (int)b.columns};
    const double *from = l->value + b.first * l->stride + b.first;
    for (int64_t j = 0; j < b.columns; ++j) {
        for (int64_t i = j; i < b.columns; ++i) own.number[i][j] = from[j * l->stride + i];
        own.inverse[j] = 1.0 / own.number[j][j];
    }
    ts_triangle_kernels_here()->divide(&own, x + b.first * l->stride, l->stride, rows);
}

void ts_triangle_divide(const ts_triangle *l, double *x, int64_t rows) {
    if (rows == 0) return;
    for (block b = block_at(l, 0); b.columns > 0; b = block_at(l, b.first + b.columns)) {
        subtract(l, b, x, rows);
        divide_block(l, b, x, rows);
    }
}

bool ts_triangle_factor(const ts_triangle *a) {
    for (block b = block_at(a, 0); b.columns > 0; b = block_at(a, b.first + b.columns)) {
        subtract(a, b, a->value + b.first, a->columns - b.first);
        const ts_triangle own = {b.columns, a->stride, a->value + b.first * a->stride + b.first};
        if (!ts_triangle_kernels_here()->factor(&own)) return false;
        const int64_t below = b.first + b.columns;
        if (below < a->columns) divide_block(a, b, a->value + below, a->columns - below);
    }
    return true;
}
