/* SPDX-License-Identifier: GPL-2.0-or-later
 * The solve in the space of the softest modes, as a correction of what there is:
 *     q = (Lambda + V^T dH V)^-1 V^T r,   dx = V q
 * (Lan et al. 2024, equations 18 and 19, in the form of a coarse grid's step; docs/ndb.md). */
#ifndef TS_NDB_SUBSPACE_H
#define TS_NDB_SUBSPACE_H

#include <stdbool.h>

#include "ndb/modes.h"

/* Owned. */
typedef struct ts_ndb_subspace {
    size_t nodes;
    size_t count, stride; /* as in ts_ndb_modes; the first of its modes */
    double *value;        /* of each of `stride` */
    double *vector;       /* stride * nodes */
    ts_ndb_row *q;        /* stride */
    bool is_diagonal;     /* contact adds nothing: only `value` counts */
    double *matrix;       /* else the factor: stride x stride, its lower triangle by rows */
    double *pieces;       /* sums of pieces: stride x 4, or stride x stride, each */
} ts_ndb_subspace;

/* With the first `count` modes, or as many as there are; none: solve makes dx = 0. */
ts_status ts_ndb_subspace_init(ts_ndb_subspace *subspace, const ts_ndb_modes *modes, int count, ts_error *error);
void ts_ndb_subspace_clear(ts_ndb_subspace *subspace);

/* What contact adds to the diagonal, and where it is not 0. */
typedef struct ts_ndb_added {
    size_t count;
    const int32_t *node; /* ascending */
    const double *value; /* of every node, N/m; NULL: none */
} ts_ndb_added;

/* The matrix Lambda + V^T dH V, for the solves to come. */
void ts_ndb_subspace_set(ts_ndb_subspace *subspace, const ts_ndb_added *added);
/* dx = V (Lambda + V^T dH V)^-1 V^T r */
void ts_ndb_subspace_solve(ts_ndb_subspace *subspace, const ts_ndb_row *r, ts_ndb_row *dx);
/* V^T dH V as it was set last, without Lambda: entry (i, j), j <= i. For tests, before ts_ndb_subspace_solve. */
double ts_ndb_subspace_entry(const ts_ndb_subspace *subspace, size_t i, size_t j);

/* ---- In lanes ---- */

/* Rows of `stride` numbers of each node, stride a multiple of 8. */
typedef struct ts_ndb_basis {
    size_t stride;
    const double *vector;
} ts_ndb_basis;

/* sum[k] += V_ik r_i over the nodes [first, end); sum: 4 rows of `stride`, by component. */
typedef void ts_ndb_project_rows(const ts_ndb_basis *basis, size_t first, size_t end, const ts_ndb_row *r, double *sum);
/* dx_i = sum_k V_ik q_k; q: 3 rows of `stride`, by component. */
typedef void ts_ndb_prolong_rows(const ts_ndb_basis *basis, size_t first, size_t end, const double *q, ts_ndb_row *dx);
/* sum[i][j] += dH_v V_vi V_vj, j <= i at least, over the nodes added->node[first .. end - 1]. */
typedef void ts_ndb_square_rows(const ts_ndb_basis *basis, const ts_ndb_added *added, size_t first, size_t end,
                                double *sum);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_project_rows ts_ndb_project_some, ts_ndb_project_portable, ts_ndb_project_avx2;
ts_ndb_prolong_rows ts_ndb_prolong_some, ts_ndb_prolong_portable, ts_ndb_prolong_avx2;
ts_ndb_square_rows ts_ndb_square_some, ts_ndb_square_portable, ts_ndb_square_avx2;

#endif
