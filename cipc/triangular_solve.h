/* SPDX-License-Identifier: GPL-2.0-or-later
 * Solves with the two triangles of a supernodal factor on all threads, with the same bits for any number of them. */
#ifndef TS_CIPC_TRIANGULAR_SOLVE_H
#define TS_CIPC_TRIANGULAR_SOLVE_H

#include "cipc/factor_plan.h"

/* Columns of a supernode that are solved for at once. */
enum { TS_SOLVE_PANEL = 128 };

typedef struct ts_triangular_solver ts_triangular_solver;

ts_status ts_triangular_solver_create(ts_triangular_solver **made, ts_error *error);
void ts_triangular_solver_destroy(ts_triangular_solver *solver);

/* For the factor of this plan, whose numbers may change; borrowed until the next. */
ts_status ts_triangular_solver_take(ts_triangular_solver *solver, const ts_factor_plan *plan, ts_error *error);

/* In the factor's order, in place (n numbers): x = L^-1 x; x = L^-T x. */
ts_status ts_solve_lower(ts_triangular_solver *solver, double *x, ts_error *error);
ts_status ts_solve_upper(ts_triangular_solver *solver, double *x, ts_error *error);

#endif
