/* SPDX-License-Identifier: GPL-2.0-or-later
 * Patterns of the block matrix: couplings are bucketed by column, then each column is sorted and made unique. */
#include "cipc/block_matrix.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* A pattern that is more than this larger than what is needed is thrown away. */
static const double MOST_SURPLUS = 1.5;

typedef struct coupling_pattern {
    int32_t *column, *row; /* owned */
} coupling_pattern;

static void pattern_clear(coupling_pattern *pattern) {
    free(pattern->column);
    free(pattern->row);
    *pattern = (coupling_pattern){0};
}

void ts_block_matrix_clear(ts_block_matrix *matrix) {
    free(matrix->column);
    free(matrix->row);
    free(matrix->scalar_column);
    free(matrix->scalar_row);
    free(matrix->value);
    *matrix = (ts_block_matrix){.version = matrix->version};
}

static bool is_held(const ts_couplings *couplings, int32_t node) {
    return couplings->held && couplings->held[node];
}

/* Calls visit for the two nodes (row > column) of every coupling; stops when it returns false. */
typedef bool visit_coupling(void *self, int32_t row, int32_t column);

static bool for_each_of_stencil(const ts_couplings *couplings, const ts_stencil stencil, visit_coupling *visit,
                                void *self) {
    const int size = ts_stencil_size(stencil);
    for (int a = 0; a < size; ++a) {
        if (is_held(couplings, stencil[a])) continue;
        for (int b = 0; b < a; ++b) {
            const int32_t i = stencil[a], j = stencil[b];
            if (i == j || is_held(couplings, j)) continue;
            if (!visit(self, i > j ? i : j, i > j ? j : i)) return false;
        }
    }
    return true;
}

static bool for_each_coupling(const ts_couplings *couplings, visit_coupling *visit, void *self) {
    for (size_t l = 0; l < couplings->lists; ++l) {
        for (size_t s = 0; s < couplings->count[l]; ++s) {
            if (!for_each_of_stencil(couplings, couplings->list[l][s], visit, self)) return false;
        }
    }
    return true;
}

static bool count_coupling(void *self, int32_t row, int32_t column) {
    (void)row;
    ++((size_t *)self)[column];
    return true;
}

typedef struct filling {
    size_t *end; /* of each bucket so far */
    int32_t *row;
} filling;

static bool place_coupling(void *self, int32_t row, int32_t column) {
    filling *fill = self;
    fill->row[fill->end[column]++] = row;
    return true;
}

