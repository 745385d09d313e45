/* SPDX-License-Identifier: GPL-2.0-or-later
 * Each row of the product is summed up by one thread and in one order: blocks left of the diagonal, the diagonal, and,
 * transposed, what is below it in its column. So every block is read twice, by the rows at both of its ends. */
#include "cipc/block_rows.h"

#include <stdlib.h>

#include "core/error.h"

void ts_block_rows_clear(ts_block_rows *rows) {
    free(rows->start);
    free(rows->block);
    free(rows->column);
    *rows = (ts_block_rows){0};
}

static void find_rows(ts_block_rows *rows, const ts_block_matrix *matrix) {
    const size_t n = matrix->nodes;
    for (size_t j = 0; j < n; ++j) {
        for (int32_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; ++k) ++rows->start[matrix->row[k] + 1];
    }
    for (size_t i = 0; i < n; ++i) rows->start[i + 1] += rows->start[i];
    for (size_t j = 0; j < n; ++j) { /* start[i] runs through the row and ends where the next begins */
        for (int32_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; ++k) {
            const int32_t at = rows->start[matrix->row[k]]++;
            rows->block[at] = k;
            rows->column[at] = (int32_t)j;
        }
    }
    for (size_t i = n; i > 0; --i) rows->start[i] = rows->start[i - 1];
    rows->start[0] = 0;
}

ts_status ts_block_rows_take(ts_block_rows *rows, const ts_block_matrix *matrix, ts_error *error) {
    if (rows->start && rows->version == matrix->version && rows->nodes == matrix->nodes) return TS_OK;
    ts_block_rows_clear(rows);
    const size_t left = ts_block_matrix_blocks(matrix) - matrix->nodes;
    rows->start = calloc(matrix->nodes + 1, sizeof *rows->start);
    rows->block = malloc((left + 1) * sizeof *rows->block);
    rows->column = malloc((left + 1) * sizeof *rows->column);
    if (!rows->start || !rows->block || !rows->column) {
        ts_block_rows_clear(rows);
        return ts_fail_memory(error, "the rows of the matrix");
    }
    find_rows(rows, matrix);
    rows->version = matrix->version;
    rows->nodes = matrix->nodes;
    return TS_OK;
}

/* y += B x */
static void add(const double *block, size_t stride, const double *x, double *y) {
    for (size_t r = 0; r < 3; ++r) y[r] += block[r] * x[0] + block[stride + r] * x[1] + block[2 * stride + r] * x[2];
}

/* y += B^T x */
static void add_transposed(const double *block, size_t stride, const double *x, double *y) {
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

static void multiply_row(const ts_block_rows *rows, const ts_block_matrix *matrix, size_t i, const double *x,
                         double *y) {
    double sum[3] = {0.0, 0.0, 0.0};
    size_t stride;
    for (int32_t k = rows->start[i]; k < rows->start[i + 1]; ++k) {
        const int32_t j = rows->column[k];
        const double *block = ts_block_at(matrix, rows->block[k], j, &stride);
        add(block, stride, x + 3 * (size_t)j, sum);
    }
    const int32_t diagonal = matrix->column[i];
    const double *block = ts_block_at(matrix, diagonal, (int32_t)i, &stride);
    add_diagonal(block, stride, x + 3 * i, sum);
    for (int32_t k = diagonal + 1; k < matrix->column[i + 1]; ++k) {
        block += 3;
        add_transposed(block, stride, x + 3 * (size_t)matrix->row[k], sum);
    }
    for (int c = 0; c < 3; ++c) y[3 * i + (size_t)c] = sum[c];
}

void ts_block_product(const ts_block_rows *rows, const ts_block_matrix *matrix, const double *x, double *y) {
    const long n = (long)matrix->nodes;
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; ++i) multiply_row(rows, matrix, (size_t)i, x, y);
}
