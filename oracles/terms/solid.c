/* SPDX-License-Identifier: MIT
 * Tets: fixed corotated and neo-Hookean energy densities of F, given row by row; p = mu, lambda.
 *
 * No singular value decomposition is needed. With a = sum sigma_i and b = sum sigma_i sigma_j, the smallest sigma
 * signed like J = det F:  |F|^2 = a^2 - 2b  and  |cof F|^2 = b^2 - 2 a J, so that a is a root of
 *     P(a) = (a^2 - |F|^2)^2 - 8 J a - 4 |cof F|^2,
 * the largest: the others are sigma_i - sigma_j - sigma_k, all real. P'(a) = 8 (s0 + s1)(s0 + s2)(s1 + s2): the root is
 * simple where the energy is smooth. */
#include <stdbool.h>

#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

typedef struct invariants {
    real norm2, cofactor2, det;
} invariants;

static invariants invariants_of(const real *f) {
    vector row[3];
    for (int i = 0; i < 3; ++i) row[i] = (vector){{f[3 * i], f[3 * i + 1], f[3 * i + 2]}};
    const vector cofactor[3] = {cross(row[1], row[2]), cross(row[2], row[0]), cross(row[0], row[1])};
    return (invariants){
        .norm2 = add(add(norm2(row[0]), norm2(row[1])), norm2(row[2])),
        .cofactor2 = add(add(norm2(cofactor[0]), norm2(cofactor[1])), norm2(cofactor[2])),
        .det = dot(row[0], cofactor[0]),
    };
}

/* P'(a) */
static real slope_at(const invariants *of, real a) {
    return times(4, sub(mul(a, sub(square(a), of->norm2)), times(2, of->det)));
}

/* a - P(a)/P'(a) */
static real newton_step(const invariants *of, real a) {
    const real bracket = square(sub(square(a), of->norm2));
    const real p = sub(bracket, times(4, add(times(2, mul(of->det, a)), of->cofactor2)));
    return sub(a, over(p, slope_at(of, a)));
}

/* The root: from above, where P is convex, Newton's steps fall until rounding ends it. */
static void largest_root(const invariants *of, mpfr_ptr a) {
    ts_duals values;
    mpfr_t next;
    mpfr_prec_t bits = mpfr_get_prec(a);
    ts_duals_init(&values, 0, bits);
    mpfr_init2(next, bits);
    mpfr_mul_ui(a, ts_dual_value(of->norm2), 3, MPFR_RNDU);
    mpfr_sqrt(a, a, MPFR_RNDU);
    for (mpfr_prec_t step = 0; step < 4 * bits; ++step) {
        ts_duals_reset(&values);
        const invariants plain = {ts_dual_constant(&values, ts_dual_value(of->norm2)),
                                  ts_dual_constant(&values, ts_dual_value(of->cofactor2)),
                                  ts_dual_constant(&values, ts_dual_value(of->det))};
        mpfr_set(next, ts_dual_value(newton_step(&plain, ts_dual_constant(&values, a))), MPFR_RNDN);
        if (!mpfr_less_p(next, a)) break; /* also NaN: a double root met exactly */
        mpfr_swap(a, next);
    }
    mpfr_clear(next);
    ts_duals_clear(&values);
}

/* A double root, found to half of the digits, leaves a slope of their last: it counts as one where the slope has lost a
 * third of them. */
static bool is_double(const invariants *of, mpfr_srcptr a) {
    ts_duals *pool = ts_dual_pool(of->det);
    const real sum = ts_dual_constant(pool, a), size = mul(sum, square(sum));
    mpfr_t least;
    mpfr_init2(least, pool->bits);
    mpfr_div_2si(least, ts_dual_value(size), pool->bits / 3, MPFR_RNDN);
    const bool small = mpfr_lessequal_p(ts_dual_value(slope_at(of, sum)), least);
    mpfr_clear(least);
    return small;
}

/* Two of Newton's steps in dual numbers from the root as a constant: the first makes the gradient right, the second the
 * Hessian (the error of a step is the square of the one before). The value stays. A double root has no derivatives. */
static real sum_of_stretches(const invariants *of) {
    ts_duals *pool = ts_dual_pool(of->det);
    mpfr_t a, none;
    mpfr_inits2(pool->bits, a, none, (mpfr_ptr)0); /* NaN */
    largest_root(of, a);
    const real sum = is_double(of, a)
                         ? ts_dual_chain(of->norm2, a, none, none)
                         : ts_dual_revalued(newton_step(of, newton_step(of, ts_dual_constant(pool, a))), a);
    mpfr_clears(a, none, (mpfr_ptr)0);
    return sum;
}

/* mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2 */
static real fixed_corotated(const real *f, const real *p) {
    const invariants of = invariants_of(f);
    const real turned = add(sub(of.norm2, times(2, sum_of_stretches(&of))), number(of.det, 3));
    return add(mul(p[0], turned), times(0.5, mul(p[1], square(sub(of.det, number(of.det, 1))))));
}

/* mu/2 (|F|^2 - 3) - mu ln J + lambda/2 (ln J)^2 */
static real neo_hookean(const real *f, const real *p) {
    const invariants of = invariants_of(f);
    if (sign_of(of.det) <= 0) return NULL;
    const real log_j = logarithm(of.det), stretched = times(0.5, sub(of.norm2, number(of.det, 3)));
    return add(mul(p[0], sub(stretched, log_j)), times(0.5, mul(p[1], square(log_j))));
}

static const char *const GRADIENT[] = {"F00", "F01", "F02", "F10", "F11", "F12", "F20", "F21", "F22", NULL};
static const char *const LAME[] = {"mu", "lambda", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("fixed-corotated", "mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2", GRADIENT, LAME, fixed_corotated),
    TS_DEFINITION("neo-hookean", "mu/2 (sum sigma_i^2 - 3) - mu ln J + lambda/2 (ln J)^2", GRADIENT, LAME, neo_hookean),
};

const ts_term_family ts_solid_terms = TS_FAMILY(TERMS);
