/* SPDX-License-Identifier: GPL-2.0-or-later
 * Numeric Cholesky factorization by supernodes on all threads, with the same bits for any number of them. */
#ifndef TS_CIPC_FACTORIZE_H
#define TS_CIPC_FACTORIZE_H

#include "cipc/factor_plan.h"

struct cholmod_factor_struct;

typedef struct ts_factorizer ts_factorizer;

ts_status ts_factorizer_create(ts_factorizer **made, ts_error *error);
void ts_factorizer_destroy(ts_factorizer *factorizer);

/* For a pattern of this matrix, whose factor is supernodal with room for its numbers; borrowed until the next. */
ts_status ts_factorizer_take(ts_factorizer *factorizer, struct cholmod_factor_struct *factor,
                             const ts_block_matrix *matrix, ts_error *error);

/* What was planned for that pattern. */
const ts_factor_plan *ts_factorizer_plan(const ts_factorizer *factorizer);

/* The factor's numbers: L L^T = P (matrix + shift I) P^T. *is_definite is false, and the numbers mean nothing, where
 * that is not positive definite in floating point. */
ts_status ts_factorize(ts_factorizer *factorizer, const ts_block_matrix *matrix, double shift, bool *is_definite,
                       ts_error *error);

#endif
