/* SPDX-License-Identifier: GPL-2.0-or-later
 * Solves with one triangle of the factor. Solutions that are taken together look at a supernode at once. Which these
 * are is the same for any number of threads, and so are the sums. */
#include "cipc/half_solve.h"

#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <omp.h>
#include <suitesparse/cholmod.h>

#include "cipc/supernode.h"
#include "cipc/triangle.h"
#include "core/error.h"
#include "core/keyed.h"

/* Solutions that are taken together, at most: enough for products to be fast, few enough for all threads to have some.
 */
enum { TOGETHER = 48 };

/* What a thread works with. */
typedef struct bench {
    int64_t *path; /* supernodes of one solution */
    bool *is_on_path;
    ts_keyed_list piece; /* of the solutions at hand: supernode and solution, and which block of that it is */
    size_t panel_capacity;
    double *panel; /* numbers of one supernode in many solutions, and what comes of them */
} bench;

struct ts_half_solver {
    ts_linear_solver *solver; /* borrowed, and its factor */
    const cholmod_factor *factor;
    uint64_t pattern;                /* the analysis that the tables are of; 0: none */
    int64_t *place;                  /* of an unknown in the factor's order */
    int64_t *block;                  /* of a column: its supernode */
    double *dense;                   /* n; zeros between solves */
    size_t most_columns, most_below; /* of a supernode */
    int benches;
    bench *bench;
};

ts_status ts_half_solver_create(ts_half_solver **half, ts_error *error) {
    *half = calloc(1, sizeof **half);
    return *half ? TS_OK : ts_fail_memory(error, "halves of solves");
}

static void clear_benches(ts_half_solver *half) {
    for (int w = 0; w < half->benches; ++w) {
        bench *at = &half->bench[w];
        free(at->path);
        free(at->is_on_path);
        ts_keyed_list_clear(&at->piece);
        free(at->panel);
    }
    free(half->bench);
    half->bench = NULL;
    half->benches = 0;
}

