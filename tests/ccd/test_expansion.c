/* SPDX-License-Identifier: MIT
 * Floating-point expansions against GMP rationals: values, signs, the order and separation of the terms, and
 * the scaling that keeps them exact. */
#include "ccd/expansion.h"

#include <gmp.h>

#include "tests/ccd/motions.h"

/* An expansion and the same number as a rational. */
typedef struct both {
    ts_expansion expansion;
    mpq_t rational;
} both;

static void rational_of(const ts_expansion *a, mpq_t out) {
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < a->count; ++i) {
        mpq_set_d(term, a->term[i]);
        mpq_add(out, out, term);
    }
    mpq_clear(term);
}

/* Same value, same sign; terms nonzero and rising, each below the lowest bit of the next. */
static void check_both(const both *a) {
    mpq_t sum;
    mpq_init(sum);
    rational_of(&a->expansion, sum);
    ck_assert(mpq_equal(sum, a->rational));
    ck_assert_int_eq(ts_expansion_sign(&a->expansion), mpq_sgn(a->rational));
    ck_assert_int_le(a->expansion.count, TS_EXPANSION_TERMS);
    for (int i = 0; i < a->expansion.count; ++i) {
        const double term = a->expansion.term[i];
        ck_assert(term != 0.0);
        if (i == 0) continue;
        int exponent;
        double lowest = fabs(frexp(term, &exponent)); /* the lowest bit of term, as a power of two */
        while (lowest != rint(lowest)) {
            lowest *= 2.0;
            --exponent;
        }
        ck_assert_double_lt(fabs(a->expansion.term[i - 1]), ldexp(1.0, exponent));
    }
    mpq_clear(sum);
}

static double spread_double(ts_random *random, int orders) {
    if (ts_random_below(random, 16) == 0) return 0.0;
    const double digits = ts_random_below(random, 4) ? ts_random_between(random, -1.0, 1.0) : 1.0;
    return ldexp(digits, (int)ts_random_below(random, (uint64_t)orders) - orders / 2);
}

static void set_difference(both *a, double x, double y) {
    mpq_t other;
    mpq_init(other);
    a->expansion = ts_expansion_difference(x, y);
    mpq_set_d(a->rational, x);
    mpq_set_d(other, y);
    mpq_sub(a->rational, a->rational, other);
    mpq_clear(other);
}

/* a = a b, a + b, a - b or a factor. */
static void operate(both *a, const both *b, uint64_t operation) {
    if (operation == 0) {
        a->expansion = ts_expansion_multiply(a->expansion, b->expansion);
        mpq_mul(a->rational, a->rational, b->rational);
    } else if (operation == 1) {
        a->expansion = ts_expansion_add(a->expansion, b->expansion);
        mpq_add(a->rational, a->rational, b->rational);
    } else if (operation == 2) {
        a->expansion = ts_expansion_subtract(a->expansion, b->expansion);
        mpq_sub(a->rational, a->rational, b->rational);
    } else {
        mpq_t factor;
        mpq_init(factor);
        mpq_set_si(factor, -27, 1);
        a->expansion = ts_expansion_scale(-27.0, a->expansion);
        mpq_mul(a->rational, a->rational, factor);
        mpq_clear(factor);
    }
}

START_TEST(random_expressions_equal_rationals) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    both a, b;
    mpq_init(a.rational);
    mpq_init(b.rational);
    int longest = 0;
    for (int n = ts_test_cases(3000); n-- > 0;) {
        const int orders = n % 2 ? 8 : 60;
        set_difference(&a, spread_double(&random, orders), spread_double(&random, orders));
        for (int k = 0; k < 7; ++k) {
            set_difference(&b, spread_double(&random, orders), spread_double(&random, orders));
            operate(&a, &b, ts_random_below(&random, 4));
            check_both(&a);
        }
        longest = a.expansion.count > longest ? a.expansion.count : longest;
        operate(&a, &a, 2);
        ck_assert_int_eq(a.expansion.count, 0);
        check_both(&a);
    }
    ck_assert_int_gt(longest, 4);
    mpq_clear(a.rational);
    mpq_clear(b.rational);
}
END_TEST

/* Terms over the whole range of doubles: more of them than fit, until they are compressed. */
START_TEST(sums_over_the_whole_range_fit) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    both a, b;
    mpq_init(a.rational);
    mpq_init(b.rational);
    for (int n = ts_test_cases(5); n-- > 0;) {
        set_difference(&a, 0.0, 0.0);
        for (int k = 0; k < 400; ++k) {
            set_difference(&b, spread_double(&random, 2000), 0.0);
            operate(&a, &b, 1 + ts_random_below(&random, 2));
        }
        check_both(&a);
        ck_assert_int_gt(a.expansion.count, 20);
    }
    mpq_clear(a.rational);
    mpq_clear(b.rational);
}
END_TEST

START_TEST(scaling_says_what_it_keeps) {
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 1.5, 0x1p-900), scaled;
    ck_assert_int_eq(ts_scale_for_degree(&query, 16, &scaled), TS_SCALING_EXACT);
    const double factor = scaled.x0[0][2] / query.x0[0][2];
    ck_assert_double_eq(factor, ldexp(1.0, ilogb(factor)));
    ck_assert_double_eq(scaled.x1[2][0], factor * query.x1[2][0]);

    query = head_on(TS_POINT_TRIANGLE, 0.0, 1.5, 1.0);
    query.x0[1][1] = 0x1p-100;
    ck_assert_int_eq(ts_scale_for_degree(&query, 16, &scaled), TS_SCALING_EXACT);
    query.x0[1][1] = 0x1p-400;
    ck_assert_int_eq(ts_scale_for_degree(&query, 16, &scaled), TS_SCALING_WIDE);
    ck_assert_double_eq(ldexp(scaled.x0[1][1], 400), scaled.x0[0][2]);
    query.x0[1][1] = 0x1p-1074;
    query.x0[1][0] = 0x1p1000;
    ck_assert_int_eq(ts_scale_for_degree(&query, 16, &scaled), TS_SCALING_LOSSY);
    memset(&query.x0, 0, sizeof query.x0);
    memset(&query.x1, 0, sizeof query.x1);
    ck_assert_int_eq(ts_scale_for_degree(&query, 16, &scaled), TS_SCALING_EXACT);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("expansion");
    TCase *tests = tcase_create("expansion");
    tcase_add_test(tests, random_expressions_equal_rationals);
    tcase_add_test(tests, sums_over_the_whole_range_fit);
    tcase_add_test(tests, scaling_says_what_it_keeps);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
