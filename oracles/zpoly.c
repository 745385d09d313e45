/* SPDX-License-Identifier: MIT
 * Ring operations, signs and Bernstein form of integer polynomials. */
#include "oracles/zpoly.h"

#include <assert.h>
#include <math.h>

void ts_zpoly_init(ts_zpoly *p) {
    p->degree = -1;
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_init(p->c[i]);
}

void ts_zpoly_clear(ts_zpoly *p) {
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_clear(p->c[i]);
}

static void trim(ts_zpoly *p) {
    while (p->degree >= 0 && mpz_sgn(p->c[p->degree]) == 0) --p->degree;
}

/* Makes coefficients up to `degree` meaningful. */
static void extend(ts_zpoly *p, int degree) {
    assert(degree <= TS_ZPOLY_DEGREE);
    while (p->degree < degree) mpz_set_ui(p->c[++p->degree], 0);
}

void ts_zpoly_set(ts_zpoly *r, const ts_zpoly *p) {
    r->degree = p->degree;
    for (int i = 0; i <= p->degree; ++i) mpz_set(r->c[i], p->c[i]);
}

void ts_zpoly_sub(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b) {
    assert(r != b);
    if (r != a) ts_zpoly_set(r, a);
    extend(r, b->degree);
    for (int i = 0; i <= b->degree; ++i) mpz_sub(r->c[i], r->c[i], b->c[i]);
    trim(r);
}

/* r += a b */
static void add_mul(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b) {
    if (a->degree < 0 || b->degree < 0) return;
    extend(r, a->degree + b->degree);
    for (int i = 0; i <= a->degree; ++i) {
        for (int j = 0; j <= b->degree; ++j) mpz_addmul(r->c[i + j], a->c[i], b->c[j]);
    }
    trim(r);
}

void ts_zpoly_sub_mul(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b) {
    if (a->degree < 0 || b->degree < 0) return;
    extend(r, a->degree + b->degree);
    for (int i = 0; i <= a->degree; ++i) {
        for (int j = 0; j <= b->degree; ++j) mpz_submul(r->c[i + j], a->c[i], b->c[j]);
    }
    trim(r);
}

void ts_zpoly_mul(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b) {
    r->degree = -1;
    add_mul(r, a, b);
}

void ts_zpoly_scale(ts_zpoly *r, const mpz_t factor) {
    for (int i = 0; i <= r->degree; ++i) mpz_mul(r->c[i], r->c[i], factor);
    trim(r);
}

void ts_zpoly_neg(ts_zpoly *r) {
    for (int i = 0; i <= r->degree; ++i) mpz_neg(r->c[i], r->c[i]);
}

void ts_zpoly_dot(ts_zpoly *r, const ts_zpoly a[3], const ts_zpoly b[3]) {
    r->degree = -1;
    for (int i = 0; i < 3; ++i) add_mul(r, &a[i], &b[i]);
}

void ts_zpoly_cross(ts_zpoly r[3], const ts_zpoly a[3], const ts_zpoly b[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        ts_zpoly_mul(&r[i], &a[j], &b[k]);
        ts_zpoly_sub_mul(&r[i], &a[k], &b[j]);
    }
}

void ts_split_double(double t, mpz_t m, long *exponent) {
    int e;
    const double fraction = frexp(t, &e);
    mpz_set_d(m, ldexp(fraction, 53));
    *exponent = (long)e - 53;
    if (mpz_sgn(m) == 0) {
        *exponent = 0;
        return;
    }
    const mp_bitcnt_t zeros = mpz_scan1(m, 0);
    mpz_tdiv_q_2exp(m, m, zeros);
    *exponent += (long)zeros;
}

/* Sign of p(m / 2^shift) by Horner's rule on 2^(shift degree) p. */
static int sign_at_ratio(const ts_zpoly *p, const mpz_t m, mp_bitcnt_t shift) {
    if (p->degree < 0) return 0;
    mpz_t sum, term;
    mpz_inits(sum, term, NULL);
    mpz_set(sum, p->c[p->degree]);
    for (int i = p->degree - 1; i >= 0; --i) {
        mpz_mul(sum, sum, m);
        mpz_mul_2exp(term, p->c[i], shift * (mp_bitcnt_t)(p->degree - i));
        mpz_add(sum, sum, term);
    }
    const int sign = mpz_sgn(sum);
    mpz_clears(sum, term, NULL);
    return sign;
}

int ts_zpoly_sign_at_double(const ts_zpoly *p, double t) {
    mpz_t m;
    mpz_init(m);
    long exponent;
    ts_split_double(t, m, &exponent);
    mp_bitcnt_t shift = 0;
    if (exponent >= 0)
        mpz_mul_2exp(m, m, (mp_bitcnt_t)exponent);
    else
        shift = (mp_bitcnt_t)-exponent;
    const int sign = sign_at_ratio(p, m, shift);
    mpz_clear(m);
    return sign;
}

int ts_zpoly_sign_at_start(const ts_zpoly *p, const ts_dyadic *interval) {
    return sign_at_ratio(p, interval->k, interval->depth);
}

/* q(x) = 2^(depth n) p((k + x) / 2^depth), by repeated synthetic division (Taylor shift). */
static void restrict_to(const ts_zpoly *p, const ts_dyadic *interval, mpz_t *q) {
    const int n = p->degree;
    for (int i = 0; i <= n; ++i) mpz_mul_2exp(q[i], p->c[i], interval->depth * (mp_bitcnt_t)(n - i));
    if (mpz_sgn(interval->k) == 0) return;
    for (int i = 0; i < n; ++i) {
        for (int j = n - 1; j >= i; --j) mpz_addmul(q[j], q[j + 1], interval->k);
    }
}

void ts_zpoly_bernstein(const ts_zpoly *p, const ts_dyadic *interval, mpz_t *b) {
    /* b_i = sum over k <= i of C(i,k) / C(n,k) q_k; SCALE[n] / C(n,k) are integers. */
    static const unsigned short scale[9] = {1, 1, 2, 3, 12, 10, 60, 105, 280};
    static const unsigned char binomial[9][9] = {
        {1},
        {1, 1},
        {1, 2, 1},
        {1, 3, 3, 1},
        {1, 4, 6, 4, 1},
        {1, 5, 10, 10, 5, 1},
        {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1},
        {1, 8, 28, 56, 70, 56, 28, 8, 1},
    };
    const int n = p->degree;
    assert(n >= 0);
    restrict_to(p, interval, b);
    for (int k = 0; k <= n; ++k) mpz_mul_ui(b[k], b[k], (unsigned long)(scale[n] / binomial[n][k]));
    /* sum of C(i,k) q_k over k <= i: the triangle of repeated partial sums, in place. */
    for (int r = 1; r <= n; ++r) {
        for (int i = n; i >= r; --i) mpz_add(b[i], b[i], b[i - 1]);
    }
}
