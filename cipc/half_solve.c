/* SPDX-License-Identifier: GPL-2.0-or-later
 * Solves with one triangle of the factor. */
#include "cipc/half_solve.h"

#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <suitesparse/cholmod.h>

#include "cipc/supernode.h"
#include "core/error.h"
#include "core/keyed.h"

struct ts_half_solver {
    ts_linear_solver *solver; /* borrowed, and its factor */
    const cholmod_factor *factor;
    uint64_t pattern; /* the analysis that the tables are of; 0: none */
    int64_t *place;   /* of an unknown in the factor's order */
    int64_t *block;   /* of a column: its supernode */
    double *dense;    /* n; zeros between solves */
    int64_t *path;    /* supernodes of one solution */
    bool *is_on_path;
    size_t most_columns, most_below; /* of a supernode */
    ts_keyed_list piece;             /* of all solutions: supernode and solution, and which block of that it is */
    size_t panel_capacity;
    double *panel; /* numbers of one supernode in many solutions, and what comes of them */
};

ts_status ts_half_solver_create(ts_half_solver **half, ts_error *error) {
    *half = calloc(1, sizeof **half);
    return *half ? TS_OK : ts_fail_memory(error, "halves of solves");
}

static void clear(ts_half_solver *half) {
    free(half->place);
    free(half->block);
    free(half->dense);
    free(half->path);
    free(half->is_on_path);
    ts_keyed_list_clear(&half->piece);
    free(half->panel);
    *half = (ts_half_solver){0};
}

void ts_half_solver_destroy(ts_half_solver *half) {
    if (!half) return;
    clear(half);
    free(half);
}

void ts_half_solution_clear(ts_half_solution *y) {
    free(y->block);
    free(y->start);
    free(y->value);
    *y = (ts_half_solution){0};
}

/* ---- The factor ---- */

static ts_supernode look_at(const ts_half_solver *half, int64_t k) {
    return ts_supernode_at(half->factor, k);
}

/* Rows below its columns: how many, and which. */
static int64_t below(const ts_supernode *of) {
    return of->rows - of->columns;
}

static const int64_t *row_below(const ts_supernode *of) {
    return of->row + of->columns;
}

static ts_status make_tables(ts_half_solver *half, const cholmod_factor *factor, ts_error *error) {
    clear(half);
    half->factor = factor;
    const size_t n = factor->n;
    half->place = malloc(n * sizeof *half->place);
    half->block = malloc(n * sizeof *half->block);
    half->dense = calloc(n, sizeof *half->dense);
    half->path = malloc(factor->nsuper * sizeof *half->path);
    half->is_on_path = calloc(factor->nsuper, sizeof *half->is_on_path);
    if (!half->place || !half->block || !half->dense || !half->path || !half->is_on_path) {
        clear(half);
        return ts_fail_memory(error, "halves of solves");
    }
    const int64_t *order = factor->Perm, *super = factor->super;
    for (size_t k = 0; k < n; ++k) half->place[order[k]] = (int64_t)k;
    for (size_t k = 0; k < factor->nsuper; ++k) {
        for (int64_t j = super[k]; j < super[k + 1]; ++j) half->block[j] = (int64_t)k;
        const ts_supernode at = look_at(half, (int64_t)k);
        if ((size_t)at.columns > half->most_columns) half->most_columns = (size_t)at.columns;
        if ((size_t)below(&at) > half->most_below) half->most_below = (size_t)below(&at);
    }
    return TS_OK;
}

ts_status ts_half_solver_take(ts_half_solver *half, ts_linear_solver *solver, ts_error *error) {
    const uint64_t pattern = ts_linear_solver_report(solver)->analyses;
    if (half->solver == solver && half->pattern == pattern) return TS_OK;
    const ts_status status = make_tables(half, ts_linear_solver_factor(solver), error);
    half->solver = solver;
    if (status == TS_OK) half->pattern = pattern;
    return status;
}

/* ---- Paths ---- */

