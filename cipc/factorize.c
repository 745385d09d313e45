/* SPDX-License-Identifier: GPL-2.0-or-later
 * A supernode is the matrix's own numbers, minus what earlier supernodes give (a product of their rows), then the
 * factor of its triangle and the rows below divided by that. Large ones near the roots are shared out in stripes of
 * rows, and factored by panels of as many columns: update the panel, factor its triangle, divide the rows below. */
#include "cipc/factorize.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <omp.h>
#include <suitesparse/cholmod.h>

#include "cipc/supernode.h"
#include "cipc/triangle.h"
#include "core/error.h"
#include "core/task_tree.h"

enum { STRIPE = TS_FACTOR_STRIPE, WIDTH = TS_FACTOR_WIDTH, NODE = 3 };

/* Rows of an update that lie side by side in the supernode that is updated. */
typedef struct run {
    int64_t begin, end; /* rows of the update */
    int64_t target;     /* row of the supernode of the first one */
} run;

/* What a thread works with. */
typedef struct bench {
    int32_t *row_of; /* n: of a row of the factor, that of the supernode at hand; of its rows alone */
    double *product;
    size_t runs; /* of the update at hand */
    run *run;
} bench;

struct ts_factorizer {
    ts_factor_plan plan;
    cholmod_factor *factor;
    int benches;
    bench *bench;
    const ts_block_matrix *matrix;
    double shift;
    atomic_bool has_failed;
};

ts_status ts_factorizer_create(ts_factorizer **made, ts_error *error) {
    *made = calloc(1, sizeof **made);
    return *made ? TS_OK : ts_fail_memory(error, "the factorizer");
}

static void clear_benches(ts_factorizer *f) {
    for (int w = 0; w < f->benches; ++w) {
        free(f->bench[w].row_of);
        free(f->bench[w].product);
        free(f->bench[w].run);
    }
    free(f->bench);
    f->bench = NULL;
    f->benches = 0;
}

void ts_factorizer_destroy(ts_factorizer *factorizer) {
    if (!factorizer) return;
    clear_benches(factorizer);
    ts_factor_plan_clear(&factorizer->plan);
    free(factorizer);
}

static ts_status make_benches(ts_factorizer *f, int count, ts_error *error) {
    if (f->benches >= count) return TS_OK;
    clear_benches(f);
    f->bench = calloc((size_t)count, sizeof *f->bench);
    if (!f->bench) return ts_fail_memory(error, "the factorizer");
    f->benches = count;
    for (int w = 0; w < count; ++w) {
        bench *at = &f->bench[w];
        at->row_of = malloc(f->factor->n * sizeof *at->row_of);
        at->product = malloc((f->plan.most_updated + 1) * sizeof *at->product);
        at->run = malloc((f->plan.most_rows + 1) * sizeof *at->run);
        if (at->row_of && at->product && at->run) continue;
        clear_benches(f);
        return ts_fail_memory(error, "the factorizer");
    }
    return TS_OK;
}

ts_status ts_factorizer_take(ts_factorizer *factorizer, cholmod_factor *factor, const ts_block_matrix *matrix,
                             ts_error *error) {
    clear_benches(factorizer);
    factorizer->factor = factor;
    return ts_factor_plan_make(&factorizer->plan, factor, matrix, error);
}

const ts_factor_plan *ts_factorizer_plan(const ts_factorizer *factorizer) {
    return &factorizer->plan;
}

/* ---- Supernodes ---- */

/* Rows from begin up to end. */
typedef struct range {
    int64_t begin, end;
} range;

static void find_rows(bench *at, const ts_supernode *of) {
    for (int64_t i = 0; i < of->rows; ++i) at->row_of[of->row[i]] = (int32_t)i;
}

/* The matrix's numbers in these rows, up to the diagonal. */
static void assemble(const ts_factorizer *f, const ts_supernode *of, range rows) {
    for (int64_t j = 0; j < of->columns; ++j) {
        memset(of->value + j * of->rows + rows.begin, 0, (size_t)(rows.end - rows.begin) * sizeof *of->value);
    }
    const ts_factor_plan *plan = &f->plan;
    size_t b = plan->block_start[of->number], end = plan->block_start[of->number + 1];
    while (b < end) { /* the first block of these rows */
        const size_t mid = b + (end - b) / 2;
        if (plan->block[mid].row < rows.begin)
            b = mid + 1;
        else
            end = mid;
    }
    for (; b < plan->block_start[of->number + 1] && plan->block[b].row < rows.end; ++b) {
        const ts_factor_block *block = &plan->block[b];
        const double *from = f->matrix->value + block->source;
        double *to = of->value + block->column * of->rows + block->row;
        const bool is_diagonal = block->row == block->column;
        for (int j = 0; j < 3; ++j) {
            for (int i = is_diagonal ? j : 0; i < 3; ++i)
                to[j * of->rows + i] = from[i * block->down + j * block->across];
            if (is_diagonal) to[j * of->rows + j] += f->shift;
        }
    }
}

