/* SPDX-License-Identifier: GPL-2.0-or-later
 * The pieces of the factorization's plan are the tasks: upwards for L, downwards for its transpose. What a piece gives
 * to the unknowns of others above it stays with the piece until its parent adds it up, in the order of its children:
 * no sum depends on who came first. A piece that is a single supernode is done in panels of columns, and in shares of
 * so many of its numbers, since reading these is what a solve consists of. */
#include "cipc/triangular_solve.h"

#include <stdlib.h>
#include <string.h>

#include <omp.h>

#include "cipc/panel.h"
#include "cipc/supernode.h"
#include "core/error.h"
#include "core/share.h"
#include "core/task_tree.h"

enum { SHARE = 1 << 15 }; /* numbers of the factor */

/* ns for a number of the factor, on one thread; an eighth of what it takes, as tasks hang on others, and threads wait
 * for each other again and again. */
static const double EACH = 0.05;

/* What a thread works with. */
typedef struct bench {
    double *given; /* n: to each unknown by the children at hand; zeros between tasks */
    double *part;  /* a number for each row of a supernode */
} bench;

struct ts_triangular_solver {
    const ts_panel_kernels *kernels;
    const ts_factor_plan *plan;
    int32_t *first_child, *next_sibling; /* of each piece, or TS_NO_TASK; siblings in ascending order */
    size_t *start;                       /* pieces + 1 */
    double *own;                         /* from start[p] on: a number for each row of the last supernode of piece p */
    int benches;
    bench *bench;
    double *x;
};

ts_status ts_triangular_solver_create(ts_triangular_solver **made, ts_error *error) {
    *made = calloc(1, sizeof **made);
    if (!*made) return ts_fail_memory(error, "the triangular solver");
    (*made)->kernels = ts_panel_kernels_here();
    return TS_OK;
}

static void clear_benches(ts_triangular_solver *s) {
    for (int w = 0; w < s->benches; ++w) {
        free(s->bench[w].given);
        free(s->bench[w].part);
    }
    free(s->bench);
    s->bench = NULL;
    s->benches = 0;
}

static void clear(ts_triangular_solver *s) {
    clear_benches(s);
    free(s->first_child);
    free(s->next_sibling);
    free(s->start);
    free(s->own);
    *s = (ts_triangular_solver){.kernels = s->kernels};
}

void ts_triangular_solver_destroy(ts_triangular_solver *solver) {
    if (!solver) return;
    clear(solver);
    free(solver);
}

static ts_status make_benches(ts_triangular_solver *s, int count, ts_error *error) {
    if (s->benches >= count) return TS_OK;
    clear_benches(s);
    s->bench = calloc((size_t)count, sizeof *s->bench);
    if (!s->bench) return ts_fail_memory(error, "the triangular solver");
    s->benches = count;
    for (int w = 0; w < count; ++w) {
        bench *at = &s->bench[w];
        at->given = calloc(s->plan->factor->n, sizeof *at->given);
        at->part = malloc((s->plan->most_rows + 1) * sizeof *at->part);
        if (at->given && at->part) continue;
        clear_benches(s);
        return ts_fail_memory(error, "the triangular solver");
    }
    return TS_OK;
}

static ts_supernode last_of(const ts_triangular_solver *s, size_t piece) {
    return ts_supernode_at(s->plan->factor, s->plan->piece[piece].last);
}

static bool is_single(const ts_triangular_solver *s, size_t piece) {
    return s->plan->piece[piece].first == s->plan->piece[piece].last;
}

ts_status ts_triangular_solver_take(ts_triangular_solver *solver, const ts_factor_plan *plan, ts_error *error) {
    clear(solver);
    const size_t pieces = plan->pieces;
    solver->plan = plan;
    solver->first_child = malloc((pieces + 1) * sizeof *solver->first_child);
    solver->next_sibling = malloc((pieces + 1) * sizeof *solver->next_sibling);
    solver->start = malloc((pieces + 1) * sizeof *solver->start);
    if (!solver->first_child || !solver->next_sibling || !solver->start) {
        clear(solver);
        return ts_fail_memory(error, "the triangular solver");
    }
    solver->start[0] = 0;
    for (size_t p = 0; p < pieces; ++p) {
        solver->first_child[p] = TS_NO_TASK;
        solver->start[p + 1] = solver->start[p] + (size_t)last_of(solver, p).rows;
    }
    for (size_t p = pieces; p-- > 0;) {
        const int32_t parent = plan->parent[p];
        if (parent == TS_NO_TASK) continue;
        solver->next_sibling[p] = solver->first_child[parent];
        solver->first_child[parent] = (int32_t)p;
    }
    solver->own = malloc((solver->start[pieces] + 1) * sizeof *solver->own);
    if (solver->own) return TS_OK;
    clear(solver);
    return ts_fail_memory(error, "the triangular solver");
}

/* ---- Parts of a supernode ---- */

