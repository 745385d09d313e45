/* SPDX-License-Identifier: MIT
 * Second-order dual numbers in MPFR: a value with its gradient and Hessian by up to 12 inputs. An operation on dual
 * numbers is the operation on values and the chain rule: derivatives come out without a formula for them.
 *
 * Results live in a pool of one precision until it is cleared, and know it: sums read as add(a, b). */
#ifndef TS_ORACLES_DUAL_H
#define TS_ORACLES_DUAL_H

#include <mpfr.h>

enum { TS_DUAL_MOST_INPUTS = 12, TS_DUALS_MOST = 512 };

typedef struct ts_dual ts_dual;

/* All memory of a pool: a dual is allocated in one piece, and none again after a reset. Out of memory ends the program,
 * as in GMP. */
typedef struct ts_duals {
    int inputs; /* 0: values only */
    mpfr_prec_t bits;
    int used, made;
    ts_dual *dual[TS_DUALS_MOST];
    mpfr_t partial[6]; /* f, f_a, f_b, f_aa, f_ab, f_bb of the operation at work */
    mpfr_t row[2];
} ts_duals;

void ts_duals_init(ts_duals *pool, int inputs, mpfr_prec_t bits);
void ts_duals_clear(ts_duals *pool);
/* Forgets every number; their memory serves again. */
void ts_duals_reset(ts_duals *pool);

ts_duals *ts_dual_pool(const ts_dual *a);
mpfr_srcptr ts_dual_value(const ts_dual *a);
mpfr_srcptr ts_dual_gradient(const ts_dual *a, int i);
mpfr_srcptr ts_dual_hessian(const ts_dual *a, int i, int j);

const ts_dual *ts_dual_constant(ts_duals *pool, mpfr_srcptr value);
const ts_dual *ts_dual_number(ts_duals *pool, double value);
/* Input i of the pool. */
const ts_dual *ts_dual_input(ts_duals *pool, int i, mpfr_srcptr value);

const ts_dual *ts_dual_add(const ts_dual *a, const ts_dual *b);
const ts_dual *ts_dual_sub(const ts_dual *a, const ts_dual *b);
const ts_dual *ts_dual_mul(const ts_dual *a, const ts_dual *b);
const ts_dual *ts_dual_div(const ts_dual *a, const ts_dual *b);
const ts_dual *ts_dual_scale(double factor, const ts_dual *a);
const ts_dual *ts_dual_sqrt(const ts_dual *a);
const ts_dual *ts_dual_log(const ts_dual *a);
const ts_dual *ts_dual_exp(const ts_dual *a);
const ts_dual *ts_dual_atan2(const ts_dual *y, const ts_dual *x);

/* f(a) for any function of one number, given f, f' and f'' at a. */
const ts_dual *ts_dual_chain(const ts_dual *a, mpfr_srcptr f, mpfr_srcptr first, mpfr_srcptr second);
/* a with another value. */
const ts_dual *ts_dual_revalued(const ts_dual *a, mpfr_srcptr value);

#endif