/* Runs of rows of the update; how many. */
static size_t find_runs(bench *at, const int64_t *row, range rows) {
    size_t runs = 0;
    for (int64_t i = rows.begin; i < rows.end; ++i) {
        const int64_t target = at->row_of[row[i]];
        run *last = &at->run[runs - (runs > 0)];
        if (runs > 0 && target == last->target + (i - last->begin)) {
            last->end = i + 1;
        } else {
            at->run[runs++] = (run){i, i + 1, target};
        }
    }
    return runs;
}

/* The first row of an update, from `first` on, that lies at `row` of the supernode or below. */
static int64_t find_from(const bench *at, const int64_t *rows, range among, int64_t row) {
    int64_t lo = among.begin, hi = among.end;
    while (lo < hi) {
        const int64_t mid = lo + (hi - lo) / 2;
        if (at->row_of[rows[mid]] < row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* A product of rows of a, column by column: c = keep c + times (rows) (columns)^T, where both are rows of a. */
typedef struct product {
    const double *a;
    int64_t a_stride, depth;
    double *c; /* the first of the rows by the first of the columns */
    int64_t c_stride;
    double keep, times;
} product;

static void multiply(const product *of, range rows, range columns) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)(rows.end - rows.begin),
                (int)(columns.end - columns.begin), (int)of->depth, of->times, of->a + rows.begin, (int)of->a_stride,
                of->a + columns.begin, (int)of->a_stride, of->keep, of->c, (int)of->c_stride);
}

/* Subtracts columns of a product of these rows, which are of `from`, from the supernode. */
static void spread(const bench *at, const ts_supernode *of, const ts_supernode *from, range rows, range columns) {
    const int64_t height = rows.end - rows.begin, stride = of->rows;
    const run *first = at->run;
    for (int64_t j = columns.begin; j < columns.end; j += NODE) {
        const double *given = at->product + (j - columns.begin) * height;
        double *to = of->value + at->row_of[from->row[j]] * stride;
        while (first->end <= j) ++first;
        for (const run *here = first; here < at->run + at->runs; ++here) {
            const int64_t begin = here->begin > j ? here->begin : j, count = here->end - begin;
            const double *one = given + (begin - rows.begin);
            double *target = to + here->target + (begin - here->begin);
            for (int64_t i = 0; i < count; ++i) {
                target[i] -= one[i];
                target[i + stride] -= one[i + height];
                target[i + 2 * stride] -= one[i + 2 * height];
            }
        }
    }
}

/* Subtracts what one earlier supernode gives to these rows: a block of columns after the other, of their rows from the
 * first on that is one of these columns. */
static void subtract(const ts_factorizer *f, bench *at, const ts_supernode *of, const ts_factor_update *update,
                     range stripe) {
    const ts_supernode from = ts_supernode_at(f->factor, update->from);
    const range all = {update->first, from.rows};
    range rows = {find_from(at, from.row, all, stripe.begin), find_from(at, from.row, all, stripe.end)};
    if (rows.begin >= rows.end) return;
    const int64_t after = update->first + update->columns, last = after < rows.end ? after : rows.end;
    at->runs = find_runs(at, from.row, rows);
    for (int64_t begin = update->first; begin < last; begin += WIDTH) {
        const range columns = {begin, begin + WIDTH < last ? begin + WIDTH : last};
        if (rows.begin < begin) rows.begin = begin;
        const product of_both = {from.value, from.rows, from.columns, at->product, rows.end - rows.begin, 0.0, 1.0};
        multiply(&of_both, rows, columns);
        spread(at, of, &from, rows, columns);
    }
}

static void gather(const ts_factorizer *f, bench *at, const ts_supernode *of, range rows) {
    find_rows(at, of);
    assemble(f, of, rows);
    const ts_factor_plan *plan = &f->plan;
    for (size_t u = plan->update_start[of->number]; u < plan->update_start[of->number + 1]; ++u) {
        subtract(f, at, of, &plan->update[u], rows);
    }
}

static ts_triangle triangle_of(const ts_supernode *of, range columns) {
    return (ts_triangle){columns.end - columns.begin, of->rows, of->value + columns.begin * of->rows + columns.begin};
}

/* Factors the triangle of these columns, all others to their left being done with. */
static void factor_triangle(ts_factorizer *f, const ts_supernode *of, range columns) {
    const ts_triangle triangle = triangle_of(of, columns);
    if (!ts_triangle_factor(&triangle)) atomic_store(&f->has_failed, true);
}

