/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes gather what acts on them: the product of a constant matrix, and the slots that elements have filled. */
#ifndef TS_NDB_GATHER_H
#define TS_NDB_GATHER_H

#include "ndb/matrix.h"

/* Borrowed. */
typedef struct ts_ndb_gather {
    const ts_ndb_matrix *constant;
    const ts_ndb_row *x, *slot;
    const uint32_t *first;  /* of each place of the matrix's packed rows, in `offset`; one more */
    const uint32_t *offset; /* 4 * slot, ascending for each place */
    ts_ndb_row *force;
} ts_ndb_gather;

/* force = slots - A x of the nodes at the places [first, end), where A's rows sum to 0. Returns their part of x . A x /
 * 2 over all, about node 0. */
typedef double ts_ndb_gather_rows(const ts_ndb_gather *gather, size_t first, size_t end);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_gather_rows ts_ndb_gather_some, ts_ndb_gather_portable, ts_ndb_gather_avx2;

#endif
