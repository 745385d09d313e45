/* SPDX-License-Identifier: GPL-2.0-or-later
 * Differences in a ring; their products are kept, so that an iteration adds one row of them. The portable lanes. */
#define DIFFERENCE_ROWS ts_ndb_difference_portable
#define NEWEST_PRODUCTS ts_ndb_newest_portable
#define COMBINE_ROWS ts_ndb_combine_portable
#include "ndb/anderson_lanes.inc"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

#if defined(__x86_64__)
#define BY_LANES(call) (__builtin_cpu_supports("avx2") ? call##_avx2 : call##_portable)
#else
#define BY_LANES(call) (call##_portable)
#endif

void ts_ndb_difference_some(const ts_ndb_newest *newest, size_t first, size_t end) {
    BY_LANES(ts_ndb_difference)(newest, first, end);
}

void ts_ndb_newest_some(const ts_ndb_newest *newest, ts_ndb_row *const *other, size_t count, size_t first, size_t end,
                        double *sum) {
    BY_LANES(ts_ndb_newest)(newest, other, count, first, end, sum);
}

void ts_ndb_combine_some(ts_ndb_row *const *row, const double *factor, size_t count, size_t first, size_t end,
                         double (*g)[3]) {
    BY_LANES(ts_ndb_combine)(row, factor, count, first, end, g);
}

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
    made.f = ts_ndb_rows_create(nodes + 1);
    made.g = ts_ndb_rows_create(nodes + 1);
    made.piece_sum = calloc(2 * TS_NDB_MOST_DEPTH * ts_ndb_pieces(nodes) + 1, sizeof *made.piece_sum);
    bool complete = made.f && made.g && made.piece_sum;
    for (int k = 0; k < depth; ++k) {
        made.df[k] = ts_ndb_rows_create(nodes + 1);
        made.dg[k] = ts_ndb_rows_create(nodes + 1);
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

/* Of a piece: the newest differences, and their products with all others and with f, two others at a time. */
static void difference_piece(ts_ndb_anderson *a, const ts_ndb_newest *newest, size_t piece) {
    const size_t first = piece * TS_NDB_PIECE, end = ts_ndb_piece_end(piece, a->nodes), used = (size_t)a->used;
    double *sum = a->piece_sum + 2 * TS_NDB_MOST_DEPTH * piece;
    ts_ndb_difference_some(newest, first, end);
    for (size_t k = 0; k < used; k += 2) {
        const size_t count = used - k < 2 ? 1 : 2;
        double two[4] = {0.0};
        ts_ndb_newest_some(newest, a->df + k, count, first, end, two);
        memcpy(sum + k, two, count * sizeof *two);
        memcpy(sum + TS_NDB_MOST_DEPTH + k, two + count, count * sizeof *two);
    }
}

/* Adds the newest differences; right[k] becomes f . df_k. */
static void add_difference(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3], double *right) {
    const int at = a->next;
    const ts_ndb_newest newest = {f, (const double(*)[3])g, a->f, a->g, a->df[at], a->dg[at]};
    a->next = (at + 1) % a->depth;
    if (a->used < a->depth) ++a->used;
    const size_t pieces = ts_ndb_pieces(a->nodes);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(a->nodes, 8))
    for (size_t k = 0; k < pieces; ++k) difference_piece(a, &newest, k);
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
    const size_t pieces = ts_ndb_pieces(a->nodes);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(a->nodes, 4))
    for (size_t k = 0; k < pieces; ++k)
        ts_ndb_combine_some(a->dg, gamma, (size_t)a->used, k * TS_NDB_PIECE, ts_ndb_piece_end(k, a->nodes), g);
}

/* The first one since it began anew: there is nothing to compare it with. */
static void remember(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3]) {
    memcpy(a->f, f, a->nodes * sizeof *a->f);
    for (size_t i = 0; i < a->nodes; ++i) memcpy(a->g[i], g[i], sizeof g[i]);
    a->has_before = true;
}

bool ts_ndb_anderson_take(ts_ndb_anderson *a, const ts_ndb_row *f, double (*g)[3]) {
    if (a->depth == 0) return false;
    if (!a->has_before) {
        remember(a, f, g);
        return false;
    }
    double gamma[TS_NDB_MOST_DEPTH];
    add_difference(a, f, g, gamma);
    if (!combine(a, gamma)) {
        ts_ndb_anderson_restart(a);
        return false;
    }
    move(a, gamma, g);
    return true;
}
