/* SPDX-License-Identifier: MIT
 * Roots in [0,1] of polynomials built from known roots, and of random ones by exact signs in rationals. */
#include "ccd/roots.h"

#include <gmp.h>
#include <math.h>
#include <stdbool.h>

#include "core/random.h"
#include "tests/support.h"

/* Sign of the polynomial with these coefficients at t, exactly. */
static int exact_sign(const double *p, int degree, double t) {
    mpq_t value, at, c;
    mpq_inits(value, at, c, NULL);
    mpq_set_d(at, t);
    for (int k = degree; k >= 0; --k) {
        mpq_mul(value, value, at);
        mpq_set_d(c, p[k]);
        mpq_add(value, value, c);
    }
    const int sign = mpq_sgn(value);
    mpq_clears(value, at, c, NULL);
    return sign;
}

/* (t - a_1) ... (t - a_n), exact as long as the a_i have few bits. */
static void from_roots(const double *a, int degree, double *p) {
    p[0] = 1.0;
    for (int n = 1; n <= degree; ++n) {
        p[n] = p[n - 1];
        for (int k = n - 1; k > 0; --k) p[k] = p[k - 1] - a[n - 1] * p[k];
        p[0] = -a[n - 1] * p[0];
    }
}

/* Distinct multiples of 1/16 from -1/2 to 3/2, rising. */
static void random_distinct_roots(ts_random *random, int degree, double *a) {
    uint64_t taken = 0;
    for (int left = degree; left > 0;) {
        const uint64_t bit = UINT64_C(1) << ts_random_below(random, 33);
        if (taken & bit) continue;
        taken |= bit;
        --left;
    }
    for (int i = 0, n = 0; i < 33; ++i) {
        if (taken >> i & 1u) a[n++] = (i - 8) / 16.0;
    }
}

START_TEST(known_roots_are_found) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(3000); n-- > 0;) {
        const int degree = 1 + n % TS_ROOTS_MAX_DEGREE;
        double a[6], p[7], roots[7], expected[6];
        random_distinct_roots(&random, degree, a);
        from_roots(a, degree, p);
        int expected_count = 0;
        for (int i = 0; i < degree; ++i) {
            if (a[i] >= 0.0 && a[i] <= 1.0) expected[expected_count++] = a[i];
        }
        const double scale = ldexp(n % 2 ? -1.0 : 1.0, (int)ts_random_below(&random, 600) - 300);
        for (int k = 0; k <= degree; ++k) p[k] *= scale;
        ck_assert_int_eq(ts_roots_in_unit_interval(p, degree, roots), expected_count);
        for (int i = 0; i < expected_count; ++i) ck_assert_double_eq_tol(roots[i], expected[i], 1e-9);
    }
}
END_TEST

/* Between two exact changes of sign on a grid there is a root; beside every root the exact sign changes. */
START_TEST(random_polynomials_agree_with_exact_signs) {
    enum { GRID = 64 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    int total = 0;
    for (int n = ts_test_cases(1500); n-- > 0;) {
        const int degree = 1 + n % TS_ROOTS_MAX_DEGREE;
        double p[7], roots[7];
        for (int k = 0; k <= degree; ++k) p[k] = ts_random_between(&random, -1.0, 1.0);
        p[0] *= ts_random_log(&random, 1e-6, 1.0);
        const int count = ts_roots_in_unit_interval(p, degree, roots);
        total += count;
        for (int i = 0; i < count; ++i) {
            if (i > 0) ck_assert_double_ge(roots[i], roots[i - 1]);
            const double width = 0x1p-50 * roots[i];
            if (i > 0 && roots[i] - roots[i - 1] < 1e-6) continue; /* nearly double */
            if (i + 1 < count && roots[i + 1] - roots[i] < 1e-6) continue;
            ck_assert_int_eq(exact_sign(p, degree, roots[i] - width) * exact_sign(p, degree, roots[i] + width), -1);
        }
        for (int g = 0; g < GRID; ++g) {
            const double lo = g / (double)GRID, hi = (g + 1) / (double)GRID;
            if (exact_sign(p, degree, lo) * exact_sign(p, degree, hi) >= 0) continue;
            bool found = false;
            for (int i = 0; i < count; ++i) found = found || (roots[i] >= lo && roots[i] <= hi);
            ck_assert_msg(found, "degree %d: no root between %g and %g", degree, lo, hi);
        }
    }
    ck_assert_int_gt(total, ts_test_cases(1500) / 3);
}
END_TEST

START_TEST(special_polynomials) {
    double roots[7];
    const double zero[7] = {0}, constant[7] = {2.0}, square[3] = {0.25, -1.0, 1.0}, tiny[2] = {-1e-300, 1.0};
    const double ends[3] = {0.0, -1.0, 1.0};
    ck_assert_int_eq(ts_roots_in_unit_interval(zero, 6, roots), 2);
    ck_assert_int_eq(ts_roots_in_unit_interval(constant, 6, roots), 0);
    ck_assert_int_eq(ts_roots_in_unit_interval(square, 2, roots), 1);
    ck_assert_double_eq_tol(roots[0], 0.5, 1e-15);
    ck_assert_int_eq(ts_roots_in_unit_interval(tiny, 1, roots), 1);
    ck_assert(roots[0] >= 0.0 && roots[0] <= 1e-15);
    ck_assert_int_eq(ts_roots_in_unit_interval(ends, 2, roots), 2);
    ck_assert_double_eq(roots[0], 0.0);
    ck_assert_double_eq(roots[1], 1.0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("roots");
    TCase *tests = tcase_create("roots");
    tcase_add_test(tests, known_roots_are_found);
    tcase_add_test(tests, random_polynomials_agree_with_exact_signs);
    tcase_add_test(tests, special_polynomials);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
