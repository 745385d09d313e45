/* SPDX-License-Identifier: GPL-2.0-or-later
 * The small system: summed over pieces in their order, factored and solved in place. */
#include "ndb/subspace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

void ts_ndb_subspace_clear(ts_ndb_subspace *subspace) {
    free(subspace->value);
    free(subspace->vector);
    free(subspace->q);
    free(subspace->matrix);
    free(subspace->pieces);
    *subspace = (ts_ndb_subspace){0};
}

ts_status ts_ndb_subspace_init(ts_ndb_subspace *subspace, const ts_ndb_modes *modes, int count, ts_error *error) {
    enum { WHOLE = 8 };
    ts_ndb_subspace made = {.nodes = modes->nodes};
    made.count = (size_t)(count < modes->count ? count : modes->count);
    made.stride = (made.count + WHOLE - 1) / WHOLE * WHOLE;
    const size_t n = made.stride, room = n > 4 ? n * n : 4 * n;
    made.value = malloc((n + 1) * sizeof *made.value);
    made.vector = (double *)ts_ndb_rows_create(made.nodes * n / 4 + 1);
    made.q = ts_ndb_rows_create(n + 1);
    made.matrix = calloc(n * n + 1, sizeof *made.matrix);
    made.pieces = calloc(ts_ndb_pieces(made.nodes) * room + 1, sizeof *made.pieces);
    if (!made.value || !made.vector || !made.q || !made.matrix || !made.pieces) {
        ts_ndb_subspace_clear(&made);
        return ts_fail_memory(error, "the subspace");
    }
    for (size_t k = 0; k < n; ++k) made.value[k] = k < made.count ? modes->value[k] : 1.0;
    for (size_t i = 0; i < made.nodes; ++i)
        memcpy(made.vector + i * n, modes->vector + i * (size_t)modes->stride, made.count * sizeof *made.vector);
    *subspace = made;
    return TS_OK;
}

/* ---- The matrix ---- */

static void sum_squares(ts_ndb_subspace *s, const ts_ndb_added *added) {
    const size_t n = s->stride, pieces = ts_ndb_pieces(added->count);
    const ts_ndb_basis basis = {n, s->vector};
#pragma omp parallel for schedule(static) if (ts_pays_to_share(added->count, 15))
    for (size_t k = 0; k < pieces; ++k) {
        double *sum = s->pieces + k * n * n;
        memset(sum, 0, n * n * sizeof *sum);
        ts_ndb_square_some(&basis, added, k * TS_NDB_PIECE, ts_ndb_piece_end(k, added->count), sum);
    }
    memset(s->matrix, 0, n * n * sizeof *s->matrix);
    for (size_t k = 0; k < pieces; ++k)
        for (size_t e = 0; e < n * n; ++e) s->matrix[e] += s->pieces[k * n * n + e];
}

/* Cholesky's factor of the lower triangle, in place; positive definite by construction. Column by column, each taken
 * from all that is to its right, so that no product waits for the one before. */
static void factorize(double *a, size_t n, double *column) {
    for (size_t k = 0; k < n; ++k) {
        const double pivot = sqrt(a[k * n + k]);
        a[k * n + k] = pivot;
        for (size_t i = k + 1; i < n; ++i) {
            const double factor = a[i * n + k] / pivot;
            a[i * n + k] = column[i] = factor;
            for (size_t j = k + 1; j <= i; ++j) a[i * n + j] -= factor * column[j];
        }
    }
}

double ts_ndb_subspace_entry(const ts_ndb_subspace *subspace, size_t i, size_t j) {
    double sum = 0.0; /* of the factor's rows */
    if (subspace->is_diagonal) return sum;
    for (size_t k = 0; k <= j; ++k)
        sum += subspace->matrix[i * subspace->stride + k] * subspace->matrix[j * subspace->stride + k];
    return i == j ? sum - subspace->value[i] : sum;
}

void ts_ndb_subspace_set(ts_ndb_subspace *s, const ts_ndb_added *added) {
    if (s->count == 0) return;
    s->is_diagonal = !added->value || added->count == 0;
    if (s->is_diagonal) return;
    sum_squares(s, added);
    for (size_t k = 0; k < s->stride; ++k) s->matrix[k * s->stride + k] += s->value[k];
    factorize(s->matrix, s->stride, s->pieces);
}

/* ---- The solve ---- */

static void project(ts_ndb_subspace *s, const ts_ndb_row *r) {
    const size_t n = s->stride, pieces = ts_ndb_pieces(s->nodes);
    const ts_ndb_basis basis = {n, s->vector};
#pragma omp parallel for schedule(static) if (ts_pays_to_share(s->nodes, 20))
    for (size_t k = 0; k < pieces; ++k) {
        double *sum = s->pieces + k * 4 * n;
        memset(sum, 0, 4 * n * sizeof *sum);
        ts_ndb_project_some(&basis, k * TS_NDB_PIECE, ts_ndb_piece_end(k, s->nodes), r, sum);
    }
    memset(s->q, 0, n * sizeof *s->q);
    for (size_t k = 0; k < pieces; ++k)
        for (size_t c = 0; c < 3; ++c)
            for (size_t e = 0; e < n; ++e) s->q[e][c] += s->pieces[k * 4 * n + c * n + e];
}

/* The three components side by side. */
static void subtract(ts_ndb_row to, double factor, const ts_ndb_row from) {
    for (int c = 0; c < 4; ++c) to[c] -= factor * from[c];
}

static void substitute(const double *factor, size_t n, ts_ndb_row *q) {
    for (size_t i = 0; i < n; ++i) {
        for (size_t k = 0; k < i; ++k) subtract(q[i], factor[i * n + k], q[k]);
        for (int c = 0; c < 4; ++c) q[i][c] /= factor[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; ++k) subtract(q[i], factor[k * n + i], q[k]);
        for (int c = 0; c < 4; ++c) q[i][c] /= factor[i * n + i];
    }
}

void ts_ndb_subspace_solve(ts_ndb_subspace *s, const ts_ndb_row *r, ts_ndb_row *dx) {
    if (s->count == 0) {
        memset(dx, 0, s->nodes * sizeof *dx);
        return;
    }
    project(s, r);
    if (s->is_diagonal) {
        for (size_t k = 0; k < s->stride; ++k)
            for (int c = 0; c < 4; ++c) s->q[k][c] /= s->value[k];
    } else {
        substitute(s->matrix, s->stride, s->q);
    }
    double *by_component = s->pieces; /* done with */
    for (size_t c = 0; c < 3; ++c)
        for (size_t k = 0; k < s->stride; ++k) by_component[c * s->stride + k] = s->q[k][c];
    const size_t pieces = ts_ndb_pieces(s->nodes);
    const ts_ndb_basis basis = {s->stride, s->vector};
#pragma omp parallel for schedule(static) if (ts_pays_to_share(s->nodes, 12))
    for (size_t k = 0; k < pieces; ++k)
        ts_ndb_prolong_some(&basis, k * TS_NDB_PIECE, ts_ndb_piece_end(k, s->nodes), by_component, dx);
}
