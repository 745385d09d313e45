/* SPDX-License-Identifier: MIT
 * The chain rule to second order, once for all operations; and where dual numbers live. */
#include "oracles/dual.h"

#include <assert.h>
#include <gmp.h>

#include "core/pages.h"

/* number: the value, the gradient, the lower triangle of the Hessian by rows. */
struct ts_dual {
    ts_duals *pool;
    mpfr_t number[];
};

/* The entries of ts_duals.partial. */
enum { F, F_A, F_B, F_AA, F_AB, F_BB, PARTIALS };

static int numbers_of(const ts_duals *pool) {
    return 1 + pool->inputs + pool->inputs * (pool->inputs + 1) / 2;
}

static int gradient_at(int i) {
    return 1 + i;
}

/* Entry (i, j) of the Hessian, j <= i. */
static int hessian_at(const ts_duals *pool, int i, int j) {
    return 1 + pool->inputs + i * (i + 1) / 2 + j;
}

/* ---- the pool ---- */

void ts_duals_init(ts_duals *pool, int inputs, mpfr_prec_t bits) {
    assert(inputs >= 0 && inputs <= TS_DUAL_MOST_INPUTS);
    ts_pages_keep(); /* a pool comes and goes with every point and precision */
    *pool = (ts_duals){.inputs = inputs, .bits = bits};
    for (int k = 0; k < PARTIALS; ++k) mpfr_init2(pool->partial[k], bits);
    for (int k = 0; k < 2; ++k) mpfr_init2(pool->row[k], bits);
}

static size_t dual_bytes(const ts_duals *pool) {
    return sizeof(ts_dual) + (size_t)numbers_of(pool) * (sizeof(mpfr_t) + mpfr_custom_get_size(pool->bits));
}

static ts_dual *allocate(ts_duals *pool) {
    void *(*of_gmp)(size_t);
    mp_get_memory_functions(&of_gmp, NULL, NULL);
    ts_dual *a = of_gmp(dual_bytes(pool));
    a->pool = pool;
    const int count = numbers_of(pool);
    char *limbs = (char *)&a->number[count];
    for (int k = 0; k < count; ++k) {
        mpfr_custom_init(limbs, pool->bits);
        mpfr_custom_init_set(a->number[k], MPFR_ZERO_KIND, 0, pool->bits, limbs);
        limbs += mpfr_custom_get_size(pool->bits);
    }
    return a;
}

static ts_dual *zero(ts_duals *pool) {
    assert(pool->used < TS_DUALS_MOST);
    if (pool->used == pool->made) pool->dual[pool->made++] = allocate(pool);
    ts_dual *a = pool->dual[pool->used++];
    for (int k = numbers_of(pool) - 1; k >= 0; --k) mpfr_set_zero(a->number[k], 1);
    return a;
}

void ts_duals_reset(ts_duals *pool) {
    pool->used = 0;
}

void ts_duals_clear(ts_duals *pool) {
    void (*of_gmp)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &of_gmp);
    while (pool->made > 0) of_gmp(pool->dual[--pool->made], dual_bytes(pool));
    for (int k = 0; k < PARTIALS; ++k) mpfr_clear(pool->partial[k]);
    for (int k = 0; k < 2; ++k) mpfr_clear(pool->row[k]);
}

ts_duals *ts_dual_pool(const ts_dual *a) {
    return a->pool;
}

mpfr_srcptr ts_dual_value(const ts_dual *a) {
    return a->number[0];
}

mpfr_srcptr ts_dual_gradient(const ts_dual *a, int i) {
    return a->number[gradient_at(i)];
}

mpfr_srcptr ts_dual_hessian(const ts_dual *a, int i, int j) {
    return j <= i ? a->number[hessian_at(a->pool, i, j)] : a->number[hessian_at(a->pool, j, i)];
}

const ts_dual *ts_dual_constant(ts_duals *pool, mpfr_srcptr value) {
    ts_dual *a = zero(pool);
    mpfr_set(a->number[0], value, MPFR_RNDN);
    return a;
}

const ts_dual *ts_dual_number(ts_duals *pool, double value) {
    ts_dual *a = zero(pool);
    mpfr_set_d(a->number[0], value, MPFR_RNDN);
    return a;
}

const ts_dual *ts_dual_input(ts_duals *pool, int i, mpfr_srcptr value) {
    ts_dual *a = zero(pool);
    mpfr_set(a->number[0], value, MPFR_RNDN);
    if (pool->inputs > 0) mpfr_set_ui(a->number[gradient_at(i)], 1, MPFR_RNDN);
    return a;
}

