/* SPDX-License-Identifier: GPL-2.0-or-later
 * The scalar matrix H_s of projective dynamics: every term acts alike on x, y and z, so that one sparse N x N matrix
 * stands for all three right-hand sides. Rows without their diagonal, which contact adds to. */
#ifndef TS_NDB_MATRIX_H
#define TS_NDB_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "ndb/rows.h"
#include "scenes/stencil.h"

/* weight * s s^T of s = sum share[i] x_node[i]; nodes are distinct. */
typedef struct ts_ndb_square {
    ts_stencil node;
    double share[TS_STENCIL_NODES], weight;
} ts_ndb_square;

typedef struct ts_ndb_squares {
    size_t count, room;
    ts_ndb_square *list; /* owned */
} ts_ndb_squares;

ts_status ts_ndb_squares_add(ts_ndb_squares *squares, const ts_ndb_square *square, ts_error *error);
void ts_ndb_squares_clear(ts_ndb_squares *squares);

/* The rows again in the order in which products go through them: those of a few nodes by their number of entries, so
 * that the loop over a row's entries makes the same number of turns as the one before, which a processor can foretell;
 * of a few, so that what they read stays near. */
typedef struct ts_ndb_packed {
    uint32_t *node;   /* at each place; the places of a piece are of its nodes */
    uint32_t *first;  /* of the entries of each place; one more */
    uint32_t *offset; /* 4 * column: where the column's row of numbers begins */
    double *value;
    uint32_t *reach; /* of each block of places: the last block that its rows read of */
} ts_ndb_packed;

/* Places of a block, which are of its nodes. */
enum { TS_NDB_BLOCK = 128 };

static inline size_t ts_ndb_blocks(size_t count) {
    return (count + TS_NDB_BLOCK - 1) / TS_NDB_BLOCK;
}

/* Symmetric. Owned. */
typedef struct ts_ndb_matrix {
    size_t nodes;
    size_t *first;    /* nodes + 1 */
    int32_t *column;  /* ascending in each row */
    double *value;    /* off the diagonal, N/m */
    double *diagonal; /* of each node */
    ts_ndb_packed packed;
} ts_ndb_matrix;

/* diag(diagonal) + sum of the squares; diagonal NULL: none. TS_ERROR_DATA beyond 2^30 nodes or 2^32 entries. */
ts_status ts_ndb_matrix_init(ts_ndb_matrix *matrix, size_t nodes, const double *diagonal, const ts_ndb_squares *squares,
                             ts_error *error);
void ts_ndb_matrix_clear(ts_ndb_matrix *matrix);

/* y = A x */
void ts_ndb_matrix_apply(const ts_ndb_matrix *matrix, const ts_ndb_row *x, ts_ndb_row *y);

#endif
