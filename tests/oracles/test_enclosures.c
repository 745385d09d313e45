/* SPDX-License-Identifier: MIT
 * The arithmetic under the first two stages against GMP rationals: error bounds of double-doubles, MPFR intervals,
 * and proofs by separating directions where the distance is within rounding of the thickness. */
#include <gmp.h>

#include <touchstone/dataset.h>

#include "core/random.h"
#include "oracles/ball.h"
#include "oracles/interval.h"
#include "oracles/separation.h"
#include "tests/oracles/truths.h"

/* Of any size within the stage's range, often sharing leading digits with the last one. */
static double next_number(ts_random *random, double last) {
    const double sign = ts_random_below(random, 2) ? 1.0 : -1.0;
    switch (ts_random_below(random, 3)) {
    case 0: return sign * ts_random_log(random, 0x1p-80, 0x1p20);
    case 1: return -last * (1.0 + ldexp(sign, -(int)(1 + ts_random_below(random, 52))));
    default: return sign * (1.0 + ts_random_unit(random));
    }
}

/* ---- balls ---- */

typedef struct tracked {
    ts_ball ball;
    mpq_t exact;
} tracked;

static void check_ball(const tracked *x) {
    mpq_t error, part;
    mpq_inits(error, part, NULL);
    mpq_set_d(error, x->ball.hi);
    mpq_set_d(part, x->ball.lo);
    mpq_add(error, error, part);
    mpq_sub(error, error, x->exact);
    mpq_abs(error, error);
    mpq_set_d(part, x->ball.err);
    ck_assert_msg(mpq_cmp(error, part) <= 0, "(%a, %a) is off by more than %a", x->ball.hi, x->ball.lo, x->ball.err);
    const int sign = ts_ball_sign(x->ball);
    ck_assert(sign == TS_SIGN_UNKNOWN || sign == mpq_sgn(x->exact));
    mpq_clears(error, part, NULL);
}

/* exact less a double-double near the ball: a sign at the edge of what is known. */
static int check_edge(ts_random *random, const tracked *x) {
    const double shift = ldexp(ts_random_unit(random) - 0.5, -46);
    const ts_ball near = {x->ball.hi, x->ball.lo * (1.0 + shift), 0.0};
    tracked rest = {.ball = ts_ball_sub(x->ball, near)};
    mpq_t part;
    mpq_inits(part, rest.exact, NULL);
    mpq_set_d(part, near.hi);
    mpq_sub(rest.exact, x->exact, part);
    mpq_set_d(part, near.lo);
    mpq_sub(rest.exact, rest.exact, part);
    check_ball(&rest);
    const int unknown = ts_ball_sign(rest.ball) == TS_SIGN_UNKNOWN && mpq_sgn(rest.exact) != 0;
    mpq_clears(part, rest.exact, NULL);
    return unknown;
}

static void random_difference(ts_random *random, double *last, tracked *r) {
    const double x = next_number(random, *last), y = next_number(random, x);
    *last = y;
    r->ball = ts_ball_difference(x, y);
    mpq_t part;
    mpq_init(part);
    mpq_set_d(part, y);
    mpq_set_d(r->exact, x);
    mpq_sub(r->exact, r->exact, part);
    mpq_clear(part);
}

/* The product of two differences, exact until then, and a growing sum of such products, most of which cancel.
 * Returns how many signs were unknown. */
static int check_ball_expression(ts_random *random) {
    tracked sum = {.ball = ts_ball_from_double(0.0)}, term, factor;
    mpq_inits(sum.exact, term.exact, factor.exact, NULL);
    double last = 1.0;
    int unknown = 0;
    for (int i = 0; i < 8; ++i) {
        random_difference(random, &last, &term);
        random_difference(random, &last, &factor);
        term.ball = ts_ball_mul(term.ball, factor.ball);
        mpq_mul(term.exact, term.exact, factor.exact);
        check_ball(&term);
        unknown += check_edge(random, &term);
        sum.ball = i % 2 ? ts_ball_sub(sum.ball, term.ball) : ts_ball_add(term.ball, sum.ball);
        if (i % 2)
            mpq_sub(sum.exact, sum.exact, term.exact);
        else
            mpq_add(sum.exact, sum.exact, term.exact);
        check_ball(&sum);
        unknown += check_edge(random, &sum);
    }
    mpq_clears(sum.exact, term.exact, factor.exact, NULL);
    return unknown;
}

START_TEST(test_balls) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 10);
    int unknown = 0;
    for (int i = ts_test_cases(5000); i > 0; --i) unknown += check_ball_expression(&random);
    ck_assert_int_gt(unknown, 100);
}
END_TEST

/* The sum with the largest relative error that is known, 9/8 of 2^-105 (Joldes, Muller, Popescu 2017). */
START_TEST(test_worst_sum) {
    tracked x = {.ball = {0x1.fffffffffffffp+52, -0x1.fffffffffffffp-2, 0.0}};
    const ts_ball y = {-0x1.ffffffffffffbp+51, -0x1.fffffffffffffp-4, 0.0};
    mpq_t part;
    mpq_inits(x.exact, part, NULL);
    const double terms[] = {x.ball.hi, x.ball.lo, y.hi, y.lo};
    for (int i = 0; i < 4; ++i) {
        mpq_set_d(part, terms[i]);
        mpq_add(x.exact, x.exact, part);
    }
    x.ball = ts_ball_add(x.ball, y);
    check_ball(&x);
    mpq_clears(x.exact, part, NULL);
}
END_TEST

