/* SPDX-License-Identifier: MIT
 * Derivatives of a function that a test defines in MPFR, by central differences with a step so small, in a precision
 * so high, that they are right far beyond a double; and the nearest semi-definite matrix, by Jacobi rotations. */
#ifndef TS_TESTS_CIPC_DIFFERENCES_H
#define TS_TESTS_CIPC_DIFFERENCES_H

#include <math.h>
#include <mpfr.h>
#include <string.h>

enum { REFERENCE_BITS = 640, REFERENCE_STEP = -180, REFERENCE_MOST = 12 };

/* The function of n numbers; `self` says which. */
typedef struct reference_function {
    void (*evaluate)(const void *self, mpfr_t *x, mpfr_t out);
    const void *self;
    int n;
} reference_function;

typedef struct reference_point {
    double value, gradient[REFERENCE_MOST], hessian[REFERENCE_MOST * REFERENCE_MOST]; /* leading dimension 12 */
} reference_point;

static inline void reference_at(const reference_function *f, mpfr_t *x, int i, int si, int j, int sj, mpfr_t out) {
    mpfr_t at[REFERENCE_MOST], step;
    mpfr_init2(step, REFERENCE_BITS);
    for (int k = 0; k < f->n; ++k) {
        mpfr_init2(at[k], REFERENCE_BITS);
        mpfr_set(at[k], x[k], MPFR_RNDN);
    }
    mpfr_set_si_2exp(step, si, REFERENCE_STEP, MPFR_RNDN);
    mpfr_add(at[i], at[i], step, MPFR_RNDN);
    mpfr_set_si_2exp(step, sj, REFERENCE_STEP, MPFR_RNDN);
    mpfr_add(at[j], at[j], step, MPFR_RNDN);
    f->evaluate(f->self, at, out);
    for (int k = 0; k < f->n; ++k) mpfr_clear(at[k]);
    mpfr_clear(step);
}

/* The sum of sign[k] f(x + s[k][0] e_i + s[k][1] e_j) over the corners of a square, over (2 step)^2. */
static inline double reference_second(const reference_function *f, mpfr_t *x, int i, int j) {
    mpfr_t sum, term;
    mpfr_inits2(REFERENCE_BITS, sum, term, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int si = -1; si <= 1; si += 2) {
        for (int sj = -1; sj <= 1; sj += 2) {
            reference_at(f, x, i, si, j, sj, term);
            mpfr_mul_si(term, term, si * sj, MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
    }
    mpfr_mul_2si(sum, sum, -2 * REFERENCE_STEP - 2, MPFR_RNDN);
    const double second = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clears(sum, term, (mpfr_ptr)0);
    return second;
}

static inline double reference_first(const reference_function *f, mpfr_t *x, int i) {
    mpfr_t plus, minus;
    mpfr_inits2(REFERENCE_BITS, plus, minus, (mpfr_ptr)0);
    reference_at(f, x, i, 1, i, 0, plus);
    reference_at(f, x, i, -1, i, 0, minus);
    mpfr_sub(plus, plus, minus, MPFR_RNDN);
    mpfr_mul_2si(plus, plus, -REFERENCE_STEP - 1, MPFR_RNDN);
    const double first = mpfr_get_d(plus, MPFR_RNDN);
    mpfr_clears(plus, minus, (mpfr_ptr)0);
    return first;
}

static inline void reference_evaluate(const reference_function *f, const double *x, reference_point *out) {
    mpfr_t at[REFERENCE_MOST], value;
    mpfr_init2(value, REFERENCE_BITS);
    for (int i = 0; i < f->n; ++i) {
        mpfr_init2(at[i], REFERENCE_BITS);
        mpfr_set_d(at[i], x[i], MPFR_RNDN);
    }
    memset(out, 0, sizeof *out);
    f->evaluate(f->self, at, value);
    out->value = mpfr_get_d(value, MPFR_RNDN);
    for (int i = 0; i < f->n; ++i) {
        out->gradient[i] = reference_first(f, at, i);
        for (int j = 0; j <= i; ++j) {
            out->hessian[12 * i + j] = out->hessian[12 * j + i] = reference_second(f, at, i, j);
        }
    }
    for (int i = 0; i < f->n; ++i) mpfr_clear(at[i]);
    mpfr_clear(value);
}

/* a = J^T a J, v = v J for the rotation that makes a[p][q] zero. */
static inline void reference_rotate(int n, long double a[12][12], long double v[12][12], int p, int q) {
    const long double angle = 0.5L * atan2l(2 * a[p][q], a[p][p] - a[q][q]), c = cosl(angle), s = sinl(angle);
    for (int k = 0; k < n; ++k) {
        const long double one = a[p][k], two = a[q][k], first = v[k][p], second = v[k][q];
        a[p][k] = c * one + s * two;
        a[q][k] = c * two - s * one;
        v[k][p] = c * first + s * second;
        v[k][q] = c * second - s * first;
    }
    for (int k = 0; k < n; ++k) {
        const long double one = a[k][p], two = a[k][q];
        a[k][p] = c * one + s * two;
        a[k][q] = c * two - s * one;
    }
}

/* Negative eigenvalues of a (leading dimension 12) become zero; the least of them is returned. */
static inline double reference_project(int n, double *a) {
    long double work[12][12], vector[12][12] = {{0}};
    double least = INFINITY;
    for (int i = 0; i < n; ++i) {
        vector[i][i] = 1;
        for (int j = 0; j < n; ++j) work[i][j] = a[12 * i + j];
    }
    for (int sweep = 0; sweep < 12; ++sweep) {
        for (int p = 0; p < n; ++p) {
            for (int q = p + 1; q < n; ++q) reference_rotate(n, work, vector, p, q);
        }
    }
    for (int i = 0; i < n; ++i) least = fmin(least, (double)work[i][i]);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            long double sum = 0;
            for (int k = 0; k < n; ++k) sum += fmaxl(work[k][k], 0) * vector[i][k] * vector[j][k];
            a[12 * i + j] = (double)sum;
        }
    }
    return least;
}

/* Largest |a - b| over the first n entries of `rows` rows 12 apart, over the largest |b|. */
static inline double reference_error(int rows, int n, const double *a, const double *b) {
    double error = 0, size = 0;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < n; ++j) {
            const double off = fabs(a[12 * i + j] - b[12 * i + j]);
            error = off > error || isnan(off) ? off : error;
            size = fmax(size, fabs(b[12 * i + j]));
        }
    }
    return size > 0 ? error / size : error;
}

#endif
