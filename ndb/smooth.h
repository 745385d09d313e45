/* SPDX-License-Identifier: GPL-2.0-or-later
 * Smoothing of (H + dH) dx = r, dH diagonal, for a dx that the subspace has made already. Nodes that are told where to
 * be have no row: their dx is 0. Everything is a matter of one Jacobi sweep,
 *     x_J = D'^-1 (r - (H - D) x),  D' = D + dH, D the diagonal of H,
 * two of which are one sweep of A-Jacobi of order 2 (Lan et al. 2024, eq. 17). */
#ifndef TS_NDB_SMOOTH_H
#define TS_NDB_SMOOTH_H

#include <stdint.h>

#include "ndb/matrix.h"

typedef enum ts_ndb_smoother {
    TS_NDB_JACOBI = 0, /* x = x_J: the paper's */
    TS_NDB_DAMPED,     /* omega x + (1 - omega) x_J, omega = 1 - 1.9/lambda_max where that is above 0 */
    TS_NDB_CHEBYSHEV,  /* polynomial on [lambda_max/30, lambda_max] */
    TS_NDB_PCG,        /* conjugate gradients with the diagonal as preconditioner */
    TS_NDB_SMOOTHERS
} ts_ndb_smoother;

/* "jacobi", "damped", "chebyshev", "pcg". */
const char *ts_ndb_smoother_name(ts_ndb_smoother smoother);

/* All rows are of matrix->nodes nodes. Owned. */
typedef struct ts_ndb_smoothing {
    const ts_ndb_matrix *matrix; /* H; borrowed */
    const uint8_t *told;         /* borrowed */
    double lambda_max;           /* an upper bound of the largest eigenvalue of D^-1 H over nodes that are not told */
    double *inverse;             /* 1/D'; 0 for told nodes */
    double *full;                /* D' */
    ts_ndb_row *other, *p, *s, *u, *w, *left;
    double *piece_sum;
} ts_ndb_smoothing;

ts_status ts_ndb_smoothing_init(ts_ndb_smoothing *smoothing, const ts_ndb_matrix *matrix, const uint8_t *told,
                                ts_error *error);
void ts_ndb_smoothing_clear(ts_ndb_smoothing *smoothing);
/* After told has changed: finds lambda_max by 50 power iterations, times 1.05. For any diagonal dH >= 0 the largest
 * eigenvalue of D'^-1 (H + dH) is at most the larger of 1 and this. */
void ts_ndb_smoothing_measure(ts_ndb_smoothing *smoothing);
/* Largest eigenvalue by power iterations, with dH; NULL: none. A lower bound of it. */
double ts_ndb_largest_eigenvalue(ts_ndb_smoothing *smoothing, const double *added, int iterations);

/* The dH of the sweeps to come; NULL: none. */
void ts_ndb_smoothing_set(ts_ndb_smoothing *smoothing, const double *added);
/* Makes `sweeps` sweeps on dx. r: not of told nodes (0 there). */
void ts_ndb_smooth(ts_ndb_smoothing *smoothing, ts_ndb_smoother smoother, int sweeps, const ts_ndb_row *r,
                   ts_ndb_row *dx);

/* ---- The sweep in lanes ---- */

/* to = from + alpha (x_J - from) + beta (from - to): what `to` has is the iterate before, so that a step needs no row
 * of its own. */
typedef struct ts_ndb_sweep {
    const ts_ndb_matrix *matrix;
    const double *inverse;
    const ts_ndb_row *r, *from;
    ts_ndb_row *to;
    double alpha, beta;
} ts_ndb_sweep;

/* w = (H + dH) u with the diagonal `full` in the place of H's. */
typedef struct ts_ndb_product {
    const ts_ndb_matrix *matrix;
    const double *full;
    const ts_ndb_row *u;
    ts_ndb_row *w;
} ts_ndb_product;

/* A step of conjugate gradients but for its product: p = u + beta p, s = w + beta s, x += alpha p, left -= alpha s,
 * u = inverse left. */
typedef struct ts_ndb_descent {
    const double *inverse;
    const ts_ndb_row *w;
    ts_ndb_row *u, *p, *s, *x, *left;
    double alpha, beta;
} ts_ndb_descent;

/* Of the nodes [first, end). Returns left . u over them. */
typedef double ts_ndb_descent_rows(const ts_ndb_descent *descent, size_t first, size_t end);
/* Of the nodes at the places [first, end) of the packed rows. The product returns u . w over them. */
typedef void ts_ndb_sweep_rows(const ts_ndb_sweep *sweep, size_t first, size_t end);
typedef double ts_ndb_product_rows(const ts_ndb_product *product, size_t first, size_t end);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_sweep_rows ts_ndb_sweep_some, ts_ndb_sweep_portable, ts_ndb_sweep_avx2;
ts_ndb_product_rows ts_ndb_product_some, ts_ndb_product_portable, ts_ndb_product_avx2;
ts_ndb_descent_rows ts_ndb_descent_some, ts_ndb_descent_portable, ts_ndb_descent_avx2;

#endif
