/* SPDX-License-Identifier: GPL-2.0-or-later
 * Differences in a ring; their products are kept, so that an iteration adds one row of them. */
#include "ndb/anderson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

/* Of the products, what their diagonal is made larger by. */
static const double RIDGE = 1e-12;

void ts_ndb_anderson_clear(ts_ndb_anderson *a) {
    for (int k = 0; k < TS_NDB_MOST_DEPTH; ++k) {
        free(a->df[k]);
        free(a->dg[k]);
    }
    free(a->f);
    free(a->g);
    free(a->piece_sum);
    *a = (ts_ndb_anderson){0};
}

ts_status ts_ndb_anderson_init(ts_ndb_anderson *a, size_t nodes, int depth, ts_error *error) {
    ts_ndb_anderson made = {.nodes = nodes, .depth = depth};
    made.f = calloc(nodes + 1, sizeof *made.f);
    made.g = calloc(nodes + 1, sizeof *made.g);
    made.piece_sum = calloc(2 * TS_NDB_MOST_DEPTH * ts_ndb_pieces(nodes) + 1, sizeof *made.piece_sum);
    bool complete = made.f && made.g && made.piece_sum;
    for (int k = 0; k < depth; ++k) {
        made.df[k] = calloc(nodes + 1, sizeof *made.df[k]);
        made.dg[k] = calloc(nodes + 1, sizeof *made.dg[k]);
        complete = complete && made.df[k] && made.dg[k];
    }
    if (!complete) {
        ts_ndb_anderson_clear(&made);
        return ts_fail_memory(error, "the acceleration of iterations");
    }
    *a = made;
    return TS_OK;
}

void ts_ndb_anderson_restart(ts_ndb_anderson *a) {
    a->used = a->next = 0;
    a->has_before = false;
}

void ts_ndb_anderson_plain(const ts_ndb_anderson *a, double (*g)[3]) {
    for (size_t i = 0; i < a->nodes; ++i) memcpy(g[i], a->g[i], sizeof g[i]);
}

/* ---- Sums ---- */

static double dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Of a piece: the newest differences, which go to place `at`, and their products with all others and with f. */
static void difference_piece(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3], int at, size_t piece) {
    double *sum = a->piece_sum + 2 * TS_NDB_MOST_DEPTH * piece;
    memset(sum, 0, 2 * TS_NDB_MOST_DEPTH * sizeof *sum);
    for (size_t i = piece * TS_NDB_PIECE; i < ts_ndb_piece_end(piece, a->nodes); ++i) {
        for (int c = 0; c < 3; ++c) {
            a->df[at][i][c] = f[i][c] - a->f[i][c];
            a->dg[at][i][c] = g[i][c] - a->g[i][c];
        }
        for (int k = 0; k < a->used; ++k) {
            sum[k] += dot(a->df[at][i], a->df[k][i]);
            sum[TS_NDB_MOST_DEPTH + k] += dot(f[i], a->df[k][i]);
        }
    }
}

/* Adds the newest differences; right[k] becomes f . df_k. */
static void add_difference(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3], double *right) {
    const int at = a->next;
    a->next = (at + 1) % a->depth;
    if (a->used < a->depth) ++a->used;
    const size_t pieces = ts_ndb_pieces(a->nodes);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(a->nodes, 10))
    for (size_t k = 0; k < pieces; ++k) difference_piece(a, f, g, at, k);
    for (int k = 0; k < a->used; ++k) {
        double product = 0.0;
        right[k] = 0.0;
        for (size_t p = 0; p < pieces; ++p) {
            product += a->piece_sum[2 * TS_NDB_MOST_DEPTH * p + (size_t)k];
            right[k] += a->piece_sum[2 * TS_NDB_MOST_DEPTH * p + TS_NDB_MOST_DEPTH + (size_t)k];
        }
        a->gram[at][k] = a->gram[k][at] = product;
    }
}

/* gamma = (gram + ridge)^-1 right, by Cholesky; false when differences are all but dependent. */
static bool combine(const ts_ndb_anderson *a, double *gamma) {
    const int n = a->used;
    double l[TS_NDB_MOST_DEPTH][TS_NDB_MOST_DEPTH];
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = a->gram[i][j] * (i == j ? 1.0 + RIDGE : 1.0);
            for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
            if (i == j && !(sum > 1e-14 * a->gram[i][i])) return false;
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) gamma[i] -= l[i][k] * gamma[k];
        gamma[i] /= l[i][i];
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; ++k) gamma[i] -= l[k][i] * gamma[k];
        gamma[i] /= l[i][i];
    }
    return true;
}

static void move(const ts_ndb_anderson *a, const double *gamma, double (*g)[3]) {
#pragma omp parallel for schedule(static) if (ts_pays_to_share(a->nodes, 4))
    for (size_t i = 0; i < a->nodes; ++i) {
        for (int k = 0; k < a->used; ++k)
            for (int c = 0; c < 3; ++c) g[i][c] -= gamma[k] * a->dg[k][i][c];
    }
}

bool ts_ndb_anderson_take(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3]) {
    if (a->depth == 0) return false;
    double gamma[TS_NDB_MOST_DEPTH];
    const bool has_before = a->has_before;
    if (has_before) add_difference(a, f, g, gamma);
    memcpy(a->f, f, a->nodes * sizeof *a->f);
    for (size_t i = 0; i < a->nodes; ++i) memcpy(a->g[i], g[i], sizeof g[i]);
    a->has_before = true;
    if (!has_before) return false;
    if (!combine(a, gamma)) {
        ts_ndb_anderson_restart(a);
        return false;
    }
    move(a, gamma, g);
    return true;
}
