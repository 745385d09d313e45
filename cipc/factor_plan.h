/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a numeric factorization by supernodes does for one pattern, and in which order: CHOLMOD's own, supernode for
 * supernode and update for update (left-looking; Ng and Peyton 1993; Chen, Davis, Hager and Rajamanickam 2008), so that
 * the sums are the same but for their rounding. */
#ifndef TS_CIPC_FACTOR_PLAN_H
#define TS_CIPC_FACTOR_PLAN_H

#include <stdbool.h>

#include "cipc/block_matrix.h"

struct cholmod_factor_struct;

/* Rows of supernode `from`, from its row `first` on: the first `columns` of them are columns of the supernode that is
 * updated, the others rows below. */
typedef struct ts_factor_update {
    int32_t from, first, columns;
} ts_factor_update;

/* Where a 3 x 3 block of the matrix goes in its supernode. */
typedef struct ts_factor_block {
    int64_t source;       /* of its first number in the values */
    int32_t down, across; /* there: from a row, a column, of the supernode to the next */
    int32_t row, column;  /* of the supernode */
} ts_factor_block;

/* A node of the tree of tasks: supernodes one after the other, a whole subtree of the elimination tree, or several
 * whole trees; or one that is large enough to be shared out. */
typedef struct ts_factor_piece {
    int64_t first, last; /* supernodes, both included */
    bool is_shared;
} ts_factor_piece;

typedef struct ts_factor_plan {
    const struct cholmod_factor_struct *factor; /* borrowed */
    size_t *update_start;                       /* nsuper + 1 */
    ts_factor_update *update;
    size_t *block_start; /* nsuper + 1 */
    ts_factor_block *block;
    size_t pieces;
    ts_factor_piece *piece;
    int32_t *parent;                /* of each piece, or TS_NO_TASK */
    size_t most_rows, most_updated; /* of a supernode; numbers of an update that one job computes */
} ts_factor_plan;

/* Supernodes that are shared out are so in stripes of so many rows, and by as many columns: a multiple of 3. */
enum { TS_FACTOR_STRIPE = 96 };

/* Products are taken of so many columns at a time, a multiple of 3. Where their rows are columns as well, what is above
 * the diagonal is computed and means nothing: the BLAS takes longer to leave it out (docs/benchmarks.md). */
enum { TS_FACTOR_WIDTH = 36 };

/* For the pattern of a factor of this matrix. */
ts_status ts_factor_plan_make(ts_factor_plan *plan, const struct cholmod_factor_struct *factor,
                              const ts_block_matrix *matrix, ts_error *error);
void ts_factor_plan_clear(ts_factor_plan *plan);

#endif
