/* SPDX-License-Identifier: MIT
 * Intervals of MPFR numbers of one fixed precision, in storage of the caller's: no allocation. */
#ifndef TS_ORACLES_INTERVAL_H
#define TS_ORACLES_INTERVAL_H

#include <mpfr.h>

/* Two 64-bit limbs less a few bits: MPFR's fastest path beyond doubles. */
#define TS_INTERVAL_BITS 120
#define TS_INTERVAL_LIMBS ((TS_INTERVAL_BITS + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS)

typedef struct ts_interval {
    mpfr_t lo, hi;
    mp_limb_t limbs[2][TS_INTERVAL_LIMBS];
} ts_interval;

/* Must be called once before use; nothing to clear. An interval must not be moved or copied by assignment. */
void ts_interval_init(ts_interval *r);

/* r must not alias an operand of mul; elsewhere it may. */
void ts_interval_set_double(ts_interval *r, double a);
void ts_interval_add(ts_interval *r, const ts_interval *a, const ts_interval *b);
void ts_interval_sub(ts_interval *r, const ts_interval *a, const ts_interval *b);
void ts_interval_neg(ts_interval *r);
void ts_interval_mul(ts_interval *r, const ts_interval *a, const ts_interval *b);

/* 1, -1: every number in it; TS_SIGN_UNKNOWN otherwise, exact zero included. */
int ts_interval_sign(const ts_interval *a);

#endif