static void clear(ts_half_solver *half) {
    free(half->place);
    free(half->block);
    free(half->dense);
    clear_benches(half);
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
    if (!half->place || !half->block || !half->dense) {
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

static ts_status make_benches(ts_half_solver *half, int count, ts_error *error) {
    if (half->benches >= count) return TS_OK;
    clear_benches(half);
    half->bench = calloc((size_t)count, sizeof *half->bench);
    if (!half->bench) return ts_fail_memory(error, "halves of solves");
    half->benches = count;
    for (int w = 0; w < count; ++w) {
        bench *at = &half->bench[w];
        at->path = malloc(half->factor->nsuper * sizeof *at->path);
        at->is_on_path = calloc(half->factor->nsuper, sizeof *at->is_on_path);
        if (at->path && at->is_on_path) continue;
        clear_benches(half);
        return ts_fail_memory(error, "halves of solves");
    }
    return TS_OK;
}

/* ---- Paths ---- */

static int ascending(const void *a, const void *b) {
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* The supernodes on the ways from these entries up the tree, sorted; how many. */
static size_t find_path(const ts_half_solver *half, bench *with, const ts_half_right *b) {
    size_t count = 0;
    for (size_t e = 0; e < b->entries; ++e) {
        int64_t k = half->block[half->place[b->unknown[e]]];
        while (!with->is_on_path[k]) {
            with->is_on_path[k] = true;
            with->path[count++] = k;
            const ts_supernode at = look_at(half, k);
            if (below(&at) > 0) k = half->block[*row_below(&at)];
        }
    }
    for (size_t i = 0; i < count; ++i) with->is_on_path[with->path[i]] = false;
    qsort(with->path, count, sizeof *with->path, ascending);
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
static ts_status lay_out(const ts_half_solver *half, bench *with, const ts_half_right *b, ts_half_solution *y,
                         ts_error *error) {
    const size_t blocks = find_path(half, with, b);
    size_t values = 0;
    for (size_t i = 0; i < blocks; ++i) values += (size_t)look_at(half, with->path[i]).columns;
    const ts_status status = reserve(y, blocks, values, error);
    if (status != TS_OK) return status;
    y->blocks = blocks;
    y->start[0] = 0;
    for (size_t i = 0; i < blocks; ++i) {
        y->block[i] = with->path[i];
        y->start[i + 1] = y->start[i] + (size_t)look_at(half, with->path[i]).columns;
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
static ts_status reserve_panel(const ts_half_solver *half, bench *with, size_t count, ts_error *error) {
    const size_t other = half->most_below > count ? half->most_below : count;
    const size_t size = count * (half->most_columns + other) + 1;
    if (size <= with->panel_capacity) return TS_OK;
    free(with->panel);
    with->panel = malloc(size * sizeof *with->panel);
    with->panel_capacity = with->panel ? size : 0;
    return with->panel ? TS_OK : ts_fail_memory(error, "halves of solves");
}

/* The pieces of all solutions, those of a supernode behind each other. */
static ts_status sort_pieces(const ts_half_solver *half, bench *with, size_t count, const ts_half_solution *const *y,
                             ts_error *error) {
    size_t pieces = 0;
    for (size_t k = 0; k < count; ++k) pieces += y[k]->blocks;
    if (!ts_keyed_list_begin(&with->piece, pieces)) return ts_fail_memory(error, "halves of solves");
    const ts_status status = reserve_panel(half, with, count, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < count; ++k) {
        for (size_t i = 0; i < y[k]->blocks; ++i)
            with->piece.at[with->piece.count++] = (ts_keyed){(uint64_t)y[k]->block[i] << INDEX_BITS | k, (double)i};
    }
    ts_keyed_sort(with->piece.at, with->piece.scratch, pieces);
    return TS_OK;
}

/* The solutions that have a supernode, beginning at a piece. */
typedef struct group {
    int64_t block;
    size_t first, count;
} group;

static group group_at(const bench *with, size_t first) {
    group at = {(int64_t)(with->piece.at[first].key >> INDEX_BITS), first, 0};
    while (first + at.count < with->piece.count &&
           (int64_t)(with->piece.at[first + at.count].key >> INDEX_BITS) == at.block)
        ++at.count;
    return at;
}

static size_t solution_of(const bench *with, size_t piece) {
    return with->piece.at[piece].key & ((UINT64_C(1) << INDEX_BITS) - 1);
}

static double *numbers_of(const bench *with, size_t piece, const ts_half_solution *const *y) {
    const ts_half_solution *of = y[solution_of(with, piece)];
    return of->value + of->start[(size_t)with->piece.at[piece].value];
}

/* Copies the group's numbers into the panel, a column each. */
static void gather(const bench *with, const group *at, size_t columns, const ts_half_solution *const *y) {
    for (size_t k = 0; k < at->count; ++k)
        memcpy(with->panel + k * columns, numbers_of(with, at->first + k, y), columns * sizeof *with->panel);
}

/* Gives one solution what a supernode, its block i, makes of it for the rows below. */
static void give(const ts_half_solver *half, const ts_supernode *at, const double *product, ts_half_solution *y,
                 size_t i) {
    const int64_t *super = half->factor->super;
    const int64_t *row = row_below(at);
    for (int64_t r = 0; r < below(at); ++r) {
        i = find_block(y, i, half->block[row[r]]);
        y->value[y->start[i] + (size_t)(row[r] - super[y->block[i]])] += product[r];
    }
}

/* Solutions are rows here: y1^T becomes y1^T L1^-T, and L2 times y1 is given to the rows below. */
static void solve_group(const ts_half_solver *half, const bench *with, const group *of, ts_half_solution *const *y) {
    const ts_half_solution *const *read = (const ts_half_solution *const *)y;
    const ts_supernode at = look_at(half, of->block);
    const int columns = (int)at.columns, stride = (int)at.rows, rest = stride - columns, count = (int)of->count;
    for (size_t k = 0; k < of->count; ++k) {
        const double *from = numbers_of(with, of->first + k, read);
        for (int j = 0; j < columns; ++j) with->panel[(size_t)j * of->count + k] = from[j];
    }
    ts_triangle_divide(&(ts_triangle){columns, stride, at.value}, with->panel, count, count);
    for (size_t k = 0; k < of->count; ++k) {
        double *to = numbers_of(with, of->first + k, read);
        for (int j = 0; j < columns; ++j) to[j] = with->panel[(size_t)j * of->count + k];
    }
    if (rest == 0) return;
    double *product = with->panel + (size_t)columns * of->count;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rest, count, columns, -1.0, at.value + columns, stride,
                with->panel, count, 0.0, product, rest);
    for (size_t k = 0; k < of->count; ++k)
        give(half, &at, product + k * (size_t)rest, y[solution_of(with, of->first + k)],
             (size_t)with->piece.at[of->first + k].value);
}

/* Those that are taken together. */
static ts_status solve_some(const ts_half_solver *half, bench *with, size_t count, const ts_half_right *b,
                            ts_half_solution *const *y, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < count && status == TS_OK; ++k) status = lay_out(half, with, &b[k], y[k], error);
    if (status == TS_OK) status = sort_pieces(half, with, count, (const ts_half_solution *const *)y, error);
    if (status != TS_OK) return status;
    for (size_t first = 0; first < with->piece.count;) {
        const group at = group_at(with, first);
        solve_group(half, with, &at, y);
        first += at.count;
    }
    return TS_OK;
}

ts_status ts_half_solve(ts_half_solver *half, size_t count, const ts_half_right *b, ts_half_solution *const *y,
                        ts_error *error) {
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
    ts_status status = make_benches(half, threads, error);
    if (status != TS_OK) return status;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1 && count > TOGETHER)
    for (size_t first = 0; first < count; first += TOGETHER) {
        const size_t here = count - first < TOGETHER ? count - first : TOGETHER;
        ts_error own;
        const ts_status one = solve_some(half, &half->bench[omp_get_thread_num()], here, b + first, y + first, &own);
        if (one == TS_OK) continue;
#pragma omp critical
        {
            status = one;
            if (error) *error = own;
        }
    }
    return status;
}

static void multiply_group(const ts_half_solver *half, const bench *with, const group *of,
                           const ts_half_solution *const *y, size_t count, double *gram) {
    const size_t columns = (size_t)look_at(half, of->block).columns, members = of->count;
    gather(with, of, columns, y);
    double *product = with->panel + columns * members;
    cblas_dsyrk(CblasColMajor, CblasUpper, CblasTrans, (int)members, (int)columns, 1.0, with->panel, (int)columns, 0.0,
                product, (int)members);
    for (size_t i = 0; i < members; ++i) {
        double *row = gram + solution_of(with, of->first + i) * count;
        for (size_t j = 0; j <= i; ++j) row[solution_of(with, of->first + j)] += product[i * members + j];
    }
}

ts_status ts_half_gram(ts_half_solver *half, size_t count, const ts_half_solution *const *y, double *gram,
                       ts_error *error) {
    ts_status status = make_benches(half, 1, error);
    if (status != TS_OK) return status;
    bench *with = &half->bench[0];
    status = sort_pieces(half, with, count, y, error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < count * count; ++i) gram[i] = 0.0;
    for (size_t first = 0; first < with->piece.count;) {
        const group at = group_at(with, first);
        multiply_group(half, with, &at, y, count, gram);
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
