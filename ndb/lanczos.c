/* SPDX-License-Identifier: GPL-2.0-or-later
 * Lanczos in blocks: a symmetric sheet has pairs of equal eigenvalues, of which a single vector finds one. The basis is
 * orthogonalised twice against all of itself, so that nothing is found twice. */
#include "ndb/lanczos.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "core/error.h"
#include "core/random.h"

/* LAPACK's, which OpenBLAS holds. */
extern void dsyev_(const char *job, const char *part, const int *n, double *a, const int *lda, double *w, double *work,
                   const int *size, int *info);

ts_status ts_ndb_eigen(size_t n, double *matrix, double *value, ts_error *error) {
    const int order = (int)n, size = 34 * order + 64;
    int info = 0;
    double *work = malloc((size_t)size * sizeof *work);
    if (!work) return ts_fail_memory(error, "the eigenvalues");
    dsyev_("V", "L", &order, matrix, &order, value, work, &size, &info);
    free(work);
    return info == 0 ? TS_OK : ts_fail(error, TS_ERROR_INTERNAL, "LAPACK found no eigenvalues: dsyev says %d", info);
}

enum { BLOCK = 4 };
static const double CONVERGED = 1e-8; /* residual of an eigenvalue of the inverse, relative */

typedef struct lanczos {
    ts_ndb_factor *factor;
    size_t n, most, used;         /* rows; columns of the basis that fit, and that there are */
    double *basis;                /* n x most + BLOCK, columns */
    double *projected;            /* most x most: Q^T A^-1 Q, columns */
    double *turned;               /* its eigenvectors */
    double *value;                /* its eigenvalues */
    double *next;                 /* n x BLOCK */
    double *share;                /* most x BLOCK */
    double corner[BLOCK * BLOCK]; /* what the last block's image has outside of the basis: Q_next corner */
} lanczos;

static void lanczos_clear(lanczos *l) {
    double *const all[] = {l->basis, l->projected, l->turned, l->value, l->next, l->share};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) free(all[k]);
}

static bool lanczos_init(lanczos *l, ts_ndb_factor *factor, size_t n, size_t count) {
    *l = (lanczos){.factor = factor, .n = n, .most = TS_NDB_LANCZOS_GROWTH * count};
    l->basis = malloc(n * (l->most + BLOCK) * sizeof *l->basis);
    l->projected = calloc(l->most * l->most, sizeof *l->projected);
    l->turned = malloc(l->most * l->most * sizeof *l->turned);
    l->value = malloc(l->most * sizeof *l->value);
    l->next = malloc(n * BLOCK * sizeof *l->next);
    l->share = malloc(l->most * BLOCK * sizeof *l->share);
    return l->basis && l->projected && l->turned && l->value && l->next && l->share;
}

/* Takes the parts along the basis out of `next`, and adds them to `into` (used x BLOCK). */
static void take_out(lanczos *l, double *into) {
    const int n = (int)l->n, used = (int)l->used;
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, used, BLOCK, n, 1.0, l->basis, n, l->next, n, 0.0, l->share,
                used);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, BLOCK, used, -1.0, l->basis, n, l->share, used, 1.0,
                l->next, n);
    for (size_t k = 0; into && k < l->used * BLOCK; ++k) into[k] += l->share[k];
}

/* Columns of `next` made orthonormal, twice each: next = Q corner. */
static void orthonormalise(lanczos *l) {
    const int n = (int)l->n;
    memset(l->corner, 0, sizeof l->corner);
    for (int j = 0; j < BLOCK; ++j) {
        double *column = l->next + (size_t)j * l->n;
        for (int pass = 0; pass < 2; ++pass) {
            for (int i = 0; i < j; ++i) {
                const double *other = l->next + (size_t)i * l->n, along = cblas_ddot(n, other, 1, column, 1);
                cblas_daxpy(n, -along, other, 1, column, 1);
                l->corner[j * BLOCK + i] += along;
            }
        }
        const double length = cblas_dnrm2(n, column, 1);
        cblas_dscal(n, length > 0.0 ? 1.0 / length : 0.0, column, 1);
        l->corner[j * BLOCK + j] = length;
    }
}

