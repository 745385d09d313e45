/* SPDX-License-Identifier: GPL-2.0-or-later
 * Smoothers: which steps they make of Jacobi sweeps, and conjugate gradients. */
#include "ndb/smooth.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/random.h"
#include "core/share.h"

/* ---- Life ---- */

const char *ts_ndb_smoother_name(ts_ndb_smoother smoother) {
    static const char *const NAMES[TS_NDB_SMOOTHERS] = {"jacobi", "damped", "chebyshev", "pcg"};
    return NAMES[smoother];
}

void ts_ndb_smoothing_clear(ts_ndb_smoothing *smoothing) {
    ts_ndb_row *const rows[] = {smoothing->other, smoothing->p, smoothing->s,
                                smoothing->u,     smoothing->w, smoothing->left};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) free(rows[k]);
    free(smoothing->inverse);
    free(smoothing->full);
    free(smoothing->piece_sum);
    *smoothing = (ts_ndb_smoothing){0};
}

ts_status ts_ndb_smoothing_init(ts_ndb_smoothing *smoothing, const ts_ndb_matrix *matrix, const uint8_t *told,
                                ts_error *error) {
    const size_t n = matrix->nodes + 1;
    ts_ndb_smoothing made = {.matrix = matrix, .told = told};
    ts_ndb_row **const rows[] = {&made.other, &made.p, &made.s, &made.u, &made.w, &made.left};
    bool complete = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = ts_ndb_rows_create(n);
        complete = complete && *rows[k];
    }
    made.inverse = calloc(n, sizeof *made.inverse);
    made.full = calloc(n, sizeof *made.full);
    made.piece_sum = calloc(ts_ndb_pieces(n) + 1, sizeof *made.piece_sum);
    if (!complete || !made.inverse || !made.full || !made.piece_sum) {
        ts_ndb_smoothing_clear(&made);
        return ts_fail_memory(error, "the smoother");
    }
    *smoothing = made;
    ts_ndb_smoothing_measure(smoothing);
    return TS_OK;
}

void ts_ndb_smoothing_set(ts_ndb_smoothing *smoothing, const double *added) {
    const size_t n = smoothing->matrix->nodes;
    for (size_t i = 0; i < n; ++i) {
        smoothing->full[i] = smoothing->matrix->diagonal[i] + (added ? added[i] : 0.0);
        smoothing->inverse[i] = smoothing->told[i] ? 0.0 : 1.0 / smoothing->full[i];
    }
}

static double total(const double *sum, size_t pieces) {
    double all = 0.0;
    for (size_t k = 0; k < pieces; ++k) all += sum[k];
    return all;
}

/* ---- The largest eigenvalue ---- */

/* u made as long as 1 where D' measures. */
static void normalise(ts_ndb_smoothing *s) {
    double sum = 0.0;
    for (size_t i = 0; i < s->matrix->nodes; ++i) sum += s->full[i] * s->u[i][0] * s->u[i][0];
    const double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
    for (size_t i = 0; i < s->matrix->nodes; ++i) s->u[i][0] *= scale;
}

double ts_ndb_largest_eigenvalue(ts_ndb_smoothing *s, const double *added, int iterations) {
    const size_t n = s->matrix->nodes;
    const ts_ndb_product product = {s->matrix, s->full, (const ts_ndb_row *)s->u, s->w};
    double found = 0.0;
    ts_random random;
    ts_random_init(&random, 1, 0);
    ts_ndb_smoothing_set(s, added);
    for (size_t i = 0; i < n; ++i) {
        const double start = ts_random_between(&random, -0.5, 0.5);
        memset(s->u[i], 0, sizeof s->u[i]);
        s->u[i][0] = s->told[i] ? 0.0 : start;
    }
    for (int k = 0; k < iterations; ++k) {
        normalise(s);
        found = ts_ndb_product_some(&product, 0, n);
        for (size_t i = 0; i < n; ++i) s->u[i][0] = s->inverse[i] * s->w[i][0];
    }
    return found;
}

void ts_ndb_smoothing_measure(ts_ndb_smoothing *smoothing) {
    enum { ITERATIONS = 50 };
    smoothing->lambda_max = 1.05 * ts_ndb_largest_eigenvalue(smoothing, NULL, ITERATIONS);
}