static int ascending(const void *a, const void *b) {
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* The supernodes on the ways from these entries up the tree, sorted; how many. */
static size_t find_path(ts_half_solver *half, const ts_half_right *b) {
    size_t count = 0;
    for (size_t e = 0; e < b->entries; ++e) {
        int64_t k = half->block[half->place[b->unknown[e]]];
        while (!half->is_on_path[k]) {
            half->is_on_path[k] = true;
            half->path[count++] = k;
            const ts_supernode at = look_at(half, k);
            if (below(&at) > 0) k = half->block[*row_below(&at)];
        }
    }
    for (size_t i = 0; i < count; ++i) half->is_on_path[half->path[i]] = false;
    qsort(half->path, count, sizeof *half->path, ascending);
    return count;
}

static ts_status reserve(ts_half_solution *y, size_t blocks, size_t values, ts_error *error) {
    if (blocks > y->block_capacity || !y->start) {
        ts_half_solution_clear(y);
        y->block = malloc((blocks + 1) * sizeof *y->block);
        y->start = malloc((blocks + 1) * sizeof *y->start);
        if (!y->block || !y->start) return ts_fail_memory(error, "halves of solves");
        y->block_capacity = blocks;
    }
    if (values > y->value_capacity) {
        free(y->value);
        y->value_capacity = 0;
        y->value = malloc(values * sizeof *y->value);
        if (!y->value) return ts_fail_memory(error, "halves of solves");
        y->value_capacity = values;
    }
    return TS_OK;
}

/* Which of the solution's blocks, from `i` on, is supernode k; it is there. */
static size_t find_block(const ts_half_solution *y, size_t i, int64_t k) {
    while (y->block[i] != k) ++i;
    return i;
}

/* y = P b, with zeros for all that the solve will fill in. */
static ts_status lay_out(ts_half_solver *half, const ts_half_right *b, ts_half_solution *y, ts_error *error) {
    const size_t blocks = find_path(half, b);
    size_t values = 0;
    for (size_t i = 0; i < blocks; ++i) values += (size_t)look_at(half, half->path[i]).columns;
    const ts_status status = reserve(y, blocks, values, error);
    if (status != TS_OK) return status;
    y->blocks = blocks;
    y->start[0] = 0;
    for (size_t i = 0; i < blocks; ++i) {
        y->block[i] = half->path[i];
        y->start[i + 1] = y->start[i] + (size_t)look_at(half, half->path[i]).columns;
    }
    for (size_t i = 0; i < values; ++i) y->value[i] = 0.0;
    for (size_t e = 0; e < b->entries; ++e) {
        const int64_t column = half->place[b->unknown[e]];
        const size_t i = find_block(y, 0, half->block[column]);
        y->value[y->start[i] + (size_t)(column - look_at(half, y->block[i]).first)] += b->value[e];
    }
    return TS_OK;
}

/* ---- Many solutions, supernode by supernode ---- */

enum { INDEX_BITS = 20 }; /* of a solution among those that are taken together */

/* For the numbers of a supernode and the rows below it, or their products, in so many solutions. */
static ts_status reserve_panel(ts_half_solver *half, size_t count, ts_error *error) {
    const size_t other = half->most_below > count ? half->most_below : count;
    const size_t size = count * (half->most_columns + other) + 1;
    if (size <= half->panel_capacity) return TS_OK;
    free(half->panel);
    half->panel = malloc(size * sizeof *half->panel);
    half->panel_capacity = half->panel ? size : 0;
    return half->panel ? TS_OK : ts_fail_memory(error, "halves of solves");
}

/* The pieces of all solutions, those of a supernode behind each other. */
static ts_status sort_pieces(ts_half_solver *half, size_t count, const ts_half_solution *const *y, ts_error *error) {
    size_t pieces = 0;
    for (size_t k = 0; k < count; ++k) pieces += y[k]->blocks;
    if (!ts_keyed_list_begin(&half->piece, pieces)) return ts_fail_memory(error, "halves of solves");
    const ts_status status = reserve_panel(half, count, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < count; ++k) {
        for (size_t i = 0; i < y[k]->blocks; ++i)
            half->piece.at[half->piece.count++] = (ts_keyed){(uint64_t)y[k]->block[i] << INDEX_BITS | k, (double)i};
    }
    ts_keyed_sort(half->piece.at, half->piece.scratch, pieces);
    return TS_OK;
}

/* The solutions that have a supernode, beginning at a piece. */
typedef struct group {
    int64_t block;
    size_t first, count;
} group;

static group group_at(const ts_half_solver *half, size_t first) {
    group at = {(int64_t)(half->piece.at[first].key >> INDEX_BITS), first, 0};
    while (first + at.count < half->piece.count &&
           (int64_t)(half->piece.at[first + at.count].key >> INDEX_BITS) == at.block)
        ++at.count;
    return at;
}

static size_t solution_of(const ts_half_solver *half, size_t piece) {
    return half->piece.at[piece].key & ((UINT64_C(1) << INDEX_BITS) - 1);
}

static double *numbers_of(const ts_half_solver *half, size_t piece, const ts_half_solution *const *y) {
    const ts_half_solution *of = y[solution_of(half, piece)];
    return of->value + of->start[(size_t)half->piece.at[piece].value];
}

/* Copies the group's numbers into the panel, a column each. */
static void gather(const ts_half_solver *half, const group *at, size_t columns, const ts_half_solution *const *y) {
    for (size_t k = 0; k < at->count; ++k)
        memcpy(half->panel + k * columns, numbers_of(half, at->first + k, y), columns * sizeof *half->panel);
}

/* Takes what a supernode adds to the rows below it off one solution, whose block i it is. */
static void subtract(const ts_half_solver *half, const ts_supernode *at, const double *product, ts_half_solution *y,
                     size_t i) {
    const int64_t *super = half->factor->super;
    const int64_t *row = row_below(at);
    for (int64_t r = 0; r < below(at); ++r) {
        i = find_block(y, i, half->block[row[r]]);
        y->value[y->start[i] + (size_t)(row[r] - super[y->block[i]])] -= product[r];
    }
}

static void solve_group(const ts_half_solver *half, const group *of, ts_half_solution *const *y) {
    const ts_half_solution *const *read = (const ts_half_solution *const *)y;
    const ts_supernode at = look_at(half, of->block);
    const int columns = (int)at.columns, stride = (int)at.rows, rest = stride - columns, count = (int)of->count;
    gather(half, of, (size_t)columns, read);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, columns, count, 1.0, at.value, stride,
                half->panel, columns);
    for (size_t k = 0; k < of->count; ++k)
        memcpy(numbers_of(half, of->first + k, read), half->panel + k * (size_t)columns,
               (size_t)columns * sizeof *half->panel);
    if (rest == 0) return;
    double *product = half->panel + (size_t)columns * of->count;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rest, count, columns, 1.0, at.value + columns, stride,
                half->panel, columns, 0.0, product, rest);
    for (size_t k = 0; k < of->count; ++k)
        subtract(half, &at, product + k * (size_t)rest, y[solution_of(half, of->first + k)],
                 (size_t)half->piece.at[of->first + k].value);
}

