/* SPDX-License-Identifier: GPL-2.0-or-later
 * Modes: over the unknowns, densely or by Lanczos, then as rows of nodes. */
#include "ndb/modes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "core/error.h"
#include "ndb/lanczos.h"

/* The shift of the factor: below every eigenvalue, since no row sum is smaller. A part of it is left out so that
 * the factor stays far from singular. */
static const double SHIFT = 0.9;
enum { DENSE = 400 };

typedef struct unknowns {
    size_t count;
    int32_t *number; /* of each node, -1 for told ones */
    double least;    /* a lower bound of the eigenvalues */
} unknowns;

static ts_status number_unknowns(const ts_ndb_matrix *matrix, const uint8_t *told, unknowns *out, ts_error *error) {
    *out = (unknowns){.least = INFINITY, .number = malloc((matrix->nodes + 1) * sizeof *out->number)};
    if (!out->number) return ts_fail_memory(error, "the unknowns of the modes");
    for (size_t i = 0; i < matrix->nodes; ++i) {
        out->number[i] = told[i] ? -1 : (int32_t)out->count++;
        double row = matrix->diagonal[i];
        for (size_t k = matrix->first[i]; k < matrix->first[i + 1]; ++k) row += matrix->value[k];
        if (!told[i]) out->least = fmin(out->least, row);
    }
    return TS_OK;
}

/* All eigenvectors; the first `count` are kept, as Lanczos gives them. */
static ts_status find_densely(const ts_ndb_matrix *matrix, const unknowns *u, size_t count, double *value,
                              double *vector, ts_error *error) {
    const size_t n = u->count;
    double *dense = calloc(n * n + 1, sizeof *dense), *all = malloc((n + 1) * sizeof *all);
    ts_status status = dense && all ? TS_OK : ts_fail_memory(error, "the modes");
    for (size_t i = 0; i < matrix->nodes && status == TS_OK; ++i) {
        if (u->number[i] < 0) continue;
        double *column = dense + (size_t)u->number[i] * n;
        column[u->number[i]] = matrix->diagonal[i];
        for (size_t k = matrix->first[i]; k < matrix->first[i + 1]; ++k) {
            const int32_t other = u->number[matrix->column[k]];
            if (other >= 0) column[other] = matrix->value[k];
        }
    }
    if (status == TS_OK) status = ts_ndb_eigen(n, dense, all, error);
    if (status == TS_OK) {
        memcpy(value, all, count * sizeof *value);
        memcpy(vector, dense, count * n * sizeof *vector);
    }
    free(dense);
    free(all);
    return status;
}

static ts_status find_by_lanczos(const ts_ndb_matrix *matrix, const unknowns *u, size_t count, double *value,
                                 double *vector, ts_error *error) {
    const double shift = u->least > 0.0 ? SHIFT * u->least : 0.0;
    ts_ndb_factor *factor = NULL;
    ts_status status = ts_ndb_factor_create(matrix, u->number, u->count, shift, &factor, error);
    if (status == TS_OK) status = ts_ndb_lanczos(factor, u->count, count, value, vector, error);
    ts_ndb_factor_destroy(factor);
    for (size_t k = 0; k < count && status == TS_OK; ++k) value[k] += shift;
    return status;
}

/* 1 or -1: what makes the largest entry positive; of equal ones the first. */
static double sign_of(const double *vector, size_t n) {
    size_t largest = 0;
    for (size_t i = 1; i < n; ++i) largest = fabs(vector[i]) > fabs(vector[largest]) ? i : largest;
    return vector[largest] < 0.0 ? -1.0 : 1.0;
}

static void write_rows(const unknowns *u, const double *vector, ts_ndb_modes *modes) {
    for (int k = 0; k < modes->count; ++k) {
        const double *one = vector + (size_t)k * u->count, sign = sign_of(one, u->count);
        for (size_t i = 0; i < modes->nodes; ++i) {
            if (u->number[i] >= 0) modes->vector[i * (size_t)modes->stride + (size_t)k] = sign * one[u->number[i]];
        }
    }
}

static ts_status make_modes(const ts_ndb_matrix *matrix, const unknowns *u, int count, ts_ndb_modes *modes,
                            ts_error *error) {
    enum { WHOLE = 8 };
    const bool is_small = u->count <= DENSE || u->count <= (size_t)TS_NDB_LANCZOS_GROWTH * (size_t)count + WHOLE;
    ts_ndb_modes made = {.nodes = matrix->nodes, .count = (size_t)count < u->count ? count : (int)u->count};
    made.stride = (made.count + WHOLE - 1) / WHOLE * WHOLE;
    const size_t room = (size_t)made.stride;
    made.value = malloc((room + 1) * sizeof *made.value);
    made.vector = calloc(made.nodes * room + 1, sizeof *made.vector);
    double *vector = malloc(((size_t)made.count * u->count + 1) * sizeof *vector);
    ts_status status = made.value && made.vector && vector ? TS_OK : ts_fail_memory(error, "the modes");
    for (size_t k = 0; k < room && status == TS_OK; ++k) made.value[k] = 1.0;
    if (status == TS_OK && made.count > 0)
        status = (is_small ? find_densely : find_by_lanczos)(matrix, u, (size_t)made.count, made.value, vector, error);
    if (status == TS_OK) {
        write_rows(u, vector, &made);
        *modes = made;
    } else {
        ts_ndb_modes_clear(&made);
    }
    free(vector);
    return status;
}

ts_status ts_ndb_modes_find(const ts_ndb_matrix *matrix, const uint8_t *told, int count, ts_ndb_modes *modes,
                            ts_error *error) {
    unknowns u;
    openblas_set_num_threads(1); /* its sums depend on the number of threads */
    ts_status status = number_unknowns(matrix, told, &u, error);
    if (status == TS_OK) status = make_modes(matrix, &u, count, modes, error);
    free(u.number);
    return status;
}

void ts_ndb_modes_clear(ts_ndb_modes *modes) {
    free(modes->value);
    free(modes->vector);
    *modes = (ts_ndb_modes){0};
}
