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

ts_status ts_ndb_anderson_init(ts_ndb_anderson *anderson, size_t nodes, int depth, ts_error *error);
void ts_ndb_anderson_clear(ts_ndb_anderson *anderson);
/* Forgets all iterations so far. */
void ts_ndb_anderson_restart(ts_ndb_anderson *anderson);
/* After an iteration that changed x by f to g: g becomes the accelerated point. Returns whether it is another one. */
bool ts_ndb_anderson_take(ts_ndb_anderson *anderson, const ts_ndb_row *f, double (*g)[3]);
/* The point before the last acceleration. */
void ts_ndb_anderson_plain(const ts_ndb_anderson *anderson, double (*g)[3]);

#endif