ts_status ts_half_solve(ts_half_solver *half, size_t count, const ts_half_right *b, ts_half_solution *const *y,
                        ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < count && status == TS_OK; ++k) status = lay_out(half, &b[k], y[k], error);
    if (status == TS_OK) status = sort_pieces(half, count, (const ts_half_solution *const *)y, error);
    if (status != TS_OK) return status;
    for (size_t first = 0; first < half->piece.count;) {
        const group at = group_at(half, first);
        solve_group(half, &at, y);
        first += at.count;
    }
    return TS_OK;
}

static void multiply_group(const ts_half_solver *half, const group *of, const ts_half_solution *const *y, size_t count,
                           double *gram) {
    const size_t columns = (size_t)look_at(half, of->block).columns, members = of->count;
    gather(half, of, columns, y);
    double *product = half->panel + columns * members;
    cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, (int)members, (int)columns, 1.0, half->panel, (int)columns, 0.0,
                product, (int)members);
    for (size_t i = 0; i < members; ++i) {
        double *row = gram + solution_of(half, of->first + i) * count;
        for (size_t j = 0; j <= i; ++j) row[solution_of(half, of->first + j)] += product[i * members + j];
    }
}

ts_status ts_half_gram(ts_half_solver *half, size_t count, const ts_half_solution *const *y, double *gram,
                       ts_error *error) {
    const ts_status status = sort_pieces(half, count, y, error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < count * count; ++i) gram[i] = 0.0;
    for (size_t first = 0; first < half->piece.count;) {
        const group at = group_at(half, first);
        multiply_group(half, &at, y, count, gram);
        first += at.count;
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < i; ++j) gram[j * count + i] = gram[i * count + j];
    }
    return TS_OK;
}

/* ---- L^T P x = sum of y ---- */

/* The numbers of L^-1 P b in the factor's order. */
static void add_up(ts_half_solver *half, size_t count, const ts_half_solution *const *y, const double *factor) {
    const int64_t *super = half->factor->super;
    for (size_t k = 0; k < count; ++k) {
        for (size_t i = 0; factor[k] != 0.0 && i < y[k]->blocks; ++i) {
            double *own = half->dense + super[y[k]->block[i]];
            const double *value = y[k]->value + y[k]->start[i];
            const size_t columns = y[k]->start[i + 1] - y[k]->start[i];
            for (size_t c = 0; c < columns; ++c) own[c] += factor[k] * value[c];
        }
    }
}

ts_status ts_half_finish(ts_half_solver *half, size_t count, const ts_half_solution *const *y, const double *factor,
                         double *solution, ts_error *error) {
    double *dense = half->dense;
    add_up(half, count, y, factor);
    const ts_status status = ts_linear_solve_upper(half->solver, dense, error);
    const size_t n = half->factor->n;
    for (size_t i = 0; i < n && status == TS_OK; ++i) solution[i] = dense[half->place[i]];
    memset(dense, 0, n * sizeof *dense);
    return status;
}