/* ---- Sweeps ---- */

/* The factors of step k of the Chebyshev iteration on [low, high]; rho is carried from step to step. */
static void chebyshev_factors(double low, double high, int k, double *rho, ts_ndb_sweep *sweep) {
    const double half = 0.5 * (high - low), middle = 0.5 * (high + low), sigma = middle / half;
    if (k == 0) {
        *rho = 1.0 / sigma;
        sweep->alpha = 1.0 / middle;
        sweep->beta = 0.0;
        return;
    }
    const double next = 1.0 / (2.0 * sigma - *rho);
    sweep->alpha = 2.0 * next / half;
    sweep->beta = next * *rho;
    *rho = next;
}

/* What makes the factors of one sweep after the other. */
typedef struct factors {
    ts_ndb_smoother smoother;
    double most, omega, rho; /* the largest eigenvalue; of damped sweeps; of Chebyshev's */
    int made;
} factors;

static factors factors_of(const ts_ndb_smoothing *s, ts_ndb_smoother smoother) {
    const bool is_damped = smoother == TS_NDB_DAMPED && s->lambda_max > 1.9;
    return (factors){smoother, fmax(1.0, s->lambda_max), is_damped ? 1.9 / s->lambda_max : 1.0, 0.0, 0};
}

static void next_factors(factors *f, ts_ndb_sweep *sweep) {
    enum { RANGE = 30 };
    sweep->alpha = f->omega;
    sweep->beta = 0.0;
    if (f->smoother == TS_NDB_CHEBYSHEV) chebyshev_factors(f->most / (double)RANGE, f->most, f->made, &f->rho, sweep);
    ++f->made;
}

/* Sweeps that may be under way at once; four and twenty gained less (docs/ndb-tried.md). */
enum { DEEP = 8 };

/* Sweeps on one thread, each of which takes a block as soon as the one before has passed all that its rows read, while
 * the block is near. The matrix is symmetric: a block's rows are read by no others than they read, so that nobody
 * misses what the block replaces. */
static void sweep_in_a_row(const ts_ndb_sweep *sweep, size_t sweeps) {
    const ts_ndb_matrix *matrix = sweep->matrix;
    const size_t n = matrix->nodes, blocks = ts_ndb_blocks(n);
    size_t done[DEEP] = {0};
    while (done[0] < blocks) {
        for (size_t k = 0; k < sweeps; ++k) {
            size_t end = done[0] + 1;
            if (k > 0)
                for (end = done[k]; end < blocks && matrix->packed.reach[end] < done[k - 1];) ++end;
            if (end == done[k]) break;
            const size_t after = end * TS_NDB_BLOCK < n ? end * TS_NDB_BLOCK : n;
            ts_ndb_sweep_some(&sweep[k], done[k] * TS_NDB_BLOCK, after);
            done[k] = end;
        }
    }
}

static void make_sweeps_alone(const ts_ndb_sweep *common, factors *f, int sweeps, ts_ndb_row *const rows[2]) {
    for (int first = 0; first < sweeps; first += DEEP) {
        const int count = sweeps - first < DEEP ? sweeps - first : DEEP;
        ts_ndb_sweep sweep[DEEP];
        for (int k = 0; k < count; ++k) {
            sweep[k] = *common;
            sweep[k].from = (const ts_ndb_row *)rows[(first + k) % 2];
            sweep[k].to = rows[(first + k + 1) % 2];
            next_factors(f, &sweep[k]);
        }
        sweep_in_a_row(sweep, (size_t)count);
    }
}

/* Every thread makes all sweeps, each of its own pieces, and waits between them. */
static void make_sweeps_together(const ts_ndb_sweep *common, const factors *f, int sweeps, ts_ndb_row *const rows[2]) {
    const size_t n = common->matrix->nodes, pieces = ts_ndb_pieces(n);
#pragma omp parallel
    {
        factors own = *f;
        ts_ndb_sweep sweep = *common;
        for (int k = 0; k < sweeps; ++k) {
            sweep.from = (const ts_ndb_row *)rows[k % 2];
            sweep.to = rows[(k + 1) % 2];
            next_factors(&own, &sweep);
#pragma omp for schedule(static)
            for (size_t piece = 0; piece < pieces; ++piece)
                ts_ndb_sweep_some(&sweep, piece * TS_NDB_PIECE, ts_ndb_piece_end(piece, n));
        }
    }
}