/* ---- intervals ---- */

static void check_interval(const ts_interval *x, const mpq_t exact) {
    ck_assert_int_le(mpfr_cmp_q(x->lo, exact), 0);
    ck_assert_int_ge(mpfr_cmp_q(x->hi, exact), 0);
    const int sign = ts_interval_sign(x);
    ck_assert(sign == TS_SIGN_UNKNOWN || sign == mpq_sgn(exact));
}

/* A running value that many roundings have made wide, under every operation, results in place where that is allowed. */
START_TEST(test_intervals) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 11);
    ts_interval value, term, product, zero;
    mpq_t exact, a;
    ts_interval_init(&value);
    ts_interval_init(&term);
    ts_interval_init(&product);
    ts_interval_init(&zero);
    mpq_inits(exact, a, NULL);
    for (int i = ts_test_cases(1000); i > 0; --i) {
        double x = next_number(&random, 1.0);
        ts_interval_set_double(&value, x);
        mpq_set_d(exact, x);
        for (int k = 0; k < 24; ++k) {
            x = next_number(&random, x);
            ts_interval_set_double(&term, x);
            mpq_set_d(a, x);
            switch (ts_random_below(&random, 5)) {
            case 0:
                ts_interval_add(&value, &value, &term);
                mpq_add(exact, exact, a);
                break;
            case 1:
                ts_interval_sub(&value, &value, &term);
                mpq_sub(exact, exact, a);
                break;
            case 2:
                ts_interval_sub(&value, &term, &value);
                mpq_sub(exact, a, exact);
                break;
            case 3:
                ts_interval_neg(&value);
                mpq_neg(exact, exact);
                break;
            default:
                ts_interval_mul(&product, &value, &term);
                ts_interval_add(&value, &product, &zero);
                mpq_mul(exact, exact, a);
                break;
            }
            check_interval(&value, exact);
        }
    }
    mpq_clears(exact, a, NULL);
}
END_TEST

/* ---- separating directions ---- */

/* At thickness d, rounded up, the primitives touch at t = 0: nothing may prove them apart. At 3/4 of it they are
 * apart there, and how often that is seen is returned. */
static int check_separation(const ts_family *family, uint64_t seed, int cases) {
    int apart = 0;
    for (int i = 0; i < cases; ++i) {
        ts_ccd_query query;
        family->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        memcpy(query.x1, query.x0, sizeof query.x1);
        ts_oracle_distance_result at;
        ck_assert_int_eq(ts_oracle_distance(&query, 0.0, 0.0, &at), TS_OK);
        ts_float_query scaled;
        query.min_distance = at.gap_hi;
        ck_assert(ts_float_query_init(&scaled, &query));
        ck_assert_msg(!ts_float_separated(&scaled, query.kind), "proven apart though touching: %s", query_text(&query));
        query.min_distance = 0.75 * at.gap_lo;
        ck_assert(ts_float_query_init(&scaled, &query));
        apart += ts_float_separated(&scaled, query.kind);
    }
    return apart;
}

static bool apart_at_length(ts_ccd_query *query, double xi) {
    ts_float_query scaled;
    query->min_distance = xi;
    return ts_float_query_init(&scaled, query) && ts_float_separated_at_length(&scaled, query->kind, query->t_max, 400);
}

/* At the least distance of a part of the motion nothing may prove them apart on it; how often 0.99 of it is seen to
 * keep them apart is returned. */
static int check_separation_at_length(const ts_family *family, uint64_t seed, int cases) {
    int apart = 0;
    ts_random random;
    ts_random_init(&random, seed, 9);
    for (int i = 0; i < cases; ++i) {
        ts_ccd_query query;
        double lo, hi, at;
        family->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        query.t_max = 0.01 + 0.99 * ts_random_unit(&random);
        ck_assert_int_eq(ts_oracle_closest_approach(&query, 1e-6, &lo, &hi, &at), TS_OK);
        ck_assert_msg(!apart_at_length(&query, hi), "proven apart though touching: %s", query_text(&query));
        apart += lo > 0.0 && apart_at_length(&query, 0.99 * lo);
    }
    return apart;
}

START_TEST(test_separation_at_length) {
    const uint64_t seed = ts_test_seed();
    const int cases = ts_test_cases(200);
    ck_assert_int_gt(check_separation_at_length(ts_family_find("generic"), seed, cases), cases / 2);
    ck_assert_int_gt(check_separation_at_length(ts_family_find("cloth"), seed, cases), cases / 4);
    check_separation_at_length(ts_family_find("sliding"), seed, cases);
    check_separation_at_length(ts_family_find("needle"), seed, cases);
}
END_TEST

/* The error counts where the gap is small beside the primitives. */
START_TEST(test_separation) {
    const uint64_t seed = ts_test_seed();
    const int cases = ts_test_cases(2000);
    ck_assert_int_gt(check_separation(ts_family_find("generic"), seed, cases), cases / 2);
    ck_assert_int_gt(check_separation(ts_family_find("cloth"), seed, cases), cases / 2);
    ck_assert_int_ge(check_separation(ts_family_find("needle"), seed, cases), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/enclosures");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_balls);
    tcase_add_test(cases, test_worst_sum);
    tcase_add_test(cases, test_intervals);
    tcase_add_test(cases, test_separation);
    tcase_add_test(cases, test_separation_at_length);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
