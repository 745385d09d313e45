/* SPDX-License-Identifier: MIT
 * Double-double numbers with an error bound: |exact - (hi + lo)| <= err. Error bounds of the operations:
 * Joldes, Muller, Popescu (2017), "Tight and rigorous error bounds for basic building blocks of double-word
 * arithmetic"; rounded up generously here. Magnitudes must stay below 2^900; what underflows is in BALL_TINY. */
#ifndef TS_ORACLES_BALL_H
#define TS_ORACLES_BALL_H

#include <math.h>

#include "oracles/bracket.h"

typedef struct ts_ball {
    double hi, lo, err;
} ts_ball;

/* Relative error of a sum (<= 4 u^2) and a product (<= 9 u^2), u = 2^-53, with room; and what rounds up the
 * computation of an error bound itself. */
#define BALL_SUM_ERROR 0x1p-103
#define BALL_PRODUCT_ERROR 0x1p-102
#define BALL_ROUND_UP (1.0 + 0x1p-48)
#define BALL_TINY 0x1p-1000

static inline void ts_two_sum(double a, double b, double *sum, double *error) {
    const double s = a + b, bb = s - a;
    *error = (a - (s - bb)) + (b - bb);
    *sum = s;
}

static inline void ts_fast_two_sum(double a, double b, double *sum, double *error) {
    const double s = a + b;
    *error = b - (s - a);
    *sum = s;
}

/* Veltkamp's splitting: no fused multiply-add is needed, so that every machine does the same. */
static inline void ts_split(double a, double *high, double *low) {
    const double c = 134217729.0 * a;
    *high = c - (c - a);
    *low = a - *high;
}

static inline void ts_two_product(double a, double b, double *product, double *error) {
    double ah, al, bh, bl;
    ts_split(a, &ah, &al);
    ts_split(b, &bh, &bl);
    const double p = a * b;
    *error = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    *product = p;
}

static inline ts_ball ts_ball_from_double(double a) {
    return (ts_ball){a, 0.0, 0.0};
}

/* a - b, exactly. */
static inline ts_ball ts_ball_difference(double a, double b) {
    ts_ball r = {0};
    ts_two_sum(a, -b, &r.hi, &r.lo);
    return r;
}

static inline ts_ball ts_ball_add(ts_ball a, ts_ball b) {
    double sh, sl, th, tl, vh, vl;
    ts_ball r;
    ts_two_sum(a.hi, b.hi, &sh, &sl);
    ts_two_sum(a.lo, b.lo, &th, &tl);
    ts_fast_two_sum(sh, sl + th, &vh, &vl);
    ts_fast_two_sum(vh, tl + vl, &r.hi, &r.lo);
    r.err = (a.err + b.err + BALL_SUM_ERROR * fabs(r.hi)) * BALL_ROUND_UP + BALL_TINY;
    return r;
}

static inline ts_ball ts_ball_negative(ts_ball a) {
    return (ts_ball){-a.hi, -a.lo, a.err};
}

static inline ts_ball ts_ball_sub(ts_ball a, ts_ball b) {
    return ts_ball_add(a, ts_ball_negative(b));
}

static inline ts_ball ts_ball_mul(ts_ball a, ts_ball b) {
    double ph, pl;
    ts_ball r;
    ts_two_product(a.hi, b.hi, &ph, &pl);
    pl += a.hi * b.lo + a.lo * b.hi;
    ts_fast_two_sum(ph, pl, &r.hi, &r.lo);
    /* |hi| alone stands for |hi + lo|: their ratio is within 1 +- 2^-52, which BALL_ROUND_UP covers. */
    r.err =
        (fabs(a.hi) * b.err + fabs(b.hi) * a.err + a.err * b.err + BALL_PRODUCT_ERROR * fabs(r.hi)) * BALL_ROUND_UP +
        BALL_TINY;
    return r;
}

/* BALL_ROUND_UP makes room for lo. */
static inline int ts_ball_sign(ts_ball a) {
    if (a.hi > a.err * BALL_ROUND_UP) return 1;
    if (a.hi < -a.err * BALL_ROUND_UP) return -1;
    return TS_SIGN_UNKNOWN;
}

#endif
