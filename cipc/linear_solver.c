/* SPDX-License-Identifier: GPL-2.0-or-later
 * CHOLMOD on the block matrix: it analyses; the numbers of its factor, and solves with it, are ours. The fill-reducing
 * order is kept while the operations it leads to stay near what they were; the factor's pattern is found anew whenever
 * the matrix has a new one. Indices have 64 bits: a factor of a few hundred thousand nodes that touch has more than
 * 2^31 numbers, and wider indices cost less than can be measured. */
#include "cipc/linear_solver.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <suitesparse/cholmod.h>

#include "cipc/factorize.h"
#include "cipc/solve_check.h"
#include "cipc/symbolic.h"
#include "cipc/triangular_solve.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/pages.h"

/* Factorizations that an order is thought to serve, but for the first: its pattern may stay. */
static const double ORDER_SERVES = 4.0;
/* First diagonal shift as a share of the mean diagonal, its growth and the number of tries. */
static const double FIRST_SHIFT = 1e-10, SHIFT_GROWTH = 100.0;
enum { MOST_SHIFTS = 6 };
/* The first solution by a pattern is checked, and of those that follow one in so many. */
enum { CHECKED_ONE_IN = 16 };

struct ts_linear_solver {
    cholmod_common common;
    cholmod_factor *factor;
    double *numbers; /* of the factor, and how many there is room for */
    size_t capacity;
    ts_factorizer *factorizer;
    ts_triangular_solver *triangular;
    double *ordered;         /* a right side, and its solution, in the factor's order */
    double *checked;         /* a right side as it is, and the matrix times its solution */
    double shift;            /* of the last factorization */
    int unchecked;           /* solutions since the last one that was checked */
    int64_t *order;          /* of nodes; NULL before the first analysis */
    size_t nodes;            /* that order is for */
    double order_operations; /* of the factor that it was found for */
    uint64_t version;        /* of the matrix that was analysed */
    bool is_prepared, is_factored;
    ts_linear_report report;
};

ts_status ts_linear_solver_create(ts_linear_solver **solver, ts_error *error) {
    ts_linear_solver *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the linear solver");
    ts_pages_keep();             /* CHOLMOD takes and gives back large arrays with every pattern */
    openblas_set_num_threads(1); /* its sums depend on the number of threads */
    made->report.least_rcond = 1.0;
    cholmod_l_start(&made->common);
    made->common.print = 0;
    ts_status status = ts_factorizer_create(&made->factorizer, error);
    if (status == TS_OK) status = ts_triangular_solver_create(&made->triangular, error);
    if (status == TS_OK)
        *solver = made;
    else
        ts_linear_solver_destroy(made);
    return status;
}

static void forget_factor(ts_linear_solver *solver) {
    if (solver->factor) { /* its numbers are ours */
        solver->factor->x = NULL;
        solver->factor->xtype = CHOLMOD_PATTERN;
    }
    cholmod_l_free_factor(&solver->factor, &solver->common);
    solver->version = 0;
    solver->is_prepared = solver->is_factored = false;
}

void ts_linear_solver_destroy(ts_linear_solver *solver) {
    if (!solver) return;
    forget_factor(solver);
    cholmod_l_finish(&solver->common);
    free(solver->numbers);
    ts_factorizer_destroy(solver->factorizer);
    ts_triangular_solver_destroy(solver->triangular);
    free(solver->ordered);
    free(solver->checked);
    free(solver->order);
    free(solver);
}

ts_status ts_linear_solver_renew(ts_linear_solver **solver, ts_error *error) {
    ts_linear_solver *made;
    const ts_status status = ts_linear_solver_create(&made, error);
    if (status != TS_OK) return status;
    made->report = (*solver)->report;
    made->numbers = (*solver)->numbers;
    made->capacity = (*solver)->capacity;
    (*solver)->numbers = NULL;
    ts_linear_solver_destroy(*solver);
    *solver = made;
    return TS_OK;
}

static ts_status fail_cholmod(const ts_linear_solver *solver, const char *what, ts_error *error) {
    if (solver->common.status == CHOLMOD_OUT_OF_MEMORY) return ts_fail_memory(error, what);
    if (solver->common.status == CHOLMOD_TOO_LARGE) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "the matrix couples too many nodes: its factor would have %.3g numbers, more than CHOLMOD can "
                       "count; use coarser meshes or a shorter range of contact",
                       solver->common.lnz);
    }
    return ts_fail(error, TS_ERROR_INTERNAL, "CHOLMOD could not make %s: its status is %d", what,
                   solver->common.status);
}