static int by_row(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts rows and drops repeated ones; what is left. */
static size_t sort_unique(int32_t *row, size_t count) {
    qsort(row, count, sizeof *row, by_row);
    size_t kept = 0;
    for (size_t k = 0; k < count; ++k) {
        if (kept == 0 || row[kept - 1] != row[k]) row[kept++] = row[k];
    }
    return kept;
}

/* Adds what an existing pattern couples (NULL: nothing). */
static void for_each_of_pattern(const ts_block_matrix *old, const ts_couplings *couplings, visit_coupling *visit,
                                void *self) {
    for (size_t j = 0; old && old->column && j < old->nodes; ++j) {
        for (int32_t k = old->column[j] + 1; k < old->column[j + 1]; ++k) {
            const int32_t i = old->row[k];
            if (!is_held(couplings, i) && !is_held(couplings, (int32_t)j)) visit(self, i, (int32_t)j);
        }
    }
}

/* The buckets, each starting with its diagonal, into one compressed pattern. */
static bool compress(size_t nodes, const size_t *start, const size_t *end, int32_t *bucket, coupling_pattern *out) {
    size_t total = 0;
    for (size_t j = 0; j < nodes; ++j) {
        out->column[j] = (int32_t)total;
        const size_t kept = sort_unique(bucket + start[j], end[j] - start[j]);
        memmove(bucket + total, bucket + start[j], kept * sizeof *bucket);
        total += kept;
        if (total > INT_MAX / 9) return false;
    }
    out->column[nodes] = (int32_t)total;
    return true;
}

static ts_status make_pattern(size_t nodes, const ts_couplings *couplings, const ts_block_matrix *old,
                              coupling_pattern *out, ts_error *error) {
    size_t *start = calloc(nodes + 1, sizeof *start), *end = malloc((nodes + 1) * sizeof *end);
    *out = (coupling_pattern){.column = malloc((nodes + 1) * sizeof *out->column)};
    ts_status status = TS_OK;
    if (start && end && out->column) {
        size_t *count = start + 1;
        for (size_t j = 0; j < nodes; ++j) count[j] = 1; /* the diagonal */
        for_each_coupling(couplings, count_coupling, count);
        for_each_of_pattern(old, couplings, count_coupling, count);
        for (size_t j = 0; j < nodes; ++j) start[j + 1] += start[j];
        out->row = malloc(start[nodes] * sizeof *out->row);
    }
    if (out->row) {
        for (size_t j = 0; j < nodes; ++j) {
            end[j] = start[j] + 1;
            out->row[start[j]] = (int32_t)j;
        }
        filling fill = {.end = end, .row = out->row};
        for_each_coupling(couplings, place_coupling, &fill);
        for_each_of_pattern(old, couplings, place_coupling, &fill);
        if (!compress(nodes, start, end, out->row, out)) {
            status =
                ts_fail(error, TS_ERROR_USAGE, "the matrix of %zu nodes has more couplings than fit an int", nodes);
        }
    } else {
        status = ts_fail_memory(error, "the pattern of the matrix");
    }
    free(start);
    free(end);
    if (status != TS_OK) pattern_clear(out);
    return status;
}

static void fill_scalars(ts_block_matrix *matrix) {
    for (size_t j = 0; j < matrix->nodes; ++j) {
        const int32_t first = matrix->column[j], blocks = matrix->column[j + 1] - first;
        for (int c = 0; c < 3; ++c) {
            const int64_t start = 9 * first + 3 * c * blocks;
            matrix->scalar_column[3 * j + (size_t)c] = start;
            for (int k = 0; k < blocks; ++k) {
                for (int r = 0; r < 3; ++r) matrix->scalar_row[start + 3 * k + r] = 3 * matrix->row[first + k] + r;
            }
        }
    }
    matrix->scalar_column[3 * matrix->nodes] = 9 * matrix->column[matrix->nodes];
}

/* Takes the pattern over, also on failure. */
static ts_status adopt(ts_block_matrix *matrix, size_t nodes, coupling_pattern *pattern, ts_error *error) {
    const size_t blocks = (size_t)pattern->column[nodes];
    ts_block_matrix made = {.nodes = nodes, .column = pattern->column, .row = pattern->row};
    *pattern = (coupling_pattern){0};
    made.version = matrix->version + 1;
    made.scalar_column = malloc((3 * nodes + 1) * sizeof *made.scalar_column);
    made.scalar_row = malloc(9 * blocks * sizeof *made.scalar_row);
    made.value = calloc(9 * blocks, sizeof *made.value);
    if (!made.scalar_column || !made.scalar_row || !made.value) {
        ts_block_matrix_clear(&made);
        return ts_fail_memory(error, "the matrix");
    }
    fill_scalars(&made);
    ts_block_matrix_clear(matrix);
    *matrix = made;
    return TS_OK;
}

ts_status ts_block_matrix_build(ts_block_matrix *matrix, size_t nodes, const ts_couplings *couplings, ts_error *error) {
    coupling_pattern pattern;
    const ts_status status = make_pattern(nodes, couplings, NULL, &pattern, error);
    return status == TS_OK ? adopt(matrix, nodes, &pattern, error) : status;
}

ts_status ts_block_matrix_grow(ts_block_matrix *matrix, const ts_couplings *couplings, ts_error *error) {
    const size_t nodes = matrix->nodes;
    coupling_pattern needed, both;
    ts_status status = make_pattern(nodes, couplings, NULL, &needed, error);
    if (status != TS_OK) return status;
    status = make_pattern(nodes, couplings, matrix, &both, error);
    if (status != TS_OK) {
        pattern_clear(&needed);
        return status;
    }
    const bool keeps_old = both.column[nodes] <= MOST_SURPLUS * needed.column[nodes];
    pattern_clear(keeps_old ? &needed : &both);
    return adopt(matrix, nodes, keeps_old ? &both : &needed, error);
}

static bool is_pattern_of(const ts_block_matrix *matrix, size_t nodes, const coupling_pattern *pattern) {
    return matrix->column && matrix->nodes == nodes &&
           memcmp(matrix->column, pattern->column, (nodes + 1) * sizeof *pattern->column) == 0 &&
           memcmp(matrix->row, pattern->row, (size_t)pattern->column[nodes] * sizeof *pattern->row) == 0;
}

ts_status ts_block_matrix_within(ts_block_matrix *matrix, const ts_block_matrix *of, const int32_t *label,
                                 ts_error *error) {
    const size_t nodes = of->nodes;
    coupling_pattern pattern = {.column = malloc((nodes + 1) * sizeof *pattern.column),
                                .row = malloc((ts_block_matrix_blocks(of) + 1) * sizeof *pattern.row)};
    if (!pattern.column || !pattern.row) {
        pattern_clear(&pattern);
        return ts_fail_memory(error, "the pattern of the matrix");
    }
    int32_t blocks = 0;
    for (size_t j = 0; j < nodes; ++j) {
        pattern.column[j] = blocks;
        for (int32_t k = of->column[j]; k < of->column[j + 1]; ++k) {
            if (label[of->row[k]] == label[j]) pattern.row[blocks++] = of->row[k];
        }
    }
    pattern.column[nodes] = blocks;
    if (!is_pattern_of(matrix, nodes, &pattern)) return adopt(matrix, nodes, &pattern, error);
    pattern_clear(&pattern);
    return TS_OK;
}

static bool has_place(void *self, int32_t row, int32_t column) {
    return ts_block_find(self, row, column) >= 0;
}

bool ts_block_matrix_covers(const ts_block_matrix *matrix, const ts_couplings *couplings) {
    return for_each_coupling(couplings, has_place, (void *)(uintptr_t)matrix);
}
