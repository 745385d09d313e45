/* SPDX-License-Identifier: MIT
 * Common roots of integer polynomials: a test modulo a prime, and the primitive remainder sequence. */
#include "oracles/zpoly.h"

#include <stdint.h>

/* Divides by the content: the greatest common divisor of the coefficients. */
static void make_primitive(ts_zpoly *p) {
    if (p->degree < 0) return;
    mpz_t content;
    mpz_init_set(content, p->c[p->degree]);
    for (int i = 0; i < p->degree && mpz_cmpabs_ui(content, 1) != 0; ++i) mpz_gcd(content, content, p->c[i]);
    mpz_abs(content, content);
    if (mpz_cmp_ui(content, 1) != 0) {
        for (int i = 0; i <= p->degree; ++i) mpz_divexact(p->c[i], p->c[i], content);
    }
    mpz_clear(content);
}

/* ---- modulo the Mersenne prime 2^61 - 1 ---- */

#define PRIME ((UINT64_C(1) << 61) - 1)

__extension__ typedef unsigned __int128 uint128;

static uint64_t mul_mod(uint64_t a, uint64_t b) {
    const uint128 product = (uint128)a * b;
    uint64_t sum = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
    return sum >= PRIME ? sum - PRIME : sum;
}

static int reduce(const ts_zpoly *p, uint64_t *r) {
    for (int i = 0; i <= p->degree; ++i) r[i] = mpz_fdiv_ui(p->c[i], PRIME);
    return p->degree;
}

/* Degree of the greatest common divisor modulo the prime. Multiplies through instead of dividing by the
 * leading coefficient: only the degree matters. Destroys a and b. */
static int gcd_degree_mod(uint64_t *a, int m, uint64_t *b, int n) {
    while (n >= 0) {
        while (m >= n) { /* a = lead(b) a - lead(a) t^(m-n) b */
            const uint64_t lead_a = a[m], lead_b = b[n];
            for (int i = 0; i < m; ++i) a[i] = mul_mod(a[i], lead_b);
            for (int i = 0; i < n; ++i) {
                const uint64_t product = mul_mod(b[i], lead_a);
                uint64_t *place = &a[i + m - n];
                *place = *place >= product ? *place - product : *place + PRIME - product;
            }
            --m;
            while (m >= 0 && a[m] == 0) --m;
            if (m < 0) return n;
        }
        uint64_t *swap = a;
        a = b;
        b = swap;
        const int degree = m;
        m = n;
        n = degree;
    }
    return m;
}

bool ts_zpoly_surely_coprime(const ts_zpoly *a, const ts_zpoly *b) {
    if (a->degree < 0 || b->degree < 0) return false;
    uint64_t x[TS_ZPOLY_DEGREE + 1], y[TS_ZPOLY_DEGREE + 1];
    const int m = reduce(a, x), n = reduce(b, y);
    /* With both leading coefficients alive, a common root in characteristic 0 survives modulo the prime. */
    if (x[m] == 0 || y[n] == 0) return false;
    return gcd_degree_mod(x, m, y, n) == 0;
}

/* ---- over the integers ---- */

/* a = a pseudo-remainder of a by b (a positive or negative multiple of the remainder). */
static void pseudo_remainder(ts_zpoly *a, const ts_zpoly *b) {
    mpz_t factor;
    mpz_init(factor);
    while (a->degree >= b->degree && a->degree >= 0) {
        const int shift = a->degree - b->degree;
        mpz_set(factor, a->c[a->degree]);
        for (int i = 0; i < a->degree; ++i) mpz_mul(a->c[i], a->c[i], b->c[b->degree]);
        for (int i = 0; i < b->degree; ++i) mpz_submul(a->c[i + shift], b->c[i], factor);
        --a->degree;
        while (a->degree >= 0 && mpz_sgn(a->c[a->degree]) == 0) --a->degree;
    }
    mpz_clear(factor);
}

void ts_zpoly_gcd(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b) {
    ts_zpoly other;
    ts_zpoly_init(&other);
    ts_zpoly *x = r, *y = &other;
    ts_zpoly_set(x, a->degree >= b->degree ? a : b);
    ts_zpoly_set(y, a->degree >= b->degree ? b : a);
    make_primitive(x);
    make_primitive(y);
    while (y->degree >= 0) {
        pseudo_remainder(x, y);
        make_primitive(x);
        ts_zpoly *swap = x;
        x = y;
        y = swap;
    }
    if (x != r) ts_zpoly_set(r, x);
    ts_zpoly_clear(&other);
}

/* p / d for a primitive divisor d of a primitive p: exact over the integers (Gauss). */
static void divide_exactly(ts_zpoly *p, const ts_zpoly *d) {
    ts_zpoly quotient;
    ts_zpoly_init(&quotient);
    quotient.degree = p->degree - d->degree;
    for (int i = quotient.degree; i >= 0; --i) {
        mpz_divexact(quotient.c[i], p->c[i + d->degree], d->c[d->degree]);
        for (int j = 0; j < d->degree; ++j) mpz_submul(p->c[i + j], quotient.c[i], d->c[j]);
    }
    ts_zpoly_set(p, &quotient);
    ts_zpoly_clear(&quotient);
}

void ts_zpoly_squarefree(ts_zpoly *p) {
    if (p->degree < 2) return;
    ts_zpoly derivative, divisor;
    ts_zpoly_init(&derivative);
    derivative.degree = p->degree - 1;
    for (int i = 1; i <= p->degree; ++i) mpz_mul_ui(derivative.c[i - 1], p->c[i], (unsigned long)i);
    if (!ts_zpoly_surely_coprime(p, &derivative)) {
        ts_zpoly_init(&divisor);
        ts_zpoly_gcd(&divisor, p, &derivative);
        if (divisor.degree > 0) {
            make_primitive(p);
            divide_exactly(p, &divisor);
        }
        ts_zpoly_clear(&divisor);
    }
    ts_zpoly_clear(&derivative);
}
