/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where H is H_p less what projection added to it, H_p^-1 H has no eigenvalue above 1, and most are 1: a few iterations
 * find those that are not, which are the modes along which projected increments are too short. */
#include "cipc/trust_region.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "cipc/block_product.h"
#include "core/error.h"

/* After so many iterations, and this share of the most, it is judged whether those will be enough: not where they are
 * exceeded by the factor, as residuals grow at first and fall in leaps. */
enum { UNHURRIED = 5 };
static const double UNHURRIED_SHARE = 0.25, LATE = 2.0;

struct ts_trust_region {
    size_t n;                  /* unknowns that there is room for */
    double *r, *z, *d, *h, *x; /* residual, H_p^-1 of it, direction, H of it, increment */
};

ts_status ts_trust_region_create(ts_trust_region **region, ts_error *error) {
    *region = calloc(1, sizeof **region);
    return *region ? TS_OK : ts_fail_memory(error, "the trust region");
}

static void clear_vectors(ts_trust_region *region) {
    double **const vector[] = {&region->r, &region->z, &region->d, &region->h, &region->x};
    for (size_t k = 0; k < sizeof vector / sizeof *vector; ++k) {
        free(*vector[k]);
        *vector[k] = NULL;
    }
    region->n = 0;
}

void ts_trust_region_destroy(ts_trust_region *region) {
    if (!region) return;
    clear_vectors(region);
    free(region);
}

static ts_status make_vectors(ts_trust_region *region, size_t n, ts_error *error) {
    if (region->n == n) return TS_OK;
    clear_vectors(region);
    double **const vector[] = {&region->r, &region->z, &region->d, &region->h, &region->x};
    for (size_t k = 0; k < sizeof vector / sizeof *vector; ++k) {
        *vector[k] = malloc((n + 1) * sizeof **vector[k]);
        if (*vector[k]) continue;
        clear_vectors(region);
        return ts_fail_memory(error, "the trust region");
    }
    region->n = n;
    return TS_OK;
}

static double dot(size_t n, const double *a, const double *b) {
    return cblas_ddot((int)n, a, 1, b, 1);
}

/* y += alpha x */
static void add(size_t n, double alpha, const double *x, double *y) {
    cblas_daxpy((int)n, alpha, x, 1, y, 1);
}

/* Products by H_p, of which only its inverse is at hand, follow from those before. */
typedef struct descent {
    double rho;        /* r . H_p^-1 r */
    double xx, xd, dd; /* x . H_p x, x . H_p d, d . H_p d */
} descent;

/* The factor of d at which x + factor d is at the edge. x . H_p d is never negative (Steihaug 1983, theorem 2.1), so
 * that this form of the root takes no difference of near numbers. */
static double to_the_edge(const descent *at, double radius2) {
    if (isinf(radius2)) return INFINITY;
    const double room = fmax(radius2 - at->xx, 0.0);
    return room / (at->xd + sqrt(at->xd * at->xd + at->dd * room));
}

/* One iteration, as far as the edge. */
static ts_status advance(ts_trust_region *region, const ts_trust_model *model, double radius2, descent *at,
                         ts_trust_result *result, ts_error *error) {
    const size_t n = region->n;
    ts_block_product(model->hessian, region->d, region->h);
    const double curvature = dot(n, region->d, region->h), edge = to_the_edge(at, radius2);
    ++result->iterations;
    result->at_edge = !(curvature * edge > at->rho); /* also where the curvature is negative */
    if (result->at_edge && isinf(edge)) return TS_OK;
    const double alpha = result->at_edge ? edge : at->rho / curvature;
    add(n, alpha, region->d, region->x);
    result->fall += alpha * (at->rho - 0.5 * alpha * curvature);
    if (result->at_edge) return TS_OK;
    add(n, -alpha, region->h, region->r);
    const ts_status status = ts_linear_solve_again(model->solver, 1, region->r, region->z, error);
    if (status != TS_OK) return status;
    const double rho = dot(n, region->r, region->z), beta = rho / at->rho;
    at->xx += alpha * (2.0 * at->xd + alpha * at->dd);
    at->xd = beta * (at->xd + alpha * at->dd);
    at->dd = rho + beta * beta * at->dd;
    at->rho = rho;
    cblas_dscal((int)n, beta, region->d, 1);
    add(n, 1.0, region->z, region->d);
    return TS_OK;
}

/* At the rate so far, are many more than the most needed? */
static bool is_late(const ts_trust_model *model, double fallen, int iterations) {
    if (!model->is_hurried || iterations < fmax(UNHURRIED, UNHURRIED_SHARE * model->most_iterations)) return false;
    return iterations * log(model->near_enough) < LATE * model->most_iterations * log(fallen);
}

ts_status ts_trust_increment(ts_trust_region *region, const ts_trust_model *model, double (*p)[3],
                             ts_trust_result *result, ts_error *error) {
    const size_t n = 3 * model->hessian->nodes;
    ts_status status = make_vectors(region, n, error);
    if (status != TS_OK) return status;
    memset(region->x, 0, n * sizeof *region->x);
    const double *g = *model->gradient;
    for (size_t i = 0; i < n; ++i) region->r[i] = -g[i];
    memcpy(region->d, *p, n * sizeof *region->d);
    const double first = dot(n, region->r, region->d), radius2 = model->radius * model->radius * first;
    descent at = {.rho = first, .dd = first};
    *result = (ts_trust_result){0};
    if (!(first > 0.0)) return TS_OK; /* there is no way down */
    bool goes_on;
    do {
        status = advance(region, model, radius2, &at, result, error);
        if (status != TS_OK) return status;
        const double fallen = sqrt(at.rho / first);
        result->is_near = !result->at_edge && fallen <= model->near_enough;
        goes_on = !result->at_edge && fallen > model->near_enough && result->iterations < model->most_iterations &&
                  !is_late(model, fallen, result->iterations);
    } while (goes_on);
    result->length = sqrt(at.xx / first);
    memcpy(*p, region->x, n * sizeof *region->x);
    return TS_OK;
}
