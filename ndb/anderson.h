/* SPDX-License-Identifier: GPL-2.0-or-later
 * Anderson's acceleration of local-global iterations, which the method does not have: from the last few iterations
 * x -> G(x) it takes the combination whose changes f = G(x) - x would have come nearest to 0 (Peng et al. 2018,
 * Anderson Acceleration for Geometry Optimization and Physics Simulation; docs/ndb.md). */
#ifndef TS_NDB_ANDERSON_H
#define TS_NDB_ANDERSON_H

#include <stdbool.h>

#include <touchstone/status.h>

#include "ndb/rows.h"

enum { TS_NDB_MOST_DEPTH = 20 };

/* Owned. */
typedef struct ts_ndb_anderson {
    size_t nodes;
    int depth;                                                 /* differences that are kept; 0: it does nothing */
    int used, next;                                            /* of them there are; where the next one goes */
    bool has_before;                                           /* f and g of an iteration before */
    ts_ndb_row *f, *g;                                         /* of it */
    ts_ndb_row *df[TS_NDB_MOST_DEPTH], *dg[TS_NDB_MOST_DEPTH]; /* differences of neighbouring iterations */
    double gram[TS_NDB_MOST_DEPTH][TS_NDB_MOST_DEPTH];         /* df_i . df_j */
    double *piece_sum;
} ts_ndb_anderson;

/* Of the newest iteration, x -> g = x + f, and of the one before. Borrowed. */
typedef struct ts_ndb_newest {
    const ts_ndb_row *f;
    const double (*g)[3];
    ts_ndb_row *f_before, *g_before, *df, *dg;
} ts_ndb_newest;

/* The rows [first, end): df and dg become what has changed, and what was newest is from now on before. */
typedef void ts_ndb_difference_rows(const ts_ndb_newest *newest, size_t first, size_t end);
/* sum[k] += df . other[k] and sum[count + k] += f . other[k], k < count <= 2, over the rows [first, end). */
typedef void ts_ndb_newest_products(const ts_ndb_newest *newest, ts_ndb_row *const *other, size_t count, size_t first,
                                    size_t end, double *sum);
/* g -= the sum of factor[k] row[k] over k < count, each row of [first, end). */
typedef void ts_ndb_combine_rows(ts_ndb_row *const *row, const double *factor, size_t count, size_t first, size_t end,
                                 double (*g)[3]);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_difference_rows ts_ndb_difference_some, ts_ndb_difference_portable, ts_ndb_difference_avx2;
ts_ndb_newest_products ts_ndb_newest_some, ts_ndb_newest_portable, ts_ndb_newest_avx2;
ts_ndb_combine_rows ts_ndb_combine_some, ts_ndb_combine_portable, ts_ndb_combine_avx2;

ts_status ts_ndb_anderson_init(ts_ndb_anderson *anderson, size_t nodes, int depth, ts_error *error);
void ts_ndb_anderson_clear(ts_ndb_anderson *anderson);
/* Forgets all iterations so far. */
void ts_ndb_anderson_restart(ts_ndb_anderson *anderson);
/* After an iteration that changed x by f to g: g becomes the accelerated point. Returns whether it is another one. */
bool ts_ndb_anderson_take(ts_ndb_anderson *anderson, const ts_ndb_row *f, double (*g)[3]);
/* The point before the last acceleration. */
void ts_ndb_anderson_plain(const ts_ndb_anderson *anderson, double (*g)[3]);

#endif
