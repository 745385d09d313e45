/* SPDX-License-Identifier: MIT
 * The histogram's quantiles against those of the sorted values. */
#include "tests/support.h"

#include <float.h>
#include <math.h>

#include "benches/histogram.h"
#include "core/random.h"

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double nearest_rank(const double *sorted, size_t count, double fraction) {
    const double rank = ceil(fraction * (double)count);
    return sorted[rank < 1.0 ? 0 : (size_t)rank - 1];
}

/* Values of every magnitude, with ties, zeros and subnormals. */
static double draw(ts_random *random) {
    switch (ts_random_below(random, 5)) {
    case 0: return 0.0;
    case 1: return (double)ts_random_below(random, 10);
    case 2: return ts_random_log(random, DBL_TRUE_MIN, DBL_MIN);
    case 3: return ts_random_log(random, 1e-12, 1.0);
    default: return ts_random_log(random, DBL_MIN, DBL_MAX);
    }
}

START_TEST(quantiles_match_sorting) {
    static const double fractions[] = {0.0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0};
    const uint64_t seed = ts_test_seed();
    for (int round = 0; round < ts_test_cases(50); ++round) {
        ts_random random;
        ts_random_init(&random, seed, (uint64_t)round);
        double values[1000];
        const size_t count = 1 + ts_random_below(&random, 1000);
        ts_histogram whole;
        ts_histogram_init(&whole);
        for (size_t i = 0; i < count; ++i) {
            values[i] = draw(&random);
            ck_assert_int_eq(ts_histogram_add(&whole, values[i]), TS_OK);
        }
        qsort(values, count, sizeof *values, compare_doubles);
        for (size_t f = 0; f < sizeof fractions / sizeof *fractions; ++f) {
            const double expected = nearest_rank(values, count, fractions[f]);
            const double found = ts_histogram_quantile(&whole, fractions[f]);
            /* A subnormal answer also rounds to a multiple of the least double. */
            ck_assert_msg(fabs(found - expected) <= expected / 256 + DBL_TRUE_MIN, "quantile %g: %.17g, sorted %.17g",
                          fractions[f], found, expected);
        }
        ck_assert_double_eq(ts_histogram_quantile(&whole, 0.0), values[0]);
        ck_assert_double_eq(ts_histogram_quantile(&whole, 1.0), values[count - 1]);
        ts_histogram_clear(&whole);
    }
}
END_TEST

START_TEST(merged_parts_are_the_whole) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 99);
    ts_histogram whole, left, right;
    ts_histogram_init(&whole);
    ts_histogram_init(&left);
    ts_histogram_init(&right);
    for (int i = 0; i < 2000; ++i) {
        const double value = draw(&random);
        ts_histogram_add(&whole, value);
        ts_histogram_add(i % 3 ? &left : &right, value);
    }
    ck_assert_int_eq(ts_histogram_merge(&left, &right), TS_OK);
    ck_assert_uint_eq(left.count, whole.count);
    for (int i = 0; i <= 100; ++i) {
        ck_assert_double_eq(ts_histogram_quantile(&left, i / 100.0), ts_histogram_quantile(&whole, i / 100.0));
    }
    ts_histogram_clear(&whole);
    ts_histogram_clear(&left);
    ts_histogram_clear(&right);
}
END_TEST

START_TEST(merging_an_empty_histogram_changes_nothing) {
    ts_histogram one, empty;
    ts_histogram_init(&one);
    ts_histogram_init(&empty);
    ts_histogram_add(&one, 3.0);
    ts_histogram_merge(&one, &empty);
    ck_assert_uint_eq(one.count, 1);
    ck_assert_double_eq(one.least, 3.0);
    ts_histogram_merge(&empty, &one);
    ck_assert_double_eq(empty.least, 3.0);
    ck_assert_double_eq(ts_histogram_mean(&empty), 3.0);
    ts_histogram_clear(&one);
    ts_histogram_clear(&empty);
}
END_TEST

START_TEST(what_is_no_measurement_is_not_counted) {
    ts_histogram histogram;
    ts_histogram_init(&histogram);
    ts_histogram_add(&histogram, NAN);
    ts_histogram_add(&histogram, -1.0);
    ts_histogram_add(&histogram, INFINITY);
    ck_assert_uint_eq(histogram.count, 0);
    ck_assert(isnan(ts_histogram_quantile(&histogram, 0.5)));
    ck_assert(isnan(ts_histogram_mean(&histogram)));
    ts_histogram_clear(&histogram);
}
END_TEST

/* What a file says of a bin behind the last one, which is that of the largest double. */
START_TEST(there_is_no_bin_behind_the_last) {
    ts_histogram histogram;
    ts_histogram_init(&histogram);
    ts_histogram_add(&histogram, DBL_MAX);
    const size_t last = ts_histogram_next_bin(&histogram, 0);
    ck_assert_int_eq(ts_histogram_set_bin(&histogram, last, 2), TS_OK);
    ck_assert_int_eq(ts_histogram_set_bin(&histogram, last + 1, 1), TS_ERROR_USAGE);
    ck_assert_uint_eq(ts_histogram_bin(&histogram, last), 2);
    ts_histogram_clear(&histogram);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("histogram");
    tcase_add_test(cases, quantiles_match_sorting);
    tcase_add_test(cases, merged_parts_are_the_whole);
    tcase_add_test(cases, merging_an_empty_histogram_changes_nothing);
    tcase_add_test(cases, what_is_no_measurement_is_not_counted);
    tcase_add_test(cases, there_is_no_bin_behind_the_last);
    Suite *suite = suite_create("histogram");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
