/* SPDX-License-Identifier: GPL-2.0-or-later
 * Cholesky factors of dense triangles, and rows divided by them. The BLAS does either at a quarter to a half of the
 * speed of its products, and of a few columns its calls take longer than their arithmetic (docs/benchmarks.md). Here
 * blocks of columns are done in lanes, and what lies between blocks is products. */
#ifndef TS_CIPC_TRIANGLE_H
#define TS_CIPC_TRIANGLE_H

#include <stdbool.h>
#include <stdint.h>

/* columns x columns numbers, column by column, each `stride` after the one before; those above the diagonal mean
 * nothing, before and after, but have to be there. */
typedef struct ts_triangle {
    int64_t columns, stride;
    double *value;
} ts_triangle;

/* A becomes L, A = L L^T; false, and the numbers mean nothing, where A is not positive definite in floating point. */
bool ts_triangle_factor(const ts_triangle *a);

/* X, `rows` rows with as many columns as L, each `stride` numbers after the one before, becomes X L^-T. */
void ts_triangle_divide(const ts_triangle *l, double *x, int64_t stride, int64_t rows);

/* ---- In lanes: the same bits with and without special instructions ---- */

/* Columns of a block, at most. */
enum { TS_TRIANGLE_BLOCK = 32 };

/* A triangle L that small. */
typedef struct ts_triangle_block {
    int columns;
    double number[TS_TRIANGLE_BLOCK][TS_TRIANGLE_BLOCK]; /* row by row, up to the diagonal */
    double inverse[TS_TRIANGLE_BLOCK];                   /* 1 over those on the diagonal */
} ts_triangle_block;

typedef struct ts_triangle_kernels {
    /* Of at most TS_TRIANGLE_BLOCK columns. */
    bool (*factor)(const ts_triangle *a);
    void (*divide)(const ts_triangle_block *l, double *x, int64_t stride, int64_t rows);
} ts_triangle_kernels;

/* For this machine; and those that any may have. */
const ts_triangle_kernels *ts_triangle_kernels_here(void);
extern const ts_triangle_kernels ts_triangle_kernels_portable, ts_triangle_kernels_avx2;

#endif
