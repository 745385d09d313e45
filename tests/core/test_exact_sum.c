/* SPDX-License-Identifier: MIT
 * The exact sum against GMP rationals and MPFR's rounding, in any order and grouping. */
#include <gmp.h>
#include <math.h>
#include <mpfr.h>

#include "core/exact_sum.h"
#include "core/random.h"
#include "tests/support.h"

enum { TERMS = 400 };

/* Doubles of all magnitudes, subnormal ones among them. */
static void draw(uint64_t seed, double *terms) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    for (int i = 0; i < TERMS; ++i) {
        const int exponent = (int)(ts_random_unit(&random) * 2000.0) - 1074;
        terms[i] = ldexp(ts_random_unit(&random), seed % 2 ? exponent : exponent % 60);
    }
}

/* Against a sum in a precision that holds every bit, rounded once. */
START_TEST(test_rounds_the_exact_sum_once) {
    mpfr_t reference;
    mpfr_init2(reference, 2300);
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        double terms[TERMS];
        ts_exact_sum sum = {0};
        draw(seed, terms);
        mpfr_set_zero(reference, 1);
        for (int i = 0; i < TERMS; ++i) {
            ck_assert_int_eq(mpfr_add_d(reference, reference, terms[i], MPFR_RNDN), 0);
            ts_exact_sum_add(&sum, terms[i]);
            const double expected = mpfr_get_d(reference, MPFR_RNDN);
            ck_assert_msg(ts_exact_sum_value(&sum) == expected, "seed %d, %d terms: %a is not %a", (int)seed, i + 1,
                          ts_exact_sum_value(&sum), expected);
        }
    }
    mpfr_clear(reference);
}
END_TEST

START_TEST(test_order_and_grouping_do_not_matter) {
    double terms[TERMS];
    draw(3, terms);
    ts_exact_sum forward = {0}, parts[7] = {{{0}}}, merged = {0};
    for (int i = 0; i < TERMS; ++i) ts_exact_sum_add(&forward, terms[i]);
    for (int i = TERMS - 1; i >= 0; --i) ts_exact_sum_add(&parts[i * 5 % 7], terms[i]);
    for (int p = 6; p >= 0; --p) ts_exact_sum_merge(&merged, &parts[p]);
    ck_assert_mem_eq(&forward, &merged, sizeof forward);
}
END_TEST

START_TEST(test_ties_and_ends) {
    ts_exact_sum sum = {0};
    ck_assert_double_eq(ts_exact_sum_value(&sum), 0.0);
    ts_exact_sum_add(&sum, 1.0);
    ts_exact_sum_add(&sum, 0x1p-53); /* a tie: to even */
    ck_assert_double_eq(ts_exact_sum_value(&sum), 1.0);
    ts_exact_sum_add(&sum, 0x1p-1074);
    ck_assert_double_eq(ts_exact_sum_value(&sum), 1.0 + 0x1p-52);
    ts_exact_sum large = {0};
    ts_exact_sum_add(&large, 0x1.fffffffffffffp1023);
    ck_assert_double_eq(ts_exact_sum_value(&large), 0x1.fffffffffffffp1023);
    ts_exact_sum_add(&large, 0x1.fffffffffffffp1023);
    ck_assert(isinf(ts_exact_sum_value(&large)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact_sum");
    TCase *tests = tcase_create("exact_sum");
    tcase_add_test(tests, test_rounds_the_exact_sum_once);
    tcase_add_test(tests, test_order_and_grouping_do_not_matter);
    tcase_add_test(tests, test_ties_and_ends);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