/* Divides rows below the triangle of these columns by it. */
static void divide(const ts_supernode *of, range columns, range rows) {
    const ts_triangle triangle = triangle_of(of, columns);
    if (rows.begin < rows.end) {
        ts_triangle_divide(&triangle, of->value + columns.begin * of->rows + rows.begin, of->rows,
                           rows.end - rows.begin);
    }
}

/* ---- Stripes ---- */

enum { PHASE_UPDATE, PHASE_TRIANGLE, PHASE_DIVIDE, PHASES };

static range panel_of(const ts_supernode *of, size_t panel) {
    const int64_t begin = (int64_t)panel * STRIPE, end = begin + STRIPE;
    return (range){begin, end < of->columns ? end : of->columns};
}

/* The rows of a stripe, from `first` on. */
static range stripe_of(const ts_supernode *of, int64_t stripe, int64_t first) {
    const int64_t begin = stripe * STRIPE, end = begin + STRIPE;
    return (range){begin > first ? begin : first, end < of->rows ? end : of->rows};
}

/* What the columns left of a panel give to these rows of it. */
static void update_panel(const ts_supernode *of, range panel, range rows) {
    for (int64_t begin = panel.begin; begin < panel.end; begin += WIDTH) {
        const range columns = {begin, begin + WIDTH < panel.end ? begin + WIDTH : panel.end};
        if (rows.begin < begin) rows.begin = begin;
        const product of_both = {
            of->value, of->rows, panel.begin, of->value + begin * of->rows + rows.begin, of->rows, 1.0, -1.0,
        };
        multiply(&of_both, rows, columns);
    }
}

static size_t count_phases(const void *self, size_t node) {
    const ts_factorizer *f = self;
    const ts_factor_piece *piece = &f->plan.piece[node];
    if (!piece->is_shared) return 1;
    return PHASES * (size_t)((ts_supernode_at(f->factor, piece->last).columns + STRIPE - 1) / STRIPE);
}

static size_t count_jobs(const void *self, size_t node, size_t phase) {
    const ts_factorizer *f = self;
    const ts_factor_piece *piece = &f->plan.piece[node];
    if (!piece->is_shared) return 1;
    const ts_supernode of = ts_supernode_at(f->factor, piece->last);
    const range columns = panel_of(&of, phase / PHASES);
    const int64_t stripes = (of.rows + STRIPE - 1) / STRIPE;
    switch (phase % PHASES) {
    case PHASE_UPDATE: return (size_t)(stripes - columns.begin / STRIPE);
    case PHASE_TRIANGLE: return 1;
    default: return columns.end < of.rows ? (size_t)(stripes - columns.end / STRIPE) : 0;
    }
}

static void run_shared(ts_factorizer *f, bench *at, const ts_supernode *of, ts_task task) {
    const size_t panel = task.phase / PHASES;
    const range columns = panel_of(of, panel);
    const int64_t job = (int64_t)task.job;
    switch (task.phase % PHASES) {
    case PHASE_UPDATE:
        if (panel == 0)
            gather(f, at, of, stripe_of(of, job, 0));
        else
            update_panel(of, columns, stripe_of(of, columns.begin / STRIPE + job, columns.begin));
        break;
    case PHASE_TRIANGLE: factor_triangle(f, of, columns); break;
    default: divide(of, columns, stripe_of(of, columns.end / STRIPE + job, columns.end));
    }
}

static void run_task(void *self, int worker, ts_task task) {
    ts_factorizer *f = self;
    const ts_factor_piece *piece = &f->plan.piece[task.node];
    bench *at = &f->bench[worker];
    for (int64_t k = piece->first; k <= piece->last && !atomic_load(&f->has_failed); ++k) {
        const ts_supernode of = ts_supernode_at(f->factor, k);
        if (piece->is_shared) {
            run_shared(f, at, &of, task);
            continue;
        }
        gather(f, at, &of, (range){0, of.rows});
        const range columns = {0, of.columns};
        factor_triangle(f, &of, columns);
        divide(&of, columns, (range){of.columns, of.rows});
    }
}

ts_status ts_factorize(ts_factorizer *factorizer, const ts_block_matrix *matrix, double shift, bool *is_definite,
                       ts_error *error) {
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
    const ts_status made = make_benches(factorizer, threads, error);
    if (made != TS_OK) return made;
    factorizer->matrix = matrix;
    factorizer->shift = shift;
    atomic_store(&factorizer->has_failed, false);
    const ts_task_tree tree = {
        .nodes = factorizer->plan.pieces,
        .parent = factorizer->plan.parent,
        .self = factorizer,
        .phases = count_phases,
        .jobs = count_jobs,
        .run = run_task,
    };
    const ts_status status = ts_task_tree_run(&tree, threads, error);
    *is_definite = !atomic_load(&factorizer->has_failed);
    return status;
}
