/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sparse rows from squares, sorted and summed in the squares' order. */
#include "ndb/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

ts_status ts_ndb_squares_add(ts_ndb_squares *squares, const ts_ndb_square *square, ts_error *error) {
    if (squares->count == squares->room) {
        const size_t room = 2 * squares->room + 256;
        ts_ndb_square *list = realloc(squares->list, room * sizeof *list);
        if (!list) return ts_fail_memory(error, "the terms of the matrix");
        squares->list = list;
        squares->room = room;
    }
    squares->list[squares->count++] = *square;
    return TS_OK;
}

void ts_ndb_squares_clear(ts_ndb_squares *squares) {
    free(squares->list);
    *squares = (ts_ndb_squares){0};
}

void ts_ndb_matrix_clear(ts_ndb_matrix *matrix) {
    free(matrix->first);
    free(matrix->column);
    free(matrix->value);
    free(matrix->diagonal);
    free(matrix->packed.node);
    free(matrix->packed.first);
    free(matrix->packed.offset);
    free(matrix->packed.value);
    free(matrix->packed.reach);
    *matrix = (ts_ndb_matrix){0};
}

/* Room for every entry of every square; rows are made shorter later. */
static ts_status make_room(ts_ndb_matrix *matrix, const ts_ndb_squares *squares, ts_error *error) {
    matrix->first = calloc(matrix->nodes + 2, sizeof *matrix->first);
    matrix->diagonal = calloc(matrix->nodes + 1, sizeof *matrix->diagonal);
    if (!matrix->first || !matrix->diagonal) return ts_fail_memory(error, "the matrix");
    for (size_t k = 0; k < squares->count; ++k) {
        const ts_ndb_square *square = &squares->list[k];
        const int size = ts_stencil_size(square->node);
        for (int i = 0; i < size; ++i) matrix->first[square->node[i] + 1] += (size_t)(size - 1);
    }
    for (size_t i = 0; i < matrix->nodes; ++i) matrix->first[i + 1] += matrix->first[i];
    const size_t entries = matrix->first[matrix->nodes] + 1;
    matrix->column = malloc(entries * sizeof *matrix->column);
    matrix->value = malloc(entries * sizeof *matrix->value);
    return matrix->column && matrix->value ? TS_OK : ts_fail_memory(error, "the matrix");
}

/* Adds an entry to a row of `used` entries that ascend; returns how many there are now. */
static size_t add_entry(int32_t *column, double *value, size_t used, int32_t at, double what) {
    size_t k = used;
    while (k > 0 && column[k - 1] > at) --k;
    if (k > 0 && column[k - 1] == at) {
        value[k - 1] += what;
        return used;
    }
    memmove(column + k + 1, column + k, (used - k) * sizeof *column);
    memmove(value + k + 1, value + k, (used - k) * sizeof *value);
    column[k] = at;
    value[k] = what;
    return used + 1;
}

static void add_square(ts_ndb_matrix *matrix, size_t *used, const ts_ndb_square *square) {
    const int size = ts_stencil_size(square->node);
    for (int i = 0; i < size; ++i) {
        const int32_t row = square->node[i];
        matrix->diagonal[row] += square->weight * square->share[i] * square->share[i];
        int32_t *column = matrix->column + matrix->first[row];
        double *value = matrix->value + matrix->first[row];
        for (int j = 0; j < size; ++j) {
            if (j == i) continue;
            const double what = square->weight * square->share[i] * square->share[j];
            used[row] = add_entry(column, value, used[row], square->node[j], what);
        }
    }
}

static void close_gaps(ts_ndb_matrix *matrix, const size_t *used) {
    size_t to = 0;
    for (size_t i = 0; i < matrix->nodes; ++i) {
        const size_t from = matrix->first[i];
        memmove(matrix->column + to, matrix->column + from, used[i] * sizeof *matrix->column);
        memmove(matrix->value + to, matrix->value + from, used[i] * sizeof *matrix->value);
        matrix->first[i] = to;
        to += used[i];
    }
    matrix->first[matrix->nodes] = to;
}

/* ---- The packed rows ---- */

static size_t entries_of(const ts_ndb_matrix *matrix, size_t i) {
    return matrix->first[i + 1] - matrix->first[i];
}

/* Nodes that are sorted among each other; of one piece. 16 took 52 us on a cloth of 8.3K nodes, 512 took 58. */
enum { SORTED = 16 };
_Static_assert(TS_NDB_PIECE % SORTED == 0, "the places of a piece are of its nodes");
_Static_assert(TS_NDB_BLOCK % SORTED == 0, "the places of a block are of its nodes");