static ts_status order_nodes(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    int64_t *order = malloc(matrix->nodes * sizeof *order);
    if (!order) return ts_fail_memory(error, "the order of the nodes");
    if (!ts_symbolic_order(&solver->common, matrix, solver->order ? ORDER_SERVES : INFINITY, order)) {
        free(order);
        return fail_cholmod(solver, "an order of the nodes", error);
    }
    free(solver->order);
    solver->order = order;
    solver->nodes = matrix->nodes;
    ++solver->report.orderings;
    return TS_OK;
}

/* The pattern of the factor under the kept order. */
static ts_status analyse_ordered(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    forget_factor(solver);
    solver->factor = ts_symbolic_pattern(&solver->common, matrix, solver->order);
    if (!solver->factor) return fail_cholmod(solver, "the pattern of the factor", error);
    ++solver->report.analyses;
    solver->report.factor_nonzeros = solver->common.lnz;
    solver->report.factor_flops = solver->common.fl;
    return TS_OK;
}

/* Would a new order take longer than what the kept one may cost, which was found for a factor of fewer operations? */
static bool is_good(const ts_linear_solver *solver, const ts_block_matrix *matrix) {
    const double operations = solver->common.fl, more = operations - solver->order_operations;
    return ORDER_SERVES * more <= ts_symbolic_order_work(matrix, ORDER_SERVES, operations);
}

static ts_status analyse(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    if (solver->order && solver->nodes == matrix->nodes) {
        const ts_status status = analyse_ordered(solver, matrix, error);
        if (status != TS_OK || is_good(solver, matrix)) return status;
    }
    ts_status status = order_nodes(solver, matrix, error);
    if (status == TS_OK) status = analyse_ordered(solver, matrix, error);
    if (status == TS_OK) solver->order_operations = solver->common.fl;
    return status;
}

/* Room for the factor's numbers, kept from pattern to pattern: what is asked for anew the system fills with zeros, page
 * by page, which can take as long as a factorization (docs/simulation.md, room for a factor). */
static ts_status make_room(ts_linear_solver *solver, ts_error *error) {
    cholmod_factor *factor = solver->factor;
    if (factor->xsize > solver->capacity) {
        const size_t capacity = factor->xsize + factor->xsize / 8;
        free(solver->numbers);
        solver->numbers = ts_pages_take(capacity * sizeof *solver->numbers);
        solver->capacity = solver->numbers ? capacity : 0;
        if (!solver->numbers) return ts_fail_memory(error, "the factor");
    }
    factor->x = solver->numbers;
    factor->xtype = CHOLMOD_REAL;
    return TS_OK;
}

/* Room for all numbers, and what is done to compute them. */
static ts_status prepare(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    ts_status status = make_room(solver, error);
    if (status != TS_OK) return status;
    free(solver->ordered);
    free(solver->checked);
    solver->ordered = malloc(solver->factor->n * sizeof *solver->ordered);
    solver->checked = malloc(2 * solver->factor->n * sizeof *solver->checked);
    if (!solver->ordered || !solver->checked) return ts_fail_memory(error, "the solution");
    solver->unchecked = CHECKED_ONE_IN;
    status = ts_factorizer_take(solver->factorizer, solver->factor, matrix, error);
    if (status == TS_OK)
        status = ts_triangular_solver_take(solver->triangular, ts_factorizer_plan(solver->factorizer), error);
    solver->is_prepared = status == TS_OK;
    return status;
}

double ts_linear_mean_diagonal(const ts_block_matrix *matrix) {
    double sum = 0.0;
    for (size_t j = 0; j < matrix->nodes; ++j) {
        size_t stride;
        const double *block = ts_block_at(matrix, matrix->column[j], (int32_t)j, &stride);
        for (size_t c = 0; c < 3; ++c) sum += block[c * stride + c];
    }
    return sum / (3.0 * (double)matrix->nodes);
}

/* Factorizes, with a growing shift where that is needed and allowed. */
static ts_status factorize(ts_linear_solver *solver, const ts_block_matrix *matrix, int most_shifts, bool *done,
                           ts_error *error) {
    double shift = 0.0;
    solver->is_factored = false;
    for (int k = 0;; ++k) {
        const ts_status status = ts_factorize(solver->factorizer, matrix, shift, done, error);
        if (status != TS_OK) return status;
        ++solver->report.factorizations;
        if (*done || k == most_shifts) break;
        shift = k == 0 ? FIRST_SHIFT * ts_linear_mean_diagonal(matrix) : shift * SHIFT_GROWTH;
        ++solver->report.shifts;
    }
    solver->is_factored = *done;
    solver->shift = shift;
    if (*done) {
        solver->report.least_rcond = fmin(solver->report.least_rcond, cholmod_l_rcond(solver->factor, &solver->common));
    }
    return TS_OK;
}

