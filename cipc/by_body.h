/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether an increment has a factorization of the Hessian, or is found by conjugate gradients on it with the factors of
 * the bodies by themselves as preconditioner (docs/method.md, 7.1). Work is counted, not timed: the same run makes the
 * same choices. */
#ifndef TS_CIPC_BY_BODY_H
#define TS_CIPC_BY_BODY_H

#include "cipc/linear_solver.h"

/* Starts as zeros, of each minimisation. */
typedef struct ts_by_body {
    int turns;          /* of conjugate gradients that the next increment is thought to take; 0: not known */
    int wait, patience; /* increments for which it is not tried: from now, and once it has failed again */
} ts_by_body;

/* Operations that a factorization makes in the same time. */
typedef struct ts_by_body_work {
    double whole;  /* of the Hessian's factorization; 0: not known */
    double bodies; /* of the bodies' */
    double turn;   /* of conjugate gradients */
} ts_by_body_work;

/* Could it be less work than a factorization of the whole, if the bodies' factors came for nothing? */
bool ts_by_body_may_pay(const ts_linear_report *whole, const ts_block_matrix *hessian);
ts_by_body_work ts_by_body_count(const ts_linear_report *whole, const ts_linear_report *bodies,
                                 const ts_block_matrix *hessian);
/* Turns that the next increment may take; 0: it is to have a factorization of the Hessian. */
int ts_by_body_most_turns(const ts_by_body *by_body, const ts_by_body_work *work);
/* It took so many; !found: and that was not enough. */
void ts_by_body_used(ts_by_body *by_body, int turns, bool found);
/* A factorization of the Hessian in its place. */
void ts_by_body_left_out(ts_by_body *by_body);

#endif