/* ---- the chain rule ---- */

/* r += x y. Zeros, of which there are many, cost nothing; unless times infinity, which shall be NaN. */
static void accumulate(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    if ((mpfr_zero_p(x) && mpfr_number_p(y)) || (mpfr_zero_p(y) && mpfr_number_p(x))) return;
    if (mpfr_zero_p(r)) {
        mpfr_mul(r, x, y, MPFR_RNDN);
    } else {
        mpfr_fma(r, x, y, r, MPFR_RNDN);
    }
}

/* f(a, b) from the partial derivatives in the pool:
 * r_i = f_a a_i + f_b b_i,  r_ij = f_a a_ij + f_b b_ij + (f_aa a_i + f_ab b_i) a_j + (f_ab a_i + f_bb b_i) b_j. */
static const ts_dual *chain_two(const ts_dual *a, const ts_dual *b) {
    ts_duals *pool = a->pool;
    mpfr_t *f = pool->partial, *row = pool->row;
    ts_dual *r = zero(pool);
    mpfr_set(r->number[0], f[F], MPFR_RNDN);
    for (int i = 0; i < pool->inputs; ++i) {
        mpfr_srcptr a_i = ts_dual_gradient(a, i), b_i = ts_dual_gradient(b, i);
        accumulate(r->number[gradient_at(i)], f[F_A], a_i);
        accumulate(r->number[gradient_at(i)], f[F_B], b_i);
        for (int k = 0; k < 2; ++k) {
            mpfr_set_zero(row[k], 1);
            accumulate(row[k], f[k == 0 ? F_AA : F_AB], a_i);
            accumulate(row[k], f[k == 0 ? F_AB : F_BB], b_i);
        }
        for (int j = 0; j <= i; ++j) {
            mpfr_ptr r_ij = r->number[hessian_at(pool, i, j)];
            accumulate(r_ij, f[F_A], ts_dual_hessian(a, i, j));
            accumulate(r_ij, f[F_B], ts_dual_hessian(b, i, j));
            accumulate(r_ij, row[0], ts_dual_gradient(a, j));
            accumulate(r_ij, row[1], ts_dual_gradient(b, j));
        }
    }
    return r;
}

const ts_dual *ts_dual_chain(const ts_dual *a, mpfr_srcptr f, mpfr_srcptr first, mpfr_srcptr second) {
    ts_duals *pool = a->pool;
    ts_dual *r = zero(pool);
    mpfr_ptr row = pool->row[0];
    mpfr_set(r->number[0], f, MPFR_RNDN);
    for (int i = 0; i < pool->inputs; ++i) {
        mpfr_set_zero(row, 1);
        accumulate(row, second, ts_dual_gradient(a, i));
        accumulate(r->number[gradient_at(i)], first, ts_dual_gradient(a, i));
        for (int j = 0; j <= i; ++j) {
            accumulate(r->number[hessian_at(pool, i, j)], first, ts_dual_hessian(a, i, j));
            accumulate(r->number[hessian_at(pool, i, j)], row, ts_dual_gradient(a, j));
        }
    }
    return r;
}

const ts_dual *ts_dual_revalued(const ts_dual *a, mpfr_srcptr value) {
    ts_dual *r = zero(a->pool);
    for (int k = numbers_of(a->pool) - 1; k > 0; --k) mpfr_set(r->number[k], a->number[k], MPFR_RNDN);
    mpfr_set(r->number[0], value, MPFR_RNDN);
    return r;
}

/* ---- operations ---- */

const ts_dual *ts_dual_add(const ts_dual *a, const ts_dual *b) {
    ts_dual *r = zero(a->pool);
    for (int k = numbers_of(a->pool) - 1; k >= 0; --k) mpfr_add(r->number[k], a->number[k], b->number[k], MPFR_RNDN);
    return r;
}

const ts_dual *ts_dual_sub(const ts_dual *a, const ts_dual *b) {
    ts_dual *r = zero(a->pool);
    for (int k = numbers_of(a->pool) - 1; k >= 0; --k) mpfr_sub(r->number[k], a->number[k], b->number[k], MPFR_RNDN);
    return r;
}

const ts_dual *ts_dual_scale(double factor, const ts_dual *a) {
    ts_dual *r = zero(a->pool);
    for (int k = numbers_of(a->pool) - 1; k >= 0; --k) mpfr_mul_d(r->number[k], a->number[k], factor, MPFR_RNDN);
    return r;
}

