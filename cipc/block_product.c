/* SPDX-License-Identifier: GPL-2.0-or-later
 * Column by column, so that the numbers are read one after another: a block below the diagonal gives to its row, and
 * transposed to its column. Each thread has rows of its own, and all add up a row's parts in the same order: blocks
 * left of the diagonal by column, the diagonal, and, transposed, what is below it by row. */
#include "cipc/block_product.h"

#include <omp.h>

#include "core/share.h"

typedef struct product {
    const ts_block_matrix *matrix;
    const double *x;
    double *y;
} product;

/* y += B x */
static inline void add(const double *block, size_t stride, const double *x, double *y) {
    const double *one = block + stride, *two = one + stride;
    for (size_t r = 0; r < 3; ++r) y[r] += block[r] * x[0] + one[r] * x[1] + two[r] * x[2];
}

/* y += B^T x */
static inline void add_transposed(const double *block, size_t stride, const double *x, double *y) {
    for (size_t c = 0; c < 3; ++c) {
        const double *column = block + c * stride;
        y[c] += column[0] * x[0] + column[1] * x[1] + column[2] * x[2];
    }
}

/* y += B x of a symmetric block, of which only the lower triangle means anything. */
static void add_diagonal(const double *block, size_t stride, const double *x, double *y) {
    const double *one = block + stride, *two = one + stride;
    y[0] += block[0] * x[0] + block[1] * x[1] + block[2] * x[2];
    y[1] += block[1] * x[0] + one[1] * x[1] + one[2] * x[2];
    y[2] += block[2] * x[0] + one[2] * x[1] + two[2] * x[2];
}

/* What blocks first to end of column j give to their rows. */
static void add_to_rows(const product *of, int32_t j, int32_t first, int32_t end) {
    const double *x = of->x + 3 * (size_t)j;
    size_t stride;
    const double *block = ts_block_at(of->matrix, first, j, &stride);
    for (int32_t k = first; k < end; ++k, block += 3) add(block, stride, x, of->y + 3 * (size_t)of->matrix->row[k]);
}

/* What column j gives to its own row, and to those below it that are before `end`. */
static void multiply_column(const product *of, int32_t j, int32_t end) {
    const ts_block_matrix *matrix = of->matrix;
    const int32_t first = matrix->column[j], last = matrix->column[j + 1];
    const double *x = of->x + 3 * (size_t)j;
    double *y = of->y + 3 * (size_t)j, sum[3] = {y[0], y[1], y[2]};
    size_t stride;
    const double *block = ts_block_at(matrix, first, j, &stride);
    add_diagonal(block, stride, x, sum);
    int32_t k = first + 1;
    for (; k < last && matrix->row[k] < end; ++k) {
        const size_t i = 3 * (size_t)matrix->row[k];
        block += 3;
        add_transposed(block, stride, of->x + i, sum);
        add(block, stride, x, of->y + i);
    }
    for (; k < last; ++k) {
        block += 3;
        add_transposed(block, stride, of->x + 3 * (size_t)matrix->row[k], sum);
    }
    for (int c = 0; c < 3; ++c) y[c] = sum[c];
}

void ts_block_product_rows(const ts_block_matrix *matrix, int32_t begin, int32_t end, const double *x, double *y) {
    const product of = {matrix, x, y};
    for (size_t i = 3 * (size_t)begin; i < 3 * (size_t)end; ++i) y[i] = 0.0;
    for (int32_t j = 0; j < begin; ++j) {
        const int32_t first = ts_block_from(matrix, matrix->column[j], begin, j);
        add_to_rows(&of, j, first, ts_block_from(matrix, first, end, j));
    }
    for (int32_t j = begin; j < end; ++j) multiply_column(&of, j, end);
}

void ts_block_product(const ts_block_matrix *matrix, const double *x, double *y) {
    const size_t nodes = matrix->nodes;
#pragma omp parallel if (ts_pays_to_share((size_t)matrix->column[nodes], 8))
    {
        const size_t threads = (size_t)omp_get_num_threads(), thread = (size_t)omp_get_thread_num();
        ts_block_product_rows(matrix, (int32_t)(nodes * thread / threads), (int32_t)(nodes * (thread + 1) / threads), x,
                              y);
    }
}
