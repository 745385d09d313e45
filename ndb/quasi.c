/* SPDX-License-Identifier: GPL-2.0-or-later
 * L-BFGS in two loops over products of the pairs that are kept, so that rows are read twice: for a new pair's products,
 * and for the combination. */
#include "ndb/quasi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

/* A direction is stretched by one length where the energy bends downwards, by twice as many the next time, up to this;
 * by a quarter after one that raised the energy. */
static const double LAST_STRETCH = 64.0;
/* s . y over y . (-d), the square of a change of f in the norm of H: curvature below this is none. */
static const double LEAST_CURVATURE = 1e-10;

/* Sums over the rows of a piece for each pair k, and the newest pair n. */
typedef enum ts_ndb_sum { NEW_S_Y, S_NEW_Y, NEW_Y_D, Y_NEW_D, S_R, Y_F, SUMS } ts_ndb_sum;

void ts_ndb_quasi_clear(ts_ndb_quasi *q) {
    for (int k = 0; k < TS_NDB_MOST_PAIRS; ++k) {
        free(q->s[k]);
        free(q->y[k]);
        free(q->d[k]);
    }
    free(q->x);
    free(q->r);
    free(q->f);
    free(q->piece_sum);
    *q = (ts_ndb_quasi){0};
}

ts_status ts_ndb_quasi_init(ts_ndb_quasi *q, size_t nodes, int depth, ts_error *error) {
    ts_ndb_quasi made = {.nodes = nodes, .depth = depth};
    bool complete = true;
    if (depth > 0) {
        made.x = ts_ndb_rows_create(nodes + 1);
        made.r = ts_ndb_rows_create(nodes + 1);
        made.f = ts_ndb_rows_create(nodes + 1);
        made.piece_sum = calloc(SUMS * TS_NDB_MOST_PAIRS * ts_ndb_pieces(nodes) + 1, sizeof *made.piece_sum);
        complete = made.x && made.r && made.f && made.piece_sum;
    }
    for (int k = 0; k < depth; ++k) {
        made.s[k] = ts_ndb_rows_create(nodes + 1);
        made.y[k] = ts_ndb_rows_create(nodes + 1);
        made.d[k] = ts_ndb_rows_create(nodes + 1);
        complete = complete && made.s[k] && made.y[k] && made.d[k];
    }
    if (!complete) {
        ts_ndb_quasi_clear(&made);
        return ts_fail_memory(error, "the quasi-Newton directions");
    }
    *q = made;
    return TS_OK;
}

void ts_ndb_quasi_restart(ts_ndb_quasi *q) {
    q->used = q->next = 0;
    q->has_before = q->is_stretched = false;
    q->stretch = 0.0;
}

void ts_ndb_quasi_take_back(ts_ndb_quasi *q, double (*g)[3]) {
    for (size_t i = 0; i < q->nodes; ++i)
        for (int c = 0; c < 3; ++c) g[i][c] = q->x[i][c] + q->f[i][c];
    const double stretch = q->is_stretched ? 0.25 * q->stretch : 0.0;
    ts_ndb_quasi_restart(q);
    q->stretch = stretch < 1.0 ? 0.0 : stretch;
}

/* ---- A new pair ---- */

static double dot(const ts_ndb_row *a, const ts_ndb_row *b, size_t first, size_t end) {
    double sum[3] = {0.0};
    for (size_t i = first; i < end; ++i)
        for (int c = 0; c < 3; ++c) sum[c] += a[i][c] * b[i][c];
    return sum[0] + sum[1] + sum[2];
}

/* Of a piece: the newest differences, what was newest before, and all sums. */
static void pair_piece(ts_ndb_quasi *q, const ts_ndb_iterate_rows *now, int count, size_t piece) {
    const size_t first = piece * TS_NDB_PIECE, end = ts_ndb_piece_end(piece, q->nodes);
    const int n = q->next;
    for (size_t i = first; q->has_before && i < end; ++i) {
        for (int c = 0; c < 3; ++c) {
            q->s[n][i][c] = now->x[i][c] - q->x[i][c];
            q->y[n][i][c] = q->r[i][c] - now->r[i][c];
            q->d[n][i][c] = now->f[i][c] - q->f[i][c];
        }
    }
    memcpy(q->x + first, now->x + first, (end - first) * sizeof *q->x);
    memcpy(q->r + first, now->r + first, (end - first) * sizeof *q->r);
    memcpy(q->f + first, now->f + first, (end - first) * sizeof *q->f);
    double(*sum)[TS_NDB_MOST_PAIRS] = (double(*)[TS_NDB_MOST_PAIRS])q->piece_sum + SUMS * piece;
    for (int k = 0; k < count; ++k) {
        sum[NEW_S_Y][k] = dot(q->s[n], q->y[k], first, end);
        sum[S_NEW_Y][k] = dot(q->s[k], q->y[n], first, end);
        sum[NEW_Y_D][k] = dot(q->y[n], q->d[k], first, end);
        sum[Y_NEW_D][k] = dot(q->y[k], q->d[n], first, end);
        sum[S_R][k] = dot(q->s[k], now->r, first, end);
        sum[Y_F][k] = dot(q->y[k], now->f, first, end);
    }
}

