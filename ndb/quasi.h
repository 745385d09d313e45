/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quasi-Newton directions of local-global iterations: L-BFGS whose first guess of the inverse Hessian is the global
 * solve (Liu et al. 2017, Quasi-Newton Methods for Real-time Simulation of Hyperelastic Materials), which needs no
 * solve of its own: what the solve makes of a combination of gradients is that combination of changes. Where the energy
 * bends downwards such a direction goes down all the same, while Anderson's acceleration goes back to where the change
 * is least: up. There a pair of points says nothing, and the step is stretched; docs/ndb.md. */
#ifndef TS_NDB_QUASI_H
#define TS_NDB_QUASI_H

#include <stdbool.h>

#include <touchstone/status.h>

#include "ndb/rows.h"

enum { TS_NDB_MOST_PAIRS = 20 };

/* Owned. r is the residual, minus the gradient of the energy, and f what the global solve makes of it. */
typedef struct ts_ndb_quasi {
    size_t nodes;
    int depth;             /* pairs that are kept; 0: it does nothing */
    int used, next;        /* of them there are; where the next one goes */
    bool has_before;       /* x, r and f of an iteration before */
    bool is_stretched;     /* the last direction was */
    double stretch;        /* so many lengths beyond its end */
    ts_ndb_row *x, *r, *f; /* of the iteration before */
    ts_ndb_row *s[TS_NDB_MOST_PAIRS], *y[TS_NDB_MOST_PAIRS],
        *d[TS_NDB_MOST_PAIRS]; /* differences of x, of -r and of f */
    double sy[TS_NDB_MOST_PAIRS][TS_NDB_MOST_PAIRS],
        yd[TS_NDB_MOST_PAIRS][TS_NDB_MOST_PAIRS]; /* s_i . y_j, y_i . d_j */
    double *piece_sum;
} ts_ndb_quasi;

/* An iteration at x. Borrowed. */
typedef struct ts_ndb_iterate_rows {
    const ts_ndb_row *x, *r, *f;
} ts_ndb_iterate_rows;

ts_status ts_ndb_quasi_init(ts_ndb_quasi *quasi, size_t nodes, int depth, ts_error *error);
void ts_ndb_quasi_clear(ts_ndb_quasi *quasi);
/* Forgets all iterations so far. */
void ts_ndb_quasi_restart(ts_ndb_quasi *quasi);
/* g = x + f becomes x plus the direction of the quasi-Newton method. Returns whether it is another point. */
bool ts_ndb_quasi_take(ts_ndb_quasi *quasi, const ts_ndb_iterate_rows *now, double (*g)[3]);
/* After a direction that raised the energy: g becomes x + f of its iteration, and what was known is forgotten. */
void ts_ndb_quasi_take_back(ts_ndb_quasi *quasi, double (*g)[3]);

#endif