/* `next` becomes the last block of the basis. */
static void append(lanczos *l) {
    memcpy(l->basis + l->used * l->n, l->next, BLOCK * l->n * sizeof *l->basis);
    l->used += BLOCK;
}

static void begin(lanczos *l) {
    ts_random random;
    ts_random_init(&random, 1, 0);
    for (size_t k = 0; k < BLOCK * l->n; ++k) l->next[k] = ts_random_between(&random, -1.0, 1.0);
    orthonormalise(l);
    append(l);
}

/* The image of the last block: its parts along the basis go to `projected`, the rest becomes the next block. */
static ts_status extend(lanczos *l, ts_error *error) {
    const size_t last = l->used - BLOCK;
    memcpy(l->next, l->basis + last * l->n, BLOCK * l->n * sizeof *l->next);
    const ts_status status = ts_ndb_factor_solve(l->factor, BLOCK, l->next, error);
    if (status != TS_OK) return status;
    double *into = calloc(l->used * BLOCK, sizeof *into);
    if (!into) return ts_fail_memory(error, "a block of modes");
    take_out(l, into);
    take_out(l, into);
    for (size_t j = 0; j < BLOCK; ++j)
        for (size_t i = 0; i < l->used; ++i)
            l->projected[(last + j) * l->most + i] = l->projected[i * l->most + last + j] = into[j * l->used + i];
    free(into);
    orthonormalise(l);
    return TS_OK;
}

/* Eigenvalues of what there is, ascending, and whether the `count` largest have converged. */
static ts_status judge(lanczos *l, size_t count, bool *converged, ts_error *error) {
    const size_t m = l->used;
    for (size_t j = 0; j < m; ++j) memcpy(l->turned + j * m, l->projected + j * l->most, m * sizeof *l->turned);
    const ts_status status = ts_ndb_eigen(m, l->turned, l->value, error);
    if (status != TS_OK) return status;
    *converged = true;
    for (size_t k = m - count; k < m && *converged; ++k) {
        const double *tail = l->turned + k * m + m - BLOCK;
        double outside2 = 0.0;
        for (int i = 0; i < BLOCK; ++i) {
            double part = 0.0;
            for (int j = i; j < BLOCK; ++j) part += l->corner[j * BLOCK + i] * tail[j];
            outside2 += part * part;
        }
        *converged = sqrt(outside2) <= CONVERGED * l->value[k];
    }
    return TS_OK;
}

static void write_modes(const lanczos *l, size_t count, double *value, double *vector) {
    const int n = (int)l->n, m = (int)l->used;
    for (size_t k = 0; k < count; ++k) {
        const size_t from = l->used - 1 - k;
        value[k] = 1.0 / l->value[from];
        cblas_dgemv(CblasColMajor, CblasNoTrans, n, m, 1.0, l->basis, n, l->turned + from * l->used, 1, 0.0,
                    vector + k * l->n, 1);
    }
}

static ts_status run(lanczos *l, size_t count, ts_error *error) {
    const size_t every = count / 2 + BLOCK;
    bool converged = false;
    size_t judge_at = 2 * count;
    begin(l);
    while (!converged) {
        ts_status status = extend(l, error);
        if (status == TS_OK && (l->used >= judge_at || l->used + BLOCK > l->most)) {
            status = judge(l, count, &converged, error);
            judge_at = l->used + every;
        }
        if (status != TS_OK || converged) return status;
        if (l->used + BLOCK > l->most) {
            return ts_fail(error, TS_ERROR_INTERNAL,
                           "%zu modes did not converge in a basis of %zu vectors; ask for "
                           "more or fewer of them",
                           count, l->used);
        }
        append(l);
    }
    return TS_OK;
}

ts_status ts_ndb_lanczos(ts_ndb_factor *factor, size_t unknowns, size_t count, double *value, double *vector,
                         ts_error *error) {
    lanczos l;
    ts_status status =
        lanczos_init(&l, factor, unknowns, count) ? run(&l, count, error) : ts_fail_memory(error, "the modes");
    if (status == TS_OK) write_modes(&l, count, value, vector);
    lanczos_clear(&l);
    return status;
}
