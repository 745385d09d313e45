/* SPDX-License-Identifier: GPL-2.0-or-later
 * A factor of the scalar matrix over nodes that are not told, for finding modes: at run time it is not factored. */
#ifndef TS_NDB_FACTOR_H
#define TS_NDB_FACTOR_H

#include <stdint.h>

#include "ndb/matrix.h"

typedef struct ts_ndb_factor ts_ndb_factor;

/* Of (matrix - shift I) without the rows of told nodes; number[i]: the unknown of node i, -1 for told ones. */
ts_status ts_ndb_factor_create(const ts_ndb_matrix *matrix, const int32_t *number, size_t unknowns, double shift,
                               ts_ndb_factor **factor, ts_error *error);
void ts_ndb_factor_destroy(ts_ndb_factor *factor);
/* `columns` right-hand sides, one after the other; they become the solutions. */
ts_status ts_ndb_factor_solve(ts_ndb_factor *factor, size_t columns, double *right, ts_error *error);

#endif
