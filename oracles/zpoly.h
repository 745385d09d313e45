/* SPDX-License-Identifier: MIT
 * Polynomials in t with integer coefficients (GMP), up to degree 8: what the exact stage and
 * the check of certificates need of them. */
#ifndef TS_ORACLES_ZPOLY_H
#define TS_ORACLES_ZPOLY_H

#include <gmp.h>
#include <stdbool.h>

#define TS_ZPOLY_DEGREE 8

/* sum of c[i] t^i. degree is that of the highest coefficient that is not zero; -1: the zero polynomial.
 * Coefficients above `degree` have no meaning. */
typedef struct ts_zpoly {
    int degree;
    mpz_t c[TS_ZPOLY_DEGREE + 1];
} ts_zpoly;

/* The dyadic interval [k, k+1] / 2^depth. */
typedef struct ts_dyadic {
    mpz_t k;
    unsigned depth;
} ts_dyadic;

void ts_zpoly_init(ts_zpoly *p);
void ts_zpoly_clear(ts_zpoly *p);
void ts_zpoly_set(ts_zpoly *r, const ts_zpoly *p);

/* r may alias a or b in sub, not in mul and the rest. */
void ts_zpoly_sub(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b);
void ts_zpoly_mul(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b);
void ts_zpoly_sub_mul(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b); /* r -= a b */
void ts_zpoly_scale(ts_zpoly *r, const mpz_t factor);
void ts_zpoly_neg(ts_zpoly *r);

/* Vectors of three polynomials. r must not alias. */
void ts_zpoly_dot(ts_zpoly *r, const ts_zpoly a[3], const ts_zpoly b[3]);
void ts_zpoly_cross(ts_zpoly r[3], const ts_zpoly a[3], const ts_zpoly b[3]);

/* p / gcd(p, p'): the same roots, each simple. */
void ts_zpoly_squarefree(ts_zpoly *p);
/* True only when a and b have no common root; a cheap test modulo a prime that may say false wrongly. */
bool ts_zpoly_surely_coprime(const ts_zpoly *a, const ts_zpoly *b);
/* A greatest common divisor, primitive. a, b not zero. */
void ts_zpoly_gcd(ts_zpoly *r, const ts_zpoly *a, const ts_zpoly *b);

/* Bernstein coefficients of p on the interval, times a positive integer; b[0..degree] initialised. */
void ts_zpoly_bernstein(const ts_zpoly *p, const ts_dyadic *interval, mpz_t *b);
/* Signs of p at a double t >= 0 and at the dyadic k / 2^depth. */
int ts_zpoly_sign_at_double(const ts_zpoly *p, double t);
int ts_zpoly_sign_at_start(const ts_zpoly *p, const ts_dyadic *interval);

/* m * 2^exponent == t with m odd (or both 0), t >= 0. */
void ts_split_double(double t, mpz_t m, long *exponent);

#endif
