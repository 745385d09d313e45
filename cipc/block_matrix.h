/* SPDX-License-Identifier: GPL-2.0-or-later
 * The Hessian: a sparse symmetric matrix of 3 x 3 blocks, lower triangle, whose values lie in compressed
 * columns of scalars, so that a column is contiguous. */
#ifndef TS_CIPC_BLOCK_MATRIX_H
#define TS_CIPC_BLOCK_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "cipc/potential.h"

typedef struct ts_block_matrix {
    size_t nodes;
    int32_t *column;  /* nodes + 1: where a block column starts */
    int32_t *row;     /* block rows of each column, ascending, the diagonal first */
    double *value;    /* 9 per block; a scalar column is contiguous; above the diagonal of diagonal blocks not read */
    uint64_t version; /* changes with the pattern */
} ts_block_matrix;

/* What follows has another version. */
void ts_block_matrix_clear(ts_block_matrix *matrix);

/* Couplings that the matrix must have places for: all pairs of nodes of these stencils. Pairs with a held node have
 * none: their unknowns are not solved for. */
typedef struct ts_couplings {
    size_t lists;
    const ts_stencil *const *list;
    const size_t *count;
    const uint8_t *held; /* of each node, nonzero: not an unknown; may be NULL */
} ts_couplings;

/* A new pattern of exactly these couplings and the diagonal. */
ts_status ts_block_matrix_build(ts_block_matrix *matrix, size_t nodes, const ts_couplings *couplings, ts_error *error);
/* The pattern united with these couplings, or these alone where the old ones would make it more than half as large
 * again. */
ts_status ts_block_matrix_grow(ts_block_matrix *matrix, const ts_couplings *couplings, ts_error *error);
/* The couplings of another matrix whose two nodes have the same label; nothing changes where these are there already.
 * Numbers are zeros then. */
ts_status ts_block_matrix_within(ts_block_matrix *matrix, const ts_block_matrix *of, const int32_t *label,
                                 ts_error *error);
/* Are there places for all couplings? */
bool ts_block_matrix_covers(const ts_block_matrix *matrix, const ts_couplings *couplings);

static inline size_t ts_block_matrix_blocks(const ts_block_matrix *matrix) {
    return matrix->column ? (size_t)matrix->column[matrix->nodes] : 0;
}

/* Index of the first block of column j, from `first` on, whose row is i or more; the end of the column: none. */
static inline int32_t ts_block_from(const ts_block_matrix *matrix, int32_t first, int32_t i, int32_t j) {
    int32_t lo = first, hi = matrix->column[j + 1];
    while (lo < hi) {
        const int32_t mid = lo + (hi - lo) / 2;
        if (matrix->row[mid] < i)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Index of block (i, j), i >= j, or -1. */
static inline int32_t ts_block_find(const ts_block_matrix *matrix, int32_t i, int32_t j) {
    const int32_t at = ts_block_from(matrix, matrix->column[j], i, j);
    return at < matrix->column[j + 1] && matrix->row[at] == i ? at : -1;
}

/* First value of the block and the distance between its columns. */
static inline double *ts_block_at(const ts_block_matrix *matrix, int32_t block, int32_t j, size_t *stride) {
    const size_t first = (size_t)matrix->column[j], blocks = (size_t)matrix->column[j + 1] - first;
    *stride = 3 * blocks;
    return matrix->value + 9 * first + 3 * ((size_t)block - first);
}

#endif