/* Rows, or columns, from begin up to end. */
typedef struct range {
    int64_t begin, end;
} range;

static const double *at(const ts_supernode *of, int64_t row, int64_t column) {
    return of->value + column * of->rows + row;
}

/* Those rows of those columns. */
static ts_panel part_of(const ts_supernode *of, range rows, range columns) {
    return (ts_panel){columns.end - columns.begin, rows.end - rows.begin, of->rows, at(of, rows.begin, columns.begin)};
}

static ts_panel triangle_of(const ts_supernode *of, range columns) {
    return part_of(of, columns, columns);
}

static ts_panel whole_of(const ts_supernode *of) {
    return part_of(of, (range){0, of->rows}, (range){0, of->columns});
}

static int64_t panels_of(const ts_supernode *of) {
    return (of->columns + TS_SOLVE_PANEL - 1) / TS_SOLVE_PANEL;
}

static range panel_of(const ts_supernode *of, int64_t panel) {
    const int64_t begin = panel * TS_SOLVE_PANEL, end = begin + TS_SOLVE_PANEL;
    return (range){begin, end < of->columns ? end : of->columns};
}

/* Of `count` rows or columns with `each` numbers: how many go into one share, and how many shares that makes. */
static int64_t in_share(int64_t each) {
    const int64_t fit = SHARE / each / 8 * 8;
    return fit > 8 ? fit : 8;
}

static size_t shares_of(int64_t count, int64_t each) {
    const int64_t share = in_share(each);
    return (size_t)((count + share - 1) / share);
}

static range share_of(range all, int64_t each, size_t job) {
    const int64_t share = in_share(each), begin = all.begin + (int64_t)job * share, end = begin + share;
    return (range){begin, end < all.end ? end : all.end};
}

/* ---- Upwards ---- */

/* What the children give to the unknowns above them. */
static void add_children(const ts_triangular_solver *s, bench *with, size_t piece) {
    for (int32_t c = s->first_child[piece]; c != TS_NO_TASK; c = s->next_sibling[c]) {
        const ts_supernode child = last_of(s, (size_t)c);
        const double *own = s->own + s->start[c];
        for (int64_t i = child.columns; i < child.rows; ++i) with->given[child.row[i]] += own[i];
    }
}

/* Takes what was given to this row. */
static double take(bench *with, int64_t row) {
    const double given = with->given[row];
    with->given[row] = 0.0;
    return given;
}

/* The numbers of a supernode's rows: those of its columns, and what is given to those below. */
static void gather(const ts_triangular_solver *s, bench *with, const ts_supernode *of, double *own) {
    for (int64_t i = 0; i < of->columns; ++i) own[i] = s->x[of->first + i] + take(with, of->first + i);
    for (int64_t i = of->columns; i < of->rows; ++i) own[i] = take(with, of->row[i]);
}

/* A whole subtree of the elimination tree: the piece has no children. */
static void lower_subtree(ts_triangular_solver *s, bench *with, size_t piece) {
    const ts_factor_piece *of = &s->plan->piece[piece];
    double *part = with->part;
    for (int64_t k = of->first; k <= of->last; ++k) {
        const ts_supernode here = ts_supernode_at(s->plan->factor, k);
        const ts_panel whole = whole_of(&here);
        if (k == of->last) part = s->own + s->start[piece];
        gather(s, with, &here, part);
        s->kernels->lower(&whole, part);
        memcpy(s->x + here.first, part, (size_t)here.columns * sizeof *part);
        if (k == of->last) break;
        for (int64_t i = here.columns; i < here.rows; ++i) with->given[here.row[i]] = part[i];
    }
}

/* Phases of a single supernode: a panel is divided, then what lies below it is told. */
static void lower_single(ts_triangular_solver *s, bench *with, ts_task task) {
    const ts_supernode of = last_of(s, task.node);
    double *own = s->own + s->start[task.node];
    const range columns = panel_of(&of, (int64_t)task.phase / 2);
    if (task.phase % 2 == 0) {
        if (task.phase == 0) {
            add_children(s, with, task.node);
            gather(s, with, &of, own);
        }
        const ts_panel triangle = triangle_of(&of, columns);
        s->kernels->lower(&triangle, own + columns.begin);
        memcpy(s->x + of.first + columns.begin, own + columns.begin,
               (size_t)(columns.end - columns.begin) * sizeof *own);
    } else {
        const range below = share_of((range){columns.end, of.rows}, columns.end - columns.begin, task.job);
        const ts_panel part = part_of(&of, below, columns);
        s->kernels->tell(&part, own + columns.begin, own + below.begin);
    }
}

static size_t lower_phases(const void *self, size_t node) {
    const ts_triangular_solver *s = self;
    if (!is_single(s, node)) return 1;
    const ts_supernode of = last_of(s, node);
    return 2 * (size_t)panels_of(&of);
}

