/* SPDX-License-Identifier: GPL-2.0-or-later
 * Solving with the Hessian: a supernodal factorization, its analysis, CHOLMOD's, kept while the pattern holds. */
#ifndef TS_CIPC_LINEAR_SOLVER_H
#define TS_CIPC_LINEAR_SOLVER_H

#include "cipc/block_matrix.h"

typedef struct ts_linear_solver ts_linear_solver;

typedef struct ts_linear_report {
    uint64_t orderings, analyses;    /* of the fill-reducing order; of the factor's pattern */
    uint64_t factorizations, shifts; /* numeric factorizations; those repeated with a larger diagonal */
    double analyse_seconds, factor_seconds, solve_seconds; /* sums */
    double factor_nonzeros, factor_flops; /* of the last analysis: of its factor, of a factorization by it */
    double
        least_rcond; /* of the factorizations: least over largest entry of the factor's diagonal, squared; 1 without */
} ts_linear_report;

ts_status ts_linear_solver_create(ts_linear_solver **solver, ts_error *error);
void ts_linear_solver_destroy(ts_linear_solver *solver);
/* As newly made, but for the report, which counts on. */
ts_status ts_linear_solver_renew(ts_linear_solver **solver, ts_error *error);

/* solution = matrix^-1 right (3 nodes each; may be the same array). A matrix that is not positive definite in floating
 * point gets a growing multiple of its mean diagonal added (counted in report->shifts); *solved is false when that
 * does not help either, and solution is untouched. */
ts_status ts_linear_solve(ts_linear_solver *solver, const ts_block_matrix *matrix, const double *right,
                          double *solution, bool *solved, ts_error *error);

/* The same, but a matrix that is not positive definite in floating point is left at that: *solved is false. */
ts_status ts_linear_solve_definite(ts_linear_solver *solver, const ts_block_matrix *matrix, const double *right,
                                   double *solution, bool *solved, ts_error *error);

/* The pattern of its factor alone, for the report; a factor that is there is dropped. */
ts_status ts_linear_analyse(ts_linear_solver *solver, const ts_block_matrix *matrix, ts_error *error);

/* So many columns, one after the other, by the factor of the last solve that succeeded. */
ts_status ts_linear_solve_again(ts_linear_solver *solver, size_t columns, const double *right, double *solution,
                                ts_error *error);

/* With that factor L alone, in its order and in place: x = L^-T x. */
ts_status ts_linear_solve_upper(ts_linear_solver *solver, double *x, ts_error *error);

/* Is there one, of a matrix of so many nodes? */
bool ts_linear_has_factor(const ts_linear_solver *solver, size_t nodes);

/* The factor of the last solve that succeeded: CHOLMOD's, supernodal, LL^T. Each analysis that the report counts gives
 * it a new pattern. */
const struct cholmod_factor_struct *ts_linear_solver_factor(const ts_linear_solver *solver);

/* Mean of the diagonal of a matrix that has rows. */
double ts_linear_mean_diagonal(const ts_block_matrix *matrix);

const ts_linear_report *ts_linear_solver_report(const ts_linear_solver *solver);

#endif
