/* SPDX-License-Identifier: GPL-2.0-or-later
 * CHOLMOD on the scalar matrix. */
#include "ndb/factor.h"

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <suitesparse/cholmod.h>

#include "core/error.h"
#include "core/lent_signals.h"

struct ts_ndb_factor {
    cholmod_common common;
    cholmod_factor *factor;
    size_t unknowns;
};

/* The lower triangle, column by column. */
static cholmod_sparse *copy_lower(ts_ndb_factor *made, const ts_ndb_matrix *matrix, const int32_t *number,
                                  double shift) {
    const size_t most = matrix->first[matrix->nodes] + matrix->nodes;
    cholmod_sparse *lower =
        cholmod_l_allocate_sparse(made->unknowns, made->unknowns, most, 1, 1, -1, CHOLMOD_REAL, &made->common);
    if (!lower) return NULL;
    int64_t *column = lower->p, *row = lower->i, used = 0;
    double *value = lower->x;
    for (size_t i = 0; i < matrix->nodes; ++i) {
        if (number[i] < 0) continue;
        column[number[i]] = used;
        row[used] = number[i];
        value[used++] = matrix->diagonal[i] - shift;
        for (size_t k = matrix->first[i]; k < matrix->first[i + 1]; ++k) {
            const int32_t other = number[matrix->column[k]];
            if (other <= number[i]) continue;
            row[used] = other;
            value[used++] = matrix->value[k];
        }
    }
    column[made->unknowns] = used;
    return lower;
}

static bool factorize(ts_ndb_factor *made, cholmod_sparse *lower) {
    ts_lent_signals lent;
    ts_signals_lend(&lent);
    made->factor = cholmod_l_analyze(lower, &made->common);
    ts_signals_take_back(&lent);
    if (!made->factor) return false;
    cholmod_l_factorize(lower, made->factor, &made->common);
    return made->common.status == CHOLMOD_OK;
}

ts_status ts_ndb_factor_create(const ts_ndb_matrix *matrix, const int32_t *number, size_t unknowns, double shift,
                               ts_ndb_factor **factor, ts_error *error) {
    ts_ndb_factor *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the factor of the matrix");
    openblas_set_num_threads(1); /* its sums depend on the number of threads */
    cholmod_l_start(&made->common);
    made->common.print = 0;
    made->unknowns = unknowns;
    const int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(0);
    cholmod_sparse *lower = copy_lower(made, matrix, number, shift);
    const bool done = lower && factorize(made, lower);
    cholmod_l_free_sparse(&lower, &made->common);
    omp_set_max_active_levels(levels);
    if (!done) {
        const int status = made->common.status;
        ts_ndb_factor_destroy(made);
        if (status == CHOLMOD_OUT_OF_MEMORY) return ts_fail_memory(error, "the factor of the matrix");
        return ts_fail(error, TS_ERROR_INTERNAL, "CHOLMOD could not factor the matrix of the modes: its status is %d",
                       status);
    }
    *factor = made;
    return TS_OK;
}

void ts_ndb_factor_destroy(ts_ndb_factor *factor) {
    if (!factor) return;
    cholmod_l_free_factor(&factor->factor, &factor->common);
    cholmod_l_finish(&factor->common);
    free(factor);
}

ts_status ts_ndb_factor_solve(ts_ndb_factor *factor, size_t columns, double *right, ts_error *error) {
    cholmod_dense b = {.nrow = factor->unknowns,
                       .ncol = columns,
                       .nzmax = columns * factor->unknowns,
                       .d = factor->unknowns,
                       .x = right,
                       .xtype = CHOLMOD_REAL,
                       .dtype = CHOLMOD_DOUBLE};
    const int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(0);
    cholmod_dense *solution = cholmod_l_solve(CHOLMOD_A, factor->factor, &b, &factor->common);
    omp_set_max_active_levels(levels);
    if (!solution) return ts_fail_memory(error, "a solution of the matrix of the modes");
    memcpy(right, solution->x, columns * factor->unknowns * sizeof *right);
    cholmod_l_free_dense(&solution, &factor->common);
    return TS_OK;
}
