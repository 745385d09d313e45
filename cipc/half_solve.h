/* SPDX-License-Identifier: GPL-2.0-or-later
 * Halves of a solve with H = P^T L L^T P: b . H^-1 b' = (L^-1 P b) . (L^-1 P b'). For a b of few nonzeros the first
 * half is few numbers, those of the columns on its paths up the elimination tree (Gilbert and Peierls; Davis, Direct
 * Methods for Sparse Linear Systems, 3.2 and 4.1), and costs as much of the factor as lies there. */
#ifndef TS_CIPC_HALF_SOLVE_H
#define TS_CIPC_HALF_SOLVE_H

#include "cipc/linear_solver.h"

typedef struct ts_half_solver ts_half_solver;

/* y = L^-1 P b: its numbers by supernode, in ascending order. Starts as zeros. */
typedef struct ts_half_solution {
    size_t blocks, block_capacity;
    int64_t *block; /* supernodes */
    size_t *start;  /* blocks + 1: where their numbers begin */
    size_t value_capacity;
    double *value;
} ts_half_solution;

enum { TS_HALF_MOST_ENTRIES = 12 };

/* A b of few nonzeros. */
typedef struct ts_half_right {
    size_t entries;
    int64_t unknown[TS_HALF_MOST_ENTRIES];
    double value[TS_HALF_MOST_ENTRIES];
} ts_half_right;

ts_status ts_half_solver_create(ts_half_solver **half, ts_error *error);
void ts_half_solver_destroy(ts_half_solver *half);
void ts_half_solution_clear(ts_half_solution *y);

/* With the factor of the last solve that succeeded, borrowed until the next one. */
ts_status ts_half_solver_take(ts_half_solver *half, ts_linear_solver *solver, ts_error *error);
/* *y[k] = L^-1 P b[k], all of them together, 2^20 at most: a supernode is looked at once. */
ts_status ts_half_solve(ts_half_solver *half, size_t count, const ts_half_right *b, ts_half_solution *const *y,
                        ts_error *error);
/* gram[i * count + j] = y[i] . y[j] */
ts_status ts_half_gram(ts_half_solver *half, size_t count, const ts_half_solution *const *y, double *gram,
                       ts_error *error);

/* solution = H^-1 sum_k factor[k] b_k (n), of *y[k] = L^-1 P b_k. */
ts_status ts_half_finish(ts_half_solver *half, size_t count, const ts_half_solution *const *y, const double *factor,
                         double *solution, ts_error *error);

#endif