const ts_dual *ts_dual_mul(const ts_dual *a, const ts_dual *b) {
    mpfr_t *f = a->pool->partial;
    mpfr_mul(f[F], a->number[0], b->number[0], MPFR_RNDN);
    mpfr_set(f[F_A], b->number[0], MPFR_RNDN);
    mpfr_set(f[F_B], a->number[0], MPFR_RNDN);
    mpfr_set_ui(f[F_AB], 1, MPFR_RNDN);
    mpfr_set_zero(f[F_AA], 1);
    mpfr_set_zero(f[F_BB], 1);
    return chain_two(a, b);
}

/* f = a/b, f_a = 1/b, f_b = -f/b, f_ab = -1/b^2, f_bb = 2 f/b^2 */
const ts_dual *ts_dual_div(const ts_dual *a, const ts_dual *b) {
    mpfr_t *f = a->pool->partial;
    mpfr_srcptr below = b->number[0];
    mpfr_div(f[F], a->number[0], below, MPFR_RNDN);
    mpfr_ui_div(f[F_A], 1, below, MPFR_RNDN);
    mpfr_div(f[F_B], f[F], below, MPFR_RNDN);
    mpfr_neg(f[F_B], f[F_B], MPFR_RNDN);
    mpfr_set_zero(f[F_AA], 1);
    mpfr_div(f[F_AB], f[F_A], below, MPFR_RNDN);
    mpfr_neg(f[F_AB], f[F_AB], MPFR_RNDN);
    mpfr_div(f[F_BB], f[F_B], below, MPFR_RNDN);
    mpfr_mul_si(f[F_BB], f[F_BB], -2, MPFR_RNDN);
    return chain_two(a, b);
}

/* f = atan2(y, x), with r2 = x^2 + y^2: f_y = x/r2, f_x = -y/r2, f_yy = -2xy/r2^2 = -f_xx, f_yx = (y^2 - x^2)/r2^2 */
const ts_dual *ts_dual_atan2(const ts_dual *y, const ts_dual *x) {
    mpfr_t *f = y->pool->partial;
    mpfr_srcptr up = y->number[0], right = x->number[0];
    mpfr_ptr r2 = f[F];
    mpfr_fmma(r2, up, up, right, right, MPFR_RNDN);
    mpfr_div(f[F_A], right, r2, MPFR_RNDN);
    mpfr_div(f[F_B], up, r2, MPFR_RNDN);
    mpfr_neg(f[F_B], f[F_B], MPFR_RNDN);
    mpfr_mul(f[F_AA], f[F_A], f[F_B], MPFR_RNDN);
    mpfr_mul_ui(f[F_AA], f[F_AA], 2, MPFR_RNDN);
    mpfr_neg(f[F_BB], f[F_AA], MPFR_RNDN);
    mpfr_fmms(f[F_AB], f[F_B], f[F_B], f[F_A], f[F_A], MPFR_RNDN);
    mpfr_atan2(f[F], up, right, MPFR_RNDN);
    return chain_two(y, x);
}

/* f = sqrt(a), f' = 1/(2f), f'' = -f'/(2a) */
const ts_dual *ts_dual_sqrt(const ts_dual *a) {
    mpfr_t *f = a->pool->partial;
    mpfr_sqrt(f[F], a->number[0], MPFR_RNDN);
    mpfr_ui_div(f[F_A], 1, f[F], MPFR_RNDN);
    mpfr_div_2ui(f[F_A], f[F_A], 1, MPFR_RNDN);
    mpfr_div(f[F_AA], f[F_A], a->number[0], MPFR_RNDN);
    mpfr_div_si(f[F_AA], f[F_AA], -2, MPFR_RNDN);
    return ts_dual_chain(a, f[F], f[F_A], f[F_AA]);
}

/* f = ln a, f' = 1/a, f'' = -1/a^2 */
const ts_dual *ts_dual_log(const ts_dual *a) {
    mpfr_t *f = a->pool->partial;
    mpfr_log(f[F], a->number[0], MPFR_RNDN);
    mpfr_ui_div(f[F_A], 1, a->number[0], MPFR_RNDN);
    mpfr_sqr(f[F_AA], f[F_A], MPFR_RNDN);
    mpfr_neg(f[F_AA], f[F_AA], MPFR_RNDN);
    return ts_dual_chain(a, f[F], f[F_A], f[F_AA]);
}

const ts_dual *ts_dual_exp(const ts_dual *a) {
    mpfr_t *f = a->pool->partial;
    mpfr_exp(f[F], a->number[0], MPFR_RNDN);
    return ts_dual_chain(a, f[F], f[F], f[F]);
}
