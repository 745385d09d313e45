/* SPDX-License-Identifier: GPL-2.0-or-later
 * Jacobi's method with 200 bits. */
#include "benches/barrier/eigen.h"

#include <mpfr.h>

enum { BITS = 200, MOST = TS_TERM_MOST_INPUTS, MOST_ROUNDS = 40, NEGLIGIBLE = -180 };

/* A = V diag V^T while a is turned into a diagonal matrix. */
typedef struct decomposition {
    int n;
    mpfr_t a[MOST][MOST], v[MOST][MOST];
    mpfr_t c, s, t, x, y; /* of the rotation at work */
} decomposition;

static void init(decomposition *d, int n) {
    d->n = n;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            mpfr_inits2(BITS, d->a[i][j], d->v[i][j], (mpfr_ptr)0);
            mpfr_set_ui(d->v[i][j], i == j, MPFR_RNDN);
        }
    }
    mpfr_inits2(BITS, d->c, d->s, d->t, d->x, d->y, (mpfr_ptr)0);
}

static void clear(decomposition *d) {
    for (int i = 0; i < d->n; ++i) {
        for (int j = 0; j < d->n; ++j) mpfr_clears(d->a[i][j], d->v[i][j], (mpfr_ptr)0);
    }
    mpfr_clears(d->c, d->s, d->t, d->x, d->y, (mpfr_ptr)0);
}

/* (p, q) = (c p - s q, s p + c q) */
static void turn(decomposition *d, mpfr_ptr p, mpfr_ptr q) {
    mpfr_fmms(d->x, d->c, p, d->s, q, MPFR_RNDN);
    mpfr_fmma(d->y, d->s, p, d->c, q, MPFR_RNDN);
    mpfr_set(p, d->x, MPFR_RNDN);
    mpfr_set(q, d->y, MPFR_RNDN);
}

/* The rotation that makes a_pq zero: t = sign(theta)/(|theta| + sqrt(theta^2 + 1)), theta = (a_qq - a_pp)/(2 a_pq). */
static void choose(decomposition *d, int p, int q) {
    mpfr_sub(d->x, d->a[q][q], d->a[p][p], MPFR_RNDN);
    mpfr_div(d->x, d->x, d->a[p][q], MPFR_RNDN);
    mpfr_div_2ui(d->x, d->x, 1, MPFR_RNDN);
    mpfr_sqr(d->t, d->x, MPFR_RNDN);
    mpfr_add_ui(d->t, d->t, 1, MPFR_RNDN);
    mpfr_sqrt(d->t, d->t, MPFR_RNDN);
    const int sign = mpfr_sgn(d->x) < 0 ? -1 : 1;
    mpfr_abs(d->x, d->x, MPFR_RNDN);
    mpfr_add(d->t, d->t, d->x, MPFR_RNDN);
    mpfr_si_div(d->t, sign, d->t, MPFR_RNDN);
    mpfr_sqr(d->c, d->t, MPFR_RNDN);
    mpfr_add_ui(d->c, d->c, 1, MPFR_RNDN);
    mpfr_rec_sqrt(d->c, d->c, MPFR_RNDN);
    mpfr_mul(d->s, d->t, d->c, MPFR_RNDN);
}

static void rotate(decomposition *d, int p, int q) {
    choose(d, p, q);
    for (int k = 0; k < d->n; ++k) turn(d, d->a[k][p], d->a[k][q]);
    for (int k = 0; k < d->n; ++k) turn(d, d->a[p][k], d->a[q][k]);
    for (int k = 0; k < d->n; ++k) turn(d, d->v[k][p], d->v[k][q]);
}

/* Entries of the matrix are below 1: what is below 2^-180 is nothing. */
static void diagonalise(decomposition *d) {
    int rotations = 1;
    for (int round = 0; round < MOST_ROUNDS && rotations > 0; ++round) {
        rotations = 0;
        for (int p = 0; p < d->n; ++p) {
            for (int q = p + 1; q < d->n; ++q) {
                if (mpfr_zero_p(d->a[p][q]) || mpfr_get_exp(d->a[p][q]) < NEGLIGIBLE) continue;
                rotate(d, p, q);
                ++rotations;
            }
        }
    }
}

static double least_eigenvalue(const decomposition *d) {
    int least = 0;
    for (int i = 1; i < d->n; ++i) {
        if (mpfr_less_p(d->a[i][i], d->a[least][least])) least = i;
    }
    return mpfr_get_d(d->a[least][least], MPFR_RNDN);
}

/* Frobenius' norm, of the lower triangle. */
static void norm_of(int n, const double m[MOST][MOST], mpfr_ptr norm) {
    mpfr_t entry;
    mpfr_init2(entry, BITS);
    mpfr_set_zero(norm, 1);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            mpfr_set_d(entry, m[i][j], MPFR_RNDN);
            mpfr_sqr(entry, entry, MPFR_RNDN);
            mpfr_mul_ui(entry, entry, i == j ? 1 : 2, MPFR_RNDN);
            mpfr_add(norm, norm, entry, MPFR_RNDN);
        }
    }
    mpfr_sqrt(norm, norm, MPFR_RNDN);
    mpfr_clear(entry);
}

static void set_over(decomposition *d, int i, int j, double entry, mpfr_srcptr norm) {
    mpfr_set_d(d->a[i][j], entry, MPFR_RNDN);
    mpfr_div(d->a[i][j], d->a[i][j], norm, MPFR_RNDN);
    mpfr_set(d->a[j][i], d->a[i][j], MPFR_RNDN);
}

/* |P - sum of max(lambda, 0) v v^T|, P = projected / norm */
static double distance_to(decomposition *d, const double *projected, mpfr_srcptr norm) {
    mpfr_set_zero(d->t, 1);
    for (int i = 0; i < d->n; ++i) {
        for (int j = 0; j < d->n; ++j) {
            mpfr_set_d(d->x, projected[MOST * i + j], MPFR_RNDN);
            mpfr_div(d->x, d->x, norm, MPFR_RNDN);
            for (int k = 0; k < d->n; ++k) {
                if (mpfr_sgn(d->a[k][k]) <= 0) continue;
                mpfr_mul(d->y, d->v[i][k], d->v[j][k], MPFR_RNDN);
                mpfr_mul(d->y, d->y, d->a[k][k], MPFR_RNDN);
                mpfr_sub(d->x, d->x, d->y, MPFR_RNDN);
            }
            mpfr_sqr(d->x, d->x, MPFR_RNDN);
            mpfr_add(d->t, d->t, d->x, MPFR_RNDN);
        }
    }
    mpfr_sqrt(d->t, d->t, MPFR_RNDN);
    return mpfr_get_d(d->t, MPFR_RNDN);
}

void ts_projection_judge(int n, const double exact[MOST][MOST], const double *projected, ts_projection_error *out) {
    decomposition of_exact, of_projected;
    mpfr_t norm;
    mpfr_init2(norm, BITS);
    init(&of_exact, n);
    init(&of_projected, n);
    norm_of(n, exact, norm);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            set_over(&of_exact, i, j, exact[i][j], norm);
            set_over(&of_projected, i, j, projected[MOST * i + j], norm);
        }
    }
    diagonalise(&of_exact);
    diagonalise(&of_projected);
    out->exact = least_eigenvalue(&of_exact);
    out->least = least_eigenvalue(&of_projected);
    out->distance = distance_to(&of_exact, projected, norm);
    clear(&of_exact);
    clear(&of_projected);
    mpfr_clear(norm);
}