static void make_sweeps(ts_ndb_smoothing *s, ts_ndb_smoother smoother, int sweeps, const ts_ndb_row *r,
                        ts_ndb_row *dx) {
    const size_t n = s->matrix->nodes;
    ts_ndb_row *const rows[2] = {dx, s->other};
    const ts_ndb_sweep common = {.matrix = s->matrix, .inverse = s->inverse, .r = r};
    factors f = factors_of(s, smoother);
    memset(s->other, 0, n * sizeof *s->other);
    if (ts_pays_to_share(n, 7))
        make_sweeps_together(&common, &f, sweeps, rows);
    else
        make_sweeps_alone(&common, &f, sweeps, rows);
    if (sweeps % 2 == 1) memcpy(dx, s->other, n * sizeof *dx);
}

/* ---- Conjugate gradients ---- */

/* With one sum per pass: Chronopoulos and Gear 1989. left: r - (H + dH) x; u = D'^-1 left; w = (H + dH) u. */
static double descend(const ts_ndb_smoothing *smoothing, const ts_ndb_descent *descent) {
    const size_t n = smoothing->matrix->nodes, pieces = ts_ndb_pieces(n);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 8))
    for (size_t k = 0; k < pieces; ++k)
        smoothing->piece_sum[k] = ts_ndb_descent_some(descent, k * TS_NDB_PIECE, ts_ndb_piece_end(k, n));
    return total(smoothing->piece_sum, pieces);
}

static double multiply(const ts_ndb_smoothing *s, const ts_ndb_row *u, ts_ndb_row *w) {
    const size_t n = s->matrix->nodes, pieces = ts_ndb_pieces(n);
    const ts_ndb_product product = {s->matrix, s->full, u, w};
#pragma omp parallel for schedule(static) if (ts_pays_to_share(n, 12))
    for (size_t k = 0; k < pieces; ++k)
        s->piece_sum[k] = ts_ndb_product_some(&product, k * TS_NDB_PIECE, ts_ndb_piece_end(k, n));
    return total(s->piece_sum, pieces);
}

/* What is left of r before the first step; alpha = 0 makes u of it. */
static double begin(ts_ndb_smoothing *s, const ts_ndb_descent *descent, const ts_ndb_row *r) {
    const size_t n = s->matrix->nodes;
    multiply(s, (const ts_ndb_row *)descent->x, s->w);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 4; ++c) s->left[i][c] = r[i][c] - s->w[i][c];
    memset(s->u, 0, n * sizeof *s->u);
    memset(s->p, 0, n * sizeof *s->p);
    memset(s->s, 0, n * sizeof *s->s);
    memset(s->w, 0, n * sizeof *s->w);
    return descend(s, descent);
}

static void conjugate(ts_ndb_smoothing *s, int sweeps, const ts_ndb_row *r, ts_ndb_row *dx) {
    static const double ENOUGH = 1e-30; /* of the first left . u: nothing but rounding */
    ts_ndb_descent descent = {.inverse = s->inverse,
                              .w = (const ts_ndb_row *)s->w,
                              .u = s->u,
                              .p = s->p,
                              .s = s->s,
                              .x = dx,
                              .left = s->left};
    double size = begin(s, &descent, r);
    const double first = size;
    for (int k = 0; k < sweeps && size > ENOUGH * first; ++k) {
        const double curvature = multiply(s, (const ts_ndb_row *)s->u, s->w);
        const double between = k == 0 ? curvature : curvature - descent.beta * size / descent.alpha;
        if (!(between > 0.0)) return;
        descent.alpha = size / between;
        const double now = descend(s, &descent);
        descent.beta = now / size;
        size = now;
    }
}

void ts_ndb_smooth(ts_ndb_smoothing *smoothing, ts_ndb_smoother smoother, int sweeps, const ts_ndb_row *r,
                   ts_ndb_row *dx) {
    if (smoother == TS_NDB_PCG)
        conjugate(smoothing, sweeps, r, dx);
    else
        make_sweeps(smoothing, smoother, sweeps, r, dx);
}
