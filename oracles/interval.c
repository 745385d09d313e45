/* SPDX-License-Identifier: MIT
 * Intervals of MPFR numbers, rounded outwards. */
#include "oracles/interval.h"

#include "oracles/bracket.h"

void ts_interval_init(ts_interval *r) {
    mpfr_custom_init(r->limbs[0], TS_INTERVAL_BITS);
    mpfr_custom_init_set(r->lo, MPFR_ZERO_KIND, 0, TS_INTERVAL_BITS, r->limbs[0]);
    mpfr_custom_init(r->limbs[1], TS_INTERVAL_BITS);
    mpfr_custom_init_set(r->hi, MPFR_ZERO_KIND, 0, TS_INTERVAL_BITS, r->limbs[1]);
}

void ts_interval_set_double(ts_interval *r, double a) {
    mpfr_set_d(r->lo, a, MPFR_RNDD);
    mpfr_set_d(r->hi, a, MPFR_RNDU);
}

void ts_interval_add(ts_interval *r, const ts_interval *a, const ts_interval *b) {
    mpfr_add(r->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(r->hi, a->hi, b->hi, MPFR_RNDU);
}

void ts_interval_sub(ts_interval *r, const ts_interval *a, const ts_interval *b) {
    if (r == b) { /* the first result would overwrite what the second needs */
        ts_interval_neg(r);
        ts_interval_add(r, a, r);
        return;
    }
    mpfr_sub(r->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_sub(r->hi, a->hi, b->lo, MPFR_RNDU);
}

void ts_interval_neg(ts_interval *r) {
    mpfr_neg(r->lo, r->lo, MPFR_RNDN);
    mpfr_neg(r->hi, r->hi, MPFR_RNDN);
    mpfr_swap(r->lo, r->hi);
}

static void both_mixed(ts_interval *r, const ts_interval *a, const ts_interval *b) {
    ts_interval other;
    ts_interval_init(&other);
    mpfr_mul(r->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_mul(other.lo, a->hi, b->lo, MPFR_RNDD);
    mpfr_min(r->lo, r->lo, other.lo, MPFR_RNDD);
    mpfr_mul(r->hi, a->lo, b->lo, MPFR_RNDU);
    mpfr_mul(other.hi, a->hi, b->hi, MPFR_RNDU);
    mpfr_max(r->hi, r->hi, other.hi, MPFR_RNDU);
}

void ts_interval_mul(ts_interval *r, const ts_interval *a, const ts_interval *b) {
    const int a_side = mpfr_sgn(a->lo) >= 0 ? 1 : mpfr_sgn(a->hi) <= 0 ? -1 : 0;
    const int b_side = mpfr_sgn(b->lo) >= 0 ? 1 : mpfr_sgn(b->hi) <= 0 ? -1 : 0;
    if (a_side == 0 && b_side == 0) {
        both_mixed(r, a, b);
        return;
    }
    /* The end of b that meets a's lower end in the least product follows from the signs, and so on. */
    const mpfr_t *low_a = b_side > 0 || (b_side == 0 && a_side < 0) ? &a->lo : &a->hi;
    const mpfr_t *low_b = a_side > 0 || (a_side == 0 && b_side < 0) ? &b->lo : &b->hi;
    const mpfr_t *high_a = b_side > 0 || (b_side == 0 && a_side > 0) ? &a->hi : &a->lo;
    const mpfr_t *high_b = a_side > 0 || (a_side == 0 && b_side > 0) ? &b->hi : &b->lo;
    mpfr_mul(r->lo, *low_a, *low_b, MPFR_RNDD);
    mpfr_mul(r->hi, *high_a, *high_b, MPFR_RNDU);
}

int ts_interval_sign(const ts_interval *a) {
    if (mpfr_sgn(a->lo) > 0) return 1;
    if (mpfr_sgn(a->hi) < 0) return -1;
    return TS_SIGN_UNKNOWN;
}
