/* SPDX-License-Identifier: GPL-2.0-or-later
 * Patterns of the block matrix: couplings go by row into buckets, each row's are made unique, and the rows are dealt
 * out to their columns in ascending order, which needs no sorting. */
#include "cipc/block_matrix.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

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

/* ---- Patterns ---- */

/* Columns by row. */
typedef struct row_buckets {
    size_t *start, *end; /* of each row; end: of what is in it so far */
    int32_t *column;
} row_buckets;

static bool count_in_row(void *self, int32_t row, int32_t column) {
    (void)column;
    ++((size_t *)self)[row];
    return true;
}

static bool place_in_row(void *self, int32_t row, int32_t column) {
    row_buckets *bucket = self;
    bucket->column[bucket->end[row]++] = column;
    return true;
}

static void buckets_clear(row_buckets *bucket) {
    free(bucket->start);
    free(bucket->end);
    free(bucket->column);
}

/* Every coupling, as often as it is named. */
static bool buckets_fill(row_buckets *bucket, size_t nodes, const ts_couplings *couplings) {
    bucket->start = calloc(nodes + 1, sizeof *bucket->start);
    bucket->end = malloc((nodes + 1) * sizeof *bucket->end);
    if (!bucket->start || !bucket->end) return false;
    for_each_coupling(couplings, count_in_row, bucket->start + 1);
    for (size_t i = 0; i < nodes; ++i) bucket->start[i + 1] += bucket->start[i];
    memcpy(bucket->end, bucket->start, nodes * sizeof *bucket->end);
    bucket->column = malloc((bucket->start[nodes] + 1) * sizeof *bucket->column);
    if (!bucket->column) return false;
    for_each_coupling(couplings, place_in_row, bucket);
    return true;
}

/* Each column of a row once, by the row where it was seen last. count[j]: rows of column j, with the diagonal. */
static void buckets_make_unique(row_buckets *bucket, size_t nodes, int32_t *last, int32_t *count) {
    for (size_t j = 0; j < nodes; ++j) {
        last[j] = -1;
        count[j] = 1;
    }
    for (size_t i = 0; i < nodes; ++i) {
        size_t kept = bucket->start[i];
        for (size_t k = bucket->start[i]; k < bucket->end[i]; ++k) {
            const int32_t j = bucket->column[k];
            if (last[j] == (int32_t)i) continue;
            last[j] = (int32_t)i;
            bucket->column[kept++] = j;
            ++count[j];
        }
        bucket->end[i] = kept;
    }
}

/* Turns counts into the starts of columns; false where an int has no room for all scalars. */
static bool add_up(size_t nodes, int32_t *column) {
    int64_t total = 0;
    for (size_t j = 0; j <= nodes; ++j) {
        const int32_t count = j < nodes ? column[j] : 0;
        column[j] = (int32_t)total;
        total += count;
        if (total > INT_MAX / 9) return false;
    }
    return true;
}

/* Rows that come in ascending order put each column in order, its diagonal first. end: of each column so far. */
static void fill_columns(const row_buckets *bucket, size_t nodes, int32_t *end, const coupling_pattern *out) {
    memcpy(end, out->column, nodes * sizeof *end);
    for (size_t i = 0; i < nodes; ++i) {
        out->row[end[i]++] = (int32_t)i;
        for (size_t k = bucket->start[i]; k < bucket->end[i]; ++k) out->row[end[bucket->column[k]]++] = (int32_t)i;
    }
}

static ts_status make_pattern(size_t nodes, const ts_couplings *couplings, coupling_pattern *out, ts_error *error) {
    row_buckets bucket = {0};
    int32_t *scratch = malloc((nodes + 1) * sizeof *scratch);
    *out = (coupling_pattern){.column = malloc((nodes + 1) * sizeof *out->column)};
    ts_status status = TS_OK;
    if (!scratch || !out->column || !buckets_fill(&bucket, nodes, couplings)) {
        status = ts_fail_memory(error, "the pattern of the matrix");
    } else {
        buckets_make_unique(&bucket, nodes, scratch, out->column);
        if (!add_up(nodes, out->column)) {
            status =
                ts_fail(error, TS_ERROR_USAGE, "the matrix of %zu nodes has more couplings than fit an int", nodes);
        } else if (!(out->row = malloc(((size_t)out->column[nodes] + 1) * sizeof *out->row))) {
            status = ts_fail_memory(error, "the pattern of the matrix");
        } else {
            fill_columns(&bucket, nodes, scratch, out);
        }
    }
    buckets_clear(&bucket);
    free(scratch);
    if (status != TS_OK) pattern_clear(out);
    return status;
}

