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
#include "core/error.h"
#include "core/task_tree.h"

enum { STRIPE = TS_FACTOR_STRIPE };

/* LAPACK's, in OpenBLAS. */
void dpotrf_(const char *triangle, const int *n, double *matrix, const int *stride, int *info, size_t length);

/* Rows of an update that lie side by side in the supernode that is updated. */
typedef struct run {
    int64_t begin, end; /* rows of the update */
    int64_t target;     /* row of the supernode of the first one */
} run;

/* What a thread works with. */
typedef struct bench {
    int32_t *row_of; /* n: of a row of the factor, that of the supernode at hand; of its rows alone */
    double *product;
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

/* product = rows (of `from`) times its rows that are columns here, up to the diagonal. */
static void multiply(const ts_supernode *from, const ts_factor_update *update, range rows, double *product) {
    const double *a = from->value;
    const int64_t first = update->first, after = first + update->columns;
    const int stride = (int)from->rows, depth = (int)from->columns, out = (int)(rows.end - rows.begin);
    const int64_t corner = rows.end < after ? rows.end : after;
    if (rows.begin < corner) { /* rows that are columns here as well */
        const int width = (int)(rows.begin - first), height = (int)(corner - rows.begin);
        if (width > 0) {
            cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, height, width, depth, 1.0, a + rows.begin, stride,
                        a + first, stride, 0.0, product, out);
        }
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, height, depth, 1.0, a + rows.begin, stride, 0.0,
                    product + (size_t)width * (size_t)out, out);
    }
    const int64_t below = rows.begin > after ? rows.begin : after;
    if (below < rows.end) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)(rows.end - below), update->columns, depth, 1.0,
                    a + below, stride, a + first, stride, 0.0, product + (below - rows.begin), out);
    }
}

/* Subtracts what one earlier supernode gives to these rows. */
static void subtract(const ts_factorizer *f, bench *at, const ts_supernode *of, const ts_factor_update *update,
                     range stripe) {
    const ts_supernode from = ts_supernode_at(f->factor, update->from);
    const range all = {update->first, from.rows};
    const range rows = {find_from(at, from.row, all, stripe.begin), find_from(at, from.row, all, stripe.end)};
    if (rows.begin >= rows.end) return;
    multiply(&from, update, rows, at->product);
    const size_t runs = find_runs(at, from.row, rows);
    const int64_t height = rows.end - rows.begin;
    const int64_t last = update->first + update->columns < rows.end ? update->first + update->columns : rows.end;
    size_t first_run = 0;
    for (int64_t j = update->first; j < last; ++j) {
        double *column = of->value + at->row_of[from.row[j]] * of->rows;
        const double *product = at->product + (j - update->first) * height - rows.begin;
        while (at->run[first_run].end <= j) ++first_run;
        for (size_t r = first_run; r < runs; ++r) {
            const run *here = &at->run[r];
            double *target = column + here->target - here->begin;
            for (int64_t i = here->begin > j ? here->begin : j; i < here->end; ++i) target[i] -= product[i];
        }
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

/* Factors the triangle of these columns, all others to their left being done with. */
static void factor_triangle(ts_factorizer *f, const ts_supernode *of, range columns) {
    const int n = (int)(columns.end - columns.begin), stride = (int)of->rows;
    int info = 0;
    dpotrf_("L", &n, of->value + columns.begin * of->rows + columns.begin, &stride, &info, 1);
    if (info != 0) atomic_store(&f->has_failed, true);
}

/* Divides rows below the triangle of these columns by it. */
static void divide(const ts_supernode *of, range columns, range rows) {
    if (rows.begin >= rows.end) return;
    double *triangle = of->value + columns.begin * of->rows;
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)(rows.end - rows.begin),
                (int)(columns.end - columns.begin), 1.0, triangle + columns.begin, (int)of->rows, triangle + rows.begin,
                (int)of->rows);
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
static void update_panel(const ts_supernode *of, range columns, range rows) {
    double *target = of->value + columns.begin * of->rows;
    const int stride = (int)of->rows, depth = (int)columns.begin, width = (int)(columns.end - columns.begin);
    if (rows.begin < columns.end) { /* the stripe that holds the triangle begins with it */
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, width, depth, -1.0, of->value + columns.begin, stride, 1.0,
                    target + columns.begin, stride);
        rows.begin = columns.end;
    }
    if (rows.begin >= rows.end) return;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)(rows.end - rows.begin), width, depth, -1.0,
                of->value + rows.begin, stride, of->value + columns.begin, stride, 1.0, target + rows.begin, stride);
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
