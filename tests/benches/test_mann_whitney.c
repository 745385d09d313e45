/* SPDX-License-Identifier: MIT
 * The rank test against the count over all splits, one by one, and against figures known otherwise. */
#include <math.h>

#include "benches/mann_whitney.h"
#include "core/random.h"
#include "tests/support.h"

/* How often b > a, ties half: the statistic U, by its definition. */
static double u_of(const double *values, unsigned b_mask, int count) {
    double u = 0.0;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            if ((b_mask >> i & 1) == 0 || (b_mask >> j & 1) != 0) continue;
            u += values[i] > values[j] ? 1.0 : values[i] == values[j] ? 0.5 : 0.0;
        }
    }
    return u;
}

START_TEST(test_counts_all_splits) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int run = 0; run < 60; ++run) {
        const int a_count = 1 + run % 5, b_count = 1 + run / 5 % 6, count = a_count + b_count;
        double values[11];
        for (int i = 0; i < count; ++i) values[i] = (double)ts_random_below(&random, run % 2 ? 5 : 1000);
        const unsigned actual = (1u << count) - (1u << a_count);
        const double u = u_of(values, actual, count);
        int splits = 0, as_high = 0;
        for (unsigned mask = 0; mask < 1u << count; ++mask) {
            if (__builtin_popcount(mask) != b_count) continue;
            ++splits;
            as_high += u_of(values, mask, count) >= u;
        }
        ck_assert_double_eq_tol(ts_mann_whitney_larger(values, (size_t)a_count, values + a_count, (size_t)b_count),
                                (double)as_high / splits, 1e-14);
    }
}
END_TEST

START_TEST(test_known_figures) {
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
    ck_assert_double_eq_tol(ts_mann_whitney_larger(low, 5, high, 5), 1.0 / 252.0, 1e-15);
    ck_assert_double_eq_tol(ts_mann_whitney_larger(high, 5, low, 5), 1.0, 1e-15);
    ck_assert_double_eq(ts_mann_whitney_larger(low, 5, NULL, 0), 1.0);
    ck_assert_double_eq(ts_mann_whitney_larger(low, 1, low, 1), 1.0);
}
END_TEST

/* Beyond the exact range: against random splits. */
START_TEST(test_large_samples) {
    enum { EACH = 40, SPLITS = 4000 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int shift = 0; shift < 12; shift += 4) {
        double values[2 * EACH];
        for (int i = 0; i < EACH; ++i) {
            values[i] = i % 30;
            values[EACH + i] = i % 30 + shift;
        }
        const double p = ts_mann_whitney_larger(values, EACH, values + EACH, EACH);
        double sum = 0.0, drawn[2 * EACH];
        int as_high = 0;
        for (int i = 0; i < EACH; ++i) {
            for (int j = 0; j < EACH; ++j)
                sum += values[EACH + i] > values[j] ? 1.0 : values[EACH + i] == values[j] ? 0.5 : 0.0;
        }
        for (int split = 0; split < SPLITS; ++split) {
            double u = 0.0;
            for (int i = 0; i < 2 * EACH; ++i) drawn[i] = values[i];
            for (int i = 2 * EACH - 1; i > 0; --i) {
                const int other = (int)ts_random_below(&random, (uint64_t)i + 1);
                const double moved = drawn[i];
                drawn[i] = drawn[other];
                drawn[other] = moved;
            }
            for (int i = 0; i < EACH; ++i) {
                for (int j = 0; j < EACH; ++j)
                    u += drawn[EACH + i] > drawn[j] ? 1.0 : drawn[EACH + i] == drawn[j] ? 0.5 : 0.0;
            }
            as_high += u >= sum;
        }
        ck_assert_double_eq_tol(p, as_high / (double)SPLITS, 0.03);
    }
}
END_TEST

/* As many values as are decided exactly: 30 below 30, one of 60!/30!^2 splits. */
START_TEST(test_the_last_exact_size) {
    double values[TS_MANN_WHITNEY_EXACT + 1];
    for (int i = 0; i <= TS_MANN_WHITNEY_EXACT; ++i) values[i] = i;
    ck_assert_double_eq_tol(118264581564861424.0 * ts_mann_whitney_larger(values, 30, values + 30, 30), 1.0, 1e-12);
}
END_TEST

/* Beyond it the normal distribution of U, a half less for continuity; its variance as that of sums drawn from the
 * ranks, ties or none. */
START_TEST(test_the_normal_approximation) {
    enum { A = 45, B = 35, ALL = A + B };
    for (int different = 2; different <= ALL; different += 13) {
        double values[ALL], u = 0.0, spread = 0.0;
        for (int i = 0; i < ALL; ++i) values[i] = (i * 37 + (i >= A)) % ALL % different;
        for (int i = 0; i < ALL; ++i) {
            double rank = 0.5;
            for (int j = 0; j < ALL; ++j) {
                const double above = values[i] > values[j] ? 1.0 : values[i] == values[j] ? 0.5 : 0.0;
                rank += above;
                u += i >= A && j < A ? above : 0.0;
            }
            spread += (rank - 0.5 * (ALL + 1)) * (rank - 0.5 * (ALL + 1));
        }
        const double variance = (double)A * B / ((double)ALL * (ALL - 1)) * spread;
        const double share = 0.5 * erfc((u - 0.5 * A * B - 0.5) / sqrt(2.0 * variance));
        ck_assert_double_eq_tol(ts_mann_whitney_larger(values, A, values + A, B), share, 1e-12);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mann_whitney");
    TCase *tests = tcase_create("mann_whitney");
    tcase_add_test(tests, test_counts_all_splits);
    tcase_add_test(tests, test_known_figures);
    tcase_add_test(tests, test_large_samples);
    tcase_add_test(tests, test_the_last_exact_size);
    tcase_add_test(tests, test_the_normal_approximation);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
