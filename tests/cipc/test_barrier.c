/* SPDX-License-Identifier: MIT
 * The barrier of C-IPC against its definition in MPFR, from next to contact to next to the clamp. */
#include "cipc/barriers/barrier.h"

#include <math.h>

#include "core/random.h"
#include "tests/cipc/differences.h"
#include "tests/support.h"

/* -(D - Dhat)^2 ln(D / Dhat) */
static void barrier(const void *self, mpfr_t *D, mpfr_t out) {
    mpfr_t ratio;
    mpfr_init2(ratio, REFERENCE_BITS);
    mpfr_div_d(ratio, D[0], *(const double *)self, MPFR_RNDN);
    mpfr_log(ratio, ratio, MPFR_RNDN);
    mpfr_sub_d(out, D[0], *(const double *)self, MPFR_RNDN);
    mpfr_sqr(out, out, MPFR_RNDN);
    mpfr_mul(out, out, ratio, MPFR_RNDN);
    mpfr_neg(out, out, MPFR_RNDN);
    mpfr_clear(ratio);
}

/* Without thickness; dhat^2 is a double where dhat is a float. */
static ts_barrier_value value_at(double D, double dhat) {
    return ts_barrier_evaluate(&ts_cipc_barrier, (const double[2]){D, 0.0}, 0.0, dhat, NULL);
}

static void check(double D, double dhat) {
    double D_hat = dhat * dhat;
    const reference_function f = {barrier, &D_hat, 1};
    reference_point expected;
    reference_evaluate(&f, &D, &expected);
    const ts_barrier_value b = value_at(D, dhat);
    ck_assert_double_le(fabs(b.b - expected.value), 1e-15 * fabs(expected.value));
    ck_assert_double_le(fabs(b.db - expected.gradient[0]), 1e-15 * fabs(expected.gradient[0]));
    ck_assert_double_le(fabs(b.d2b - expected.hessian[0]), 1e-15 * fabs(expected.hessian[0]));
}

START_TEST(values_are_those_of_the_definition) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = 0; i < ts_test_cases(2000); ++i) {
        const double dhat = (float)ts_random_log(&random, 1e-6, 3.0), D_hat = dhat * dhat;
        check(D_hat * ts_random_log(&random, 1e-22, 1.0), dhat);
        check(D_hat * (1.0 - ts_random_log(&random, 1e-16, 0.5)), dhat);
    }
}
END_TEST

START_TEST(the_smallest_distance_is_finite) {
    const ts_barrier_value b = value_at(1e-300, 1e-3);
    ck_assert_double_eq_tol(b.b, 1e-12 * 294 * log(10.0), 1e-23);
    ck_assert_double_eq_tol(b.db / -1e288, 1.0, 1e-14);
    ck_assert(!isnan(b.d2b) && b.d2b > 0);
    ck_assert(value_at(0.0, 1e-3).b == INFINITY && value_at(-1.0, 1e-3).b == INFINITY);
}
END_TEST

/* b = (Dhat - D)^3 / Dhat + ...: everything up to the second derivative goes to zero. */
START_TEST(the_clamp_is_twice_smooth) {
    const double dhat = 0x1p-10, D_hat = dhat * dhat;
    for (double below = 1e-3; below > 1e-15; below *= 0.1) {
        const ts_barrier_value b = value_at(D_hat * (1.0 - below), dhat);
        ck_assert(b.b >= 0 && b.b <= 2 * below * below * below * D_hat * D_hat);
        ck_assert(b.db <= 0 && b.db >= -4 * below * below * D_hat);
        ck_assert(b.d2b >= 0 && b.d2b <= 8 * below);
    }
    const ts_barrier_value at = value_at(D_hat, dhat);
    ck_assert(at.b == 0 && at.db == 0 && at.d2b == 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barrier");
    TCase *tests = tcase_create("barrier");
    tcase_add_test(tests, values_are_those_of_the_definition);
    tcase_add_test(tests, the_smallest_distance_is_finite);
    tcase_add_test(tests, the_clamp_is_twice_smooth);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
