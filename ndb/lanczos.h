/* SPDX-License-Identifier: GPL-2.0-or-later
 * Lanczos in blocks on the inverse of a sparse matrix, with a whole basis kept orthogonal: for the file of the modes.
 */
#ifndef TS_NDB_LANCZOS_H
#define TS_NDB_LANCZOS_H

#include "ndb/factor.h"

/* The `count` smallest eigenvalues of the factored matrix, ascending (before its shift), and eigenvectors of length 1,
 * one after the other in vector (count x unknowns). Needs more unknowns than the basis may grow to:
 * TS_NDB_LANCZOS_GROWTH x count. Its start is the same in every run. */
enum { TS_NDB_LANCZOS_GROWTH = 8 };
ts_status ts_ndb_lanczos(ts_ndb_factor *factor, size_t unknowns, size_t count, double *value, double *vector,
                         ts_error *error);

/* Eigenvalues, ascending, and eigenvectors (columns, in place of the matrix) of a symmetric n x n matrix. */
ts_status ts_ndb_eigen(size_t n, double *matrix, double *value, ts_error *error);

#endif
