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

/* Rows with as many columns as L. */
typedef struct row_list {
    double *value;
    int64_t stride, count;
} row_list;

/* From these columns of x, what those before them give. */
static void subtract(const ts_triangle *l, block b, const row_list *x) {
    if (b.first == 0) return;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)x->count, (int)b.columns, (int)b.first, -1.0, x->value,
                (int)x->stride, l->value + b.first, (int)l->stride, 1.0, x->value + b.first * x->stride,
                (int)x->stride);
}

/* Divides these columns of x by their own triangle. */
static void divide_block(const ts_triangle *l, block b, const row_list *x) {
    ts_triangle_block own; /* its 8 KB are not worth zeros: most triangles are small */
    own.columns = (int)b.columns;
    const double *from = l->value + b.first * l->stride + b.first;
    for (int64_t j = 0; j < b.columns; ++j) {
        for (int64_t i = j; i < b.columns; ++i) own.number[i][j] = from[j * l->stride + i];
        own.inverse[j] = 1.0 / own.number[j][j];
    }
    ts_triangle_kernels_here()->divide(&own, x->value + b.first * x->stride, x->stride, x->count);
}

void ts_triangle_divide(const ts_triangle *l, double *x, int64_t stride, int64_t rows) {
    const row_list all = {x, stride, rows};
    if (rows == 0) return;
    for (block b = block_at(l, 0); b.columns > 0; b = block_at(l, b.first + b.columns)) {
        subtract(l, b, &all);
        divide_block(l, b, &all);
    }
}

bool ts_triangle_factor(const ts_triangle *a) {
    for (block b = block_at(a, 0); b.columns > 0; b = block_at(a, b.first + b.columns)) {
        subtract(a, b, &(row_list){a->value + b.first, a->stride, a->columns - b.first});
        const ts_triangle own = {b.columns, a->stride, a->value + b.first * a->stride + b.first};
        if (!ts_triangle_kernels_here()->factor(&own)) return false;
        const row_list below = {a->value + b.first + b.columns, a->stride, a->columns - b.first - b.columns};
        if (below.count > 0) divide_block(a, b, &below);
    }
    return true;
}