/* solution = P^T L^-T L^-1 P right */
static ts_status back_substitute(ts_linear_solver *solver, const double *right, double *solution, ts_error *error) {
    const size_t n = solver->factor->n;
    const int64_t *order = solver->factor->Perm;
    double *x = solver->ordered;
    for (size_t k = 0; k < n; ++k) x[k] = right[order[k]];
    ts_status status = ts_solve_lower(solver->triangular, x, error);
    if (status == TS_OK) status = ts_solve_upper(solver->triangular, x, error);
    for (size_t k = 0; k < n && status == TS_OK; ++k) solution[order[k]] = x[k];
    return status;
}

/* CHOLMOD asks for four threads for loops that two would only wait in. */
static ts_status analyse_alone(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    if (solver->factor && solver->version == matrix->version) return TS_OK;
    const int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(0);
    const ts_status status = analyse(solver, matrix, error);
    omp_set_max_active_levels(levels);
    if (status == TS_OK) solver->version = matrix->version;
    return status;
}

typedef struct problem {
    const ts_block_matrix *matrix;
    const double *right;
    double *solution;
    int most_shifts;
} problem;

/* Solves by the factor, and now and then asks the matrix whether that was right. */
static ts_status solve_checked(ts_linear_solver *solver, const problem *of, ts_error *error) {
    const size_t n = solver->factor->n;
    const bool is_due = ++solver->unchecked >= CHECKED_ONE_IN;
    double *right = solver->checked;
    if (is_due) memcpy(right, of->right, n * sizeof *right); /* may be where the solution goes */
    const ts_status status = back_substitute(solver, of->right, of->solution, error);
    if (status != TS_OK || !is_due) return status;
    const double off = ts_solve_error(&(ts_solved_system){of->matrix, solver->shift, right, of->solution}, right + n);
    solver->unchecked = 0;
    if (!(off > TS_SOLVE_ERROR)) return TS_OK;
    return ts_fail(
        error, TS_ERROR_INTERNAL,
        "a system of %zu equations is solved wrong, by %.1e of its size where %.0e is too much: this OpenBLAS does "
        "not compute right with its kernels for %s; choose others by OPENBLAS_CORETYPE, or another version",
        n, off, TS_SOLVE_ERROR, openblas_get_corename());
}

static ts_status solve(ts_linear_solver *solver, const problem *of, bool *solved, ts_error *error) {
    const ts_block_matrix *matrix = of->matrix;
    const double start = ts_seconds();
    ts_status status = analyse_alone(solver, matrix, error);
    if (status == TS_OK && !solver->is_prepared) status = prepare(solver, matrix, error);
    if (status != TS_OK) return status;
    const double analysed = ts_seconds();
    bool done = false;
    status = factorize(solver, matrix, of->most_shifts, &done, error);
    const double factored = ts_seconds();
    if (status == TS_OK && done) status = solve_checked(solver, of, error);
    solver->report.analyse_seconds += analysed - start;
    solver->report.factor_seconds += factored - analysed;
    solver->report.solve_seconds += ts_seconds() - factored;
    if (status == TS_OK) *solved = done;
    return status;
}

ts_status ts_linear_solve(ts_linear_solver *solver, const ts_block_matrix *matrix, const double *right,
                          double *solution, bool *solved, ts_error *error) {
    return solve(solver, &(problem){matrix, right, solution, MOST_SHIFTS}, solved, error);
}

ts_status ts_linear_solve_definite(ts_linear_solver *solver, const ts_block_matrix *matrix, const double *right,
                                   double *solution, bool *solved, ts_error *error) {
    return solve(solver, &(problem){matrix, right, solution, 0}, solved, error);
}

ts_status ts_linear_analyse(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error) {
    const double start = ts_seconds();
    const ts_status status = analyse_alone(solver, matrix, error);
    solver->report.analyse_seconds += ts_seconds() - start;
    return status;
}

ts_status ts_linear_solve_again(ts_linear_solver *solver, size_t columns, const double *right, double *solution,
                                ts_error *error) {
    const double start = ts_seconds();
    const size_t n = solver->factor->n;
    ts_status status = TS_OK;
    for (size_t k = 0; k < columns && status == TS_OK; ++k) {
        status = back_substitute(solver, right + k * n, solution + k * n, error);
    }
    solver->report.solve_seconds += ts_seconds() - start;
    return status;
}

ts_status ts_linear_solve_upper(ts_linear_solver *solver, double *x, ts_error *error) {
    const double start = ts_seconds();
    const ts_status status = ts_solve_upper(solver->triangular, x, error);
    solver->report.solve_seconds += ts_seconds() - start;
    return status;
}

bool ts_linear_has_factor(const ts_linear_solver *solver, size_t nodes) {
    return solver->is_factored && solver->factor->n == 3 * nodes;
}

const ts_linear_report *ts_linear_solver_report(const ts_linear_solver *solver) {
    return &solver->report;
}

const struct cholmod_factor_struct *ts_linear_solver_factor(const ts_linear_solver *solver) {
    return solver->factor;
}