/* How many rows column j has of what is needed and of an older matrix, there without those that are held. To `out`,
 * where it is not NULL. Both ascend. */
static int32_t merge_column(const coupling_pattern *needed, const ts_block_matrix *old, const ts_couplings *couplings,
                            size_t j, int32_t *out) {
    const int32_t *one = needed->row + needed->column[j], *one_end = needed->row + needed->column[j + 1];
    const int32_t *other = old->row + old->column[j], *other_end = old->row + old->column[j + 1];
    if (is_held(couplings, (int32_t)j)) other_end = other;
    int32_t kept = 0;
    while (one < one_end || other < other_end) {
        const bool is_older = one == one_end || (other < other_end && *other < *one);
        const int32_t row = is_older ? *other : *one;
        if (other < other_end && *other == row) ++other;
        if (is_older && is_held(couplings, row)) continue;
        if (!is_older) ++one;
        if (out) out[kept] = row;
        ++kept;
    }
    return kept;
}

/* Both together; *is_worth is false, and nothing made, where that is much more than what is needed. */
static ts_status merge_patterns(const coupling_pattern *needed, const ts_block_matrix *old,
                                const ts_couplings *couplings, coupling_pattern *out, bool *is_worth, ts_error *error) {
    const size_t nodes = old->nodes;
    *out = (coupling_pattern){.column = malloc((nodes + 1) * sizeof *out->column)};
    if (!out->column) return ts_fail_memory(error, "the pattern of the matrix");
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 15))
    for (size_t j = 0; j < nodes; ++j) out->column[j] = merge_column(needed, old, couplings, j, NULL);
    *is_worth = add_up(nodes, out->column) && out->column[nodes] <= MOST_SURPLUS * needed->column[nodes];
    if (*is_worth) out->row = malloc(((size_t)out->column[nodes] + 1) * sizeof *out->row);
    if (!out->row) {
        pattern_clear(out);
        return *is_worth ? ts_fail_memory(error, "the pattern of the matrix") : TS_OK;
    }
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 15))
    for (size_t j = 0; j < nodes; ++j) merge_column(needed, old, couplings, j, out->row + out->column[j]);
    return TS_OK;
}

/* Takes the pattern over, also on failure. */
static ts_status adopt(ts_block_matrix *matrix, size_t nodes, coupling_pattern *pattern, ts_error *error) {
    const size_t blocks = (size_t)pattern->column[nodes];
    ts_block_matrix made = {.nodes = nodes, .column = pattern->column, .row = pattern->row};
    *pattern = (coupling_pattern){0};
    made.version = matrix->version + 1;
    made.value = calloc(9 * blocks, sizeof *made.value);
    if (!made.value) {
        ts_block_matrix_clear(&made);
        return ts_fail_memory(error, "the matrix");
    }
    ts_block_matrix_clear(matrix);
    *matrix = made;
    return TS_OK;
}

ts_status ts_block_matrix_build(ts_block_matrix *matrix, size_t nodes, const ts_couplings *couplings, ts_error *error) {
    coupling_pattern pattern;
    const ts_status status = make_pattern(nodes, couplings, &pattern, error);
    return status == TS_OK ? adopt(matrix, nodes, &pattern, error) : status;
}

ts_status ts_block_matrix_grow(ts_block_matrix *matrix, const ts_couplings *couplings, ts_error *error) {
    coupling_pattern needed, both;
    bool keeps_old = false;
    ts_status status = make_pattern(matrix->nodes, couplings, &needed, error);
    if (status != TS_OK) return status;
    status = merge_patterns(&needed, matrix, couplings, &both, &keeps_old, error);
    if (status != TS_OK) {
        pattern_clear(&needed);
        return status;
    }
    if (keeps_old) pattern_clear(&needed);
    return adopt(matrix, matrix->nodes, keeps_old ? &both : &needed, error);
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