static double total(const ts_ndb_quasi *q, ts_ndb_sum which, int pair) {
    double sum = 0.0;
    for (size_t p = 0; p < ts_ndb_pieces(q->nodes); ++p)
        sum += q->piece_sum[(SUMS * p + which) * TS_NDB_MOST_PAIRS + (size_t)pair];
    return sum;
}

/* Keeps the newest pair unless the energy bends downwards along it. Where all places are taken its rows have been
 * written over those of the oldest one, which is lost either way. */
static bool keep_pair(ts_ndb_quasi *q) {
    const int n = q->next;
    const double curvature = total(q, NEW_S_Y, n);
    if (!(curvature > -LEAST_CURVATURE * total(q, NEW_Y_D, n)) || !(curvature > 0.0)) {
        if (q->used == q->depth) --q->used;
        return false;
    }
    q->next = (n + 1) % q->depth;
    if (q->used < q->depth) ++q->used;
    for (int k = 0; k < q->used; ++k) {
        q->sy[n][k] = total(q, NEW_S_Y, k);
        q->sy[k][n] = total(q, S_NEW_Y, k);
        q->yd[n][k] = total(q, NEW_Y_D, k);
        q->yd[k][n] = total(q, Y_NEW_D, k);
    }
    return true;
}

/* ---- The direction ---- */

/* The pair that is the k-th newest, from 0. */
static int newest(const ts_ndb_quasi *q, int k) {
    return (q->next - 1 - k + 2 * q->depth) % q->depth;
}

/* The two loops: the direction is f + the sum of alpha d + (alpha - beta) s. Liu et al. 2017, Algorithm 1. */
static void find_factors(const ts_ndb_quasi *q, double *alpha, double *beta) {
    for (int k = 0; k < q->used; ++k) {
        const int i = newest(q, k);
        double sum = total(q, S_R, i);
        for (int m = 0; m < k; ++m) sum -= alpha[newest(q, m)] * q->sy[i][newest(q, m)];
        alpha[i] = sum / q->sy[i][i];
    }
    for (int k = q->used; k-- > 0;) {
        const int i = newest(q, k);
        double sum = total(q, Y_F, i);
        for (int m = 0; m < q->used; ++m) sum += alpha[newest(q, m)] * q->yd[i][newest(q, m)];
        for (int m = q->used - 1; m > k; --m) {
            const int j = newest(q, m);
            sum += (alpha[j] - beta[j]) * q->sy[j][i];
        }
        beta[i] = sum / q->sy[i][i];
    }
}

static void move_piece(const ts_ndb_quasi *q, const double *alpha, const double *beta, double (*g)[3], size_t piece) {
    const size_t first = piece * TS_NDB_PIECE, end = ts_ndb_piece_end(piece, q->nodes);
    for (int m = 0; m < q->used; ++m) {
        const int k = newest(q, m);
        const double a = alpha[k], b = alpha[k] - beta[k];
        for (size_t i = first; i < end; ++i)
            for (int c = 0; c < 3; ++c) g[i][c] += a * q->d[k][i][c] + b * q->s[k][i][c];
    }
    if (!q->is_stretched) return;
    for (size_t i = first; i < end; ++i)
        for (int c = 0; c < 3; ++c) g[i][c] += q->stretch * (g[i][c] - q->x[i][c]);
}

bool ts_ndb_quasi_take(ts_ndb_quasi *q, const ts_ndb_iterate_rows *now, double (*g)[3]) {
    if (q->depth == 0) return false;
    const size_t pieces = ts_ndb_pieces(q->nodes);
    const int count = !q->has_before ? 0 : q->used < q->depth ? q->used + 1 : q->depth;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(q->nodes, 16))
    for (size_t k = 0; k < pieces; ++k) pair_piece(q, now, count, k);
    const bool had_before = q->has_before;
    q->has_before = true;
    if (!had_before) return false;
    q->is_stretched = !keep_pair(q);
    q->stretch = q->is_stretched ? fmin(fmax(2.0 * q->stretch, 1.0), LAST_STRETCH) : 0.0;
    if (q->used == 0 && !q->is_stretched) return false;
    double alpha[TS_NDB_MOST_PAIRS] = {0.0}, beta[TS_NDB_MOST_PAIRS] = {0.0};
    find_factors(q, alpha, beta);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(q->nodes, 16))
    for (size_t k = 0; k < pieces; ++k) move_piece(q, alpha, beta, g, k);
    return true;
}