static size_t lower_jobs(const void *self, size_t node, size_t phase) {
    const ts_triangular_solver *s = self;
    if (phase % 2 == 0) return 1;
    const ts_supernode of = last_of(s, node);
    const range columns = panel_of(&of, (int64_t)phase / 2);
    return shares_of(of.rows - columns.end, columns.end - columns.begin);
}

static void run_lower(void *self, int worker, ts_task task) {
    ts_triangular_solver *s = self;
    if (is_single(s, task.node))
        lower_single(s, &s->bench[worker], task);
    else
        lower_subtree(s, &s->bench[worker], task.node);
}

/* ---- Downwards ---- */

static void gather_below(const ts_triangular_solver *s, const ts_supernode *of, double *own) {
    for (int64_t i = of->columns; i < of->rows; ++i) own[i] = s->x[of->row[i]];
}

static void upper_subtree(ts_triangular_solver *s, bench *with, size_t piece) {
    const ts_factor_piece *of = &s->plan->piece[piece];
    for (int64_t k = of->last; k >= of->first; --k) {
        const ts_supernode here = ts_supernode_at(s->plan->factor, k);
        const ts_panel whole = whole_of(&here);
        const size_t bytes = (size_t)here.columns * sizeof *s->x;
        memcpy(with->part, s->x + here.first, bytes);
        gather_below(s, &here, with->part);
        s->kernels->upper(&whole, with->part);
        memcpy(s->x + here.first, with->part, bytes);
    }
}

/* Phases of a single supernode: the rows below are fetched, all columns are told of them; then from the last panel to
 * the first each is divided, and the columns before it are told. */
static void upper_single(ts_triangular_solver *s, ts_task task) {
    const ts_supernode of = last_of(s, task.node);
    double *own = s->own + s->start[task.node], *x = s->x + of.first;
    if (task.phase == 0) {
        gather_below(s, &of, own);
    } else if (task.phase == 1) {
        const range columns = share_of((range){0, of.columns}, of.rows - of.columns, task.job);
        const ts_panel below = part_of(&of, (range){of.columns, of.rows}, columns);
        s->kernels->hear(&below, own + of.columns, x + columns.begin);
    } else {
        const range panel = panel_of(&of, panels_of(&of) - (int64_t)task.phase / 2);
        if (task.phase % 2 == 0) {
            const ts_panel triangle = triangle_of(&of, panel);
            s->kernels->upper(&triangle, x + panel.begin);
        } else {
            const range before = share_of((range){0, panel.begin}, panel.end - panel.begin, task.job);
            const ts_panel part = part_of(&of, panel, before);
            s->kernels->hear(&part, x + panel.begin, x + before.begin);
        }
    }
}

static size_t upper_phases(const void *self, size_t node) {
    const ts_triangular_solver *s = self;
    if (!is_single(s, node)) return 1;
    const ts_supernode of = last_of(s, node);
    return 2 + 2 * (size_t)panels_of(&of);
}

static size_t upper_jobs(const void *self, size_t node, size_t phase) {
    const ts_triangular_solver *s = self;
    if (phase % 2 == 0) return 1;
    const ts_supernode of = last_of(s, node);
    if (phase == 1) return of.rows > of.columns ? shares_of(of.columns, of.rows - of.columns) : 0;
    const range columns = panel_of(&of, panels_of(&of) - (int64_t)phase / 2);
    return shares_of(columns.begin, columns.end - columns.begin);
}

static void run_upper(void *self, int worker, ts_task task) {
    ts_triangular_solver *s = self;
    if (is_single(s, task.node))
        upper_single(s, task);
    else
        upper_subtree(s, &s->bench[worker], task.node);
}

/* ---- Whole ---- */

static ts_status run(ts_triangular_solver *solver, const ts_task_tree *tree, double *x, ts_error *error) {
    const int threads = ts_pays_to_share(solver->plan->factor->xsize, EACH) ? omp_get_max_threads() : 1;
    const ts_status status = make_benches(solver, threads, error);
    solver->x = x;
    return status == TS_OK ? ts_task_tree_run(tree, threads, error) : status;
}

ts_status ts_solve_lower(ts_triangular_solver *solver, double *x, ts_error *error) {
    const ts_task_tree tree = {
        .nodes = solver->plan->pieces,
        .parent = solver->plan->parent,
        .self = solver,
        .phases = lower_phases,
        .jobs = lower_jobs,
        .run = run_lower,
    };
    return run(solver, &tree, x, error);
}

ts_status ts_solve_upper(ts_triangular_solver *solver, double *x, ts_error *error) {
    const ts_task_tree tree = {
        .nodes = solver->plan->pieces,
        .parent = solver->plan->parent,
        .is_downward = true,
        .self = solver,
        .phases = upper_phases,
        .jobs = upper_jobs,
        .run = run_upper,
    };
    return run(solver, &tree, x, error);
}
