/* SPDX-License-Identifier: MIT
 * The operations of oracles/ball.h on four balls side by side, three of them the components of a vector. */
#ifndef TS_ORACLES_BALL_FOUR_H
#define TS_ORACLES_BALL_FOUR_H

#include "oracles/ball.h"
#include "oracles/four.h"

typedef struct ball_four {
    four hi, lo, err;
} ball_four;

FOUR_INLINE void two_sum_four(const four *a, const four *b, four *sum, four *error) {
    const four s = *a + *b, bb = s - *a;
    *error = (*a - (s - bb)) + (*b - bb);
    *sum = s;
}

FOUR_INLINE void fast_two_sum_four(const four *a, const four *b, four *sum, four *error) {
    const four s = *a + *b;
    *error = *b - (s - *a);
    *sum = s;
}

FOUR_INLINE void split_four(const four *a, four *high, four *low) {
    const four c = 134217729.0 * *a;
    *high = c - (c - *a);
    *low = *a - *high;
}

/* a - b, exactly. */
FOUR_INLINE void ball_difference_four(const four *a, const four *b, ball_four *r) {
    const four minus = -*b;
    two_sum_four(a, &minus, &r->hi, &r->lo);
    r->err = four_of(0.0);
}

FOUR_INLINE void ball_add_four(const ball_four *a, const ball_four *b, ball_four *r) {
    four sh, sl, th, tl, vh, vl;
    two_sum_four(&a->hi, &b->hi, &sh, &sl);
    two_sum_four(&a->lo, &b->lo, &th, &tl);
    sl += th;
    fast_two_sum_four(&sh, &sl, &vh, &vl);
    tl += vl;
    const four err = a->err + b->err;
    fast_two_sum_four(&vh, &tl, &r->hi, &r->lo);
    r->err = (err + BALL_SUM_ERROR * four_abs(r->hi)) * BALL_ROUND_UP + BALL_TINY;
}

FOUR_INLINE void ball_sub_four(const ball_four *a, const ball_four *b, ball_four *r) {
    const ball_four minus = {-b->hi, -b->lo, b->err};
    ball_add_four(a, &minus, r);
}

FOUR_INLINE void ball_mul_four(const ball_four *a, const ball_four *b, ball_four *r) {
    four ah, al, bh, bl;
    split_four(&a->hi, &ah, &al);
    split_four(&b->hi, &bh, &bl);
    const four p = a->hi * b->hi;
    const four e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    const four rest = e + (a->hi * b->lo + a->lo * b->hi);
    const four err = four_abs(a->hi) * b->err + four_abs(b->hi) * a->err + a->err * b->err;
    fast_two_sum_four(&p, &rest, &r->hi, &r->lo);
    r->err = (err + BALL_PRODUCT_ERROR * four_abs(r->hi)) * BALL_ROUND_UP + BALL_TINY;
}

/* Components y, z, x and z, x, y. */
FOUR_INLINE void turn_four(const ball_four *a, ball_four *yzx, ball_four *zxy) {
    *yzx = (ball_four){__builtin_shufflevector(a->hi, a->hi, 1, 2, 0, 3),
                       __builtin_shufflevector(a->lo, a->lo, 1, 2, 0, 3),
                       __builtin_shufflevector(a->err, a->err, 1, 2, 0, 3)};
    *zxy = (ball_four){__builtin_shufflevector(a->hi, a->hi, 2, 0, 1, 3),
                       __builtin_shufflevector(a->lo, a->lo, 2, 0, 1, 3),
                       __builtin_shufflevector(a->err, a->err, 2, 0, 1, 3)};
}

FOUR_INLINE void ball_cross_four(const ball_four *a, const ball_four *b, ball_four *r) {
    ball_four a1, a2, b1, b2, left, right;
    turn_four(a, &a1, &a2);
    turn_four(b, &b1, &b2);
    ball_mul_four(&a1, &b2, &left);
    ball_mul_four(&a2, &b1, &right);
    ball_sub_four(&left, &right, r);
}

FOUR_INLINE ts_ball ball_dot_four(const ball_four *a, const ball_four *b) {
    ball_four p;
    ball_mul_four(a, b, &p);
    const ts_ball x = {p.hi[0], p.lo[0], p.err[0]}, y = {p.hi[1], p.lo[1], p.err[1]}, z = {p.hi[2], p.lo[2], p.err[2]};
    return ts_ball_add(ts_ball_add(x, y), z);
}

#endif