/* Nodes by their number of entries, and by number where these are the same: insertion, as there are few
 * numbers and most nodes follow one of the same. */
static void sort_nodes(const ts_ndb_matrix *matrix, size_t first, size_t end, uint32_t *node) {
    for (size_t i = first; i < end; ++i) {
        size_t at = i;
        while (at > first && entries_of(matrix, node[at - 1]) > entries_of(matrix, i)) {
            node[at] = node[at - 1];
            --at;
        }
        node[at] = (uint32_t)i;
    }
}

static void copy_entries(const ts_ndb_matrix *matrix, ts_ndb_packed *packed) {
    uint32_t used = 0;
    for (size_t place = 0; place < matrix->nodes; ++place) {
        const size_t node = packed->node[place];
        packed->first[place] = used;
        for (size_t k = matrix->first[node]; k < matrix->first[node + 1]; ++k, ++used) {
            packed->offset[used] = 4 * (uint32_t)matrix->column[k];
            packed->value[used] = matrix->value[k];
        }
    }
    packed->first[matrix->nodes] = used;
}

static void find_reach(const ts_ndb_matrix *matrix, uint32_t *reach) {
    for (size_t i = 0; i < matrix->nodes; ++i) {
        const size_t block = i / TS_NDB_BLOCK, after = matrix->first[i + 1];
        const size_t last = after > matrix->first[i] ? (size_t)matrix->column[after - 1] / TS_NDB_BLOCK : block;
        if (i % TS_NDB_BLOCK == 0) reach[block] = (uint32_t)block;
        if (last > reach[block]) reach[block] = (uint32_t)last;
    }
}

static ts_status pack(ts_ndb_matrix *matrix, ts_error *error) {
    const size_t n = matrix->nodes, entries = matrix->first[n];
    ts_ndb_packed *packed = &matrix->packed;
    if (n > UINT32_MAX / 4 || entries > UINT32_MAX) {
        return ts_fail(error, TS_ERROR_DATA,
                       "The matrix has %zu nodes and %zu entries; at most 2^30 and 2^32 - 1 are counted.", n, entries);
    }
    packed->node = malloc((n + 1) * sizeof *packed->node);
    packed->first = malloc((n + 1) * sizeof *packed->first);
    packed->offset = malloc((entries + 1) * sizeof *packed->offset);
    packed->value = malloc((entries + 1) * sizeof *packed->value);
    packed->reach = malloc((ts_ndb_blocks(n) + 1) * sizeof *packed->reach);
    if (!packed->node || !packed->first || !packed->offset || !packed->value || !packed->reach)
        return ts_fail_memory(error, "the matrix");
    for (size_t first = 0; first < n; first += SORTED)
        sort_nodes(matrix, first, first + SORTED < n ? first + SORTED : n, packed->node);
    copy_entries(matrix, packed);
    find_reach(matrix, packed->reach);
    return TS_OK;
}

ts_status ts_ndb_matrix_init(ts_ndb_matrix *matrix, size_t nodes, const double *diagonal, const ts_ndb_squares *squares,
                             ts_error *error) {
    ts_ndb_matrix made = {.nodes = nodes};
    size_t *used = calloc(nodes + 1, sizeof *used);
    ts_status status = used ? make_room(&made, squares, error) : ts_fail_memory(error, "the matrix");
    if (status == TS_OK) {
        for (size_t i = 0; i < nodes && diagonal; ++i) made.diagonal[i] = diagonal[i];
        for (size_t k = 0; k < squares->count; ++k) add_square(&made, used, &squares->list[k]);
        close_gaps(&made, used);
        status = pack(&made, error);
    }
    free(used);
    if (status != TS_OK) {
        ts_ndb_matrix_clear(&made);
        return status;
    }
    *matrix = made;
    return TS_OK;
}

void ts_ndb_matrix_apply(const ts_ndb_matrix *matrix, const ts_ndb_row *x, ts_ndb_row *y) {
#pragma omp parallel for schedule(static) if (ts_pays_to_share(matrix->nodes, 12))
    for (size_t i = 0; i < matrix->nodes; ++i) {
        double sum[4];
        for (int c = 0; c < 4; ++c) sum[c] = matrix->diagonal[i] * x[i][c];
        for (size_t k = matrix->first[i]; k < matrix->first[i + 1]; ++k) {
            const double *other = x[matrix->column[k]];
            for (int c = 0; c < 4; ++c) sum[c] += matrix->value[k] * other[c];
        }
        memcpy(y[i], sum, sizeof sum);
    }
}
