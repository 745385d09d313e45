/* SPDX-License-Identifier: MIT
 * The mollifier e(c) and c = |u x v|^2 against their definitions in MPFR. */
#include "cipc/contact/mollifier.h"

#include <math.h>

#include "cipc/contact.h"
#include "tests/cipc/contact_reference.h"
#include "tests/support.h"

/* -(c/eps)^2 + 2 c/eps */
static void mollifier(const void *self, mpfr_t *c, mpfr_t out) {
    mpfr_t ratio;
    mpfr_init2(ratio, REFERENCE_BITS);
    mpfr_div_d(ratio, c[0], *(const double *)self, MPFR_RNDN);
    mpfr_ui_sub(out, 2, ratio, MPFR_RNDN);
    mpfr_mul(out, out, ratio, MPFR_RNDN);
    mpfr_clear(ratio);
}

START_TEST(values_are_those_of_the_definition) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = 0; i < ts_test_cases(1000); ++i) {
        const double eps = ts_random_log(&random, 1e-20, 1.0);
        const double part = ts_random_log(&random, 1e-20, 1.0), c = i % 2 ? eps * part : eps * (1.0 - part);
        const reference_function f = {mollifier, &eps, 1};
        reference_point expected;
        reference_evaluate(&f, &c, &expected);
        const ts_barrier_value e = ts_mollifier(c, eps);
        if (c >= eps) continue;
        ck_assert_double_le(fabs(e.b - expected.value), 1e-15 * expected.value);
        ck_assert_double_le(fabs(e.db - expected.gradient[0]), 1e-15 * expected.gradient[0]);
        ck_assert_double_le(fabs(e.d2b - expected.hessian[0]), -1e-15 * expected.hessian[0]);
    }
}
END_TEST

/* e has two derivatives on either side of eps; value and slope meet, as docs/method.md, 5.3 has it. */
START_TEST(the_clamp_is_smooth) {
    const double eps = 1e-9;
    for (double below = 1e-3; below > 1e-15; below *= 0.1) {
        const ts_barrier_value e = ts_mollifier(eps * (1.0 - below), eps);
        ck_assert_double_le(1.0 - e.b, 2 * below * below + 0x1p-52);
        ck_assert(e.db >= 0 && e.db <= 4 * below / eps);
    }
    const ts_barrier_value at = ts_mollifier(eps, eps);
    ck_assert(at.b == 1.0 && at.db == 0.0 && at.d2b == 0.0);
    ck_assert(ts_mollifier(0.0, eps).b == 0.0);
}
END_TEST

static void cross2(const void *self, mpfr_t *x, mpfr_t out) {
    (void)self;
    reference_vec u, v, n;
    vec_init(&u);
    vec_init(&v);
    vec_init(&n);
    for (int c = 0; c < 3; ++c) {
        mpfr_set(u.c[c], x[c], MPFR_RNDN);
        mpfr_set(v.c[c], x[3 + c], MPFR_RNDN);
    }
    vec_cross(&u, &v, &n);
    vec_dot(&n, &n, out);
    vec_clear(&u);
    vec_clear(&v);
    vec_clear(&n);
}

START_TEST(derivatives_of_the_cross_product) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    const reference_function f = {cross2, NULL, 6};
    for (int i = 0; i < ts_test_cases(200); ++i) {
        const double sine = i % 2 ? ts_random_log(&random, 1e-6, 1.0) : 1.0;
        double x[6], hessian[6][6], flat[12 * 6] = {0}, gradient[6];
        reference_point expected;
        for (int k = 0; k < 6; ++k) x[k] = ts_random_between(&random, -1.0, 1.0);
        for (int k = 0; k < 3; ++k) x[3 + k] = x[k] + sine * x[3 + k];
        reference_evaluate(&f, x, &expected);
        const double edges[4][3] = {{0}, {x[0], x[1], x[2]}, {0}, {x[3], x[4], x[5]}};
        const double value = ts_edge_cross2(edges, gradient, hessian);
        for (int k = 0; k < 36; ++k) flat[12 * (k / 6) + k % 6] = hessian[k / 6][k % 6];
        ck_assert_double_le(fabs(value - expected.value), 1e-15 * expected.value);
        ck_assert_double_le(reference_error(1, 6, gradient, expected.gradient), 2e-15);
        ck_assert_double_le(reference_error(6, 6, flat, expected.hessian), 1e-14);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mollifier");
    TCase *tests = tcase_create("mollifier");
    tcase_add_test(tests, values_are_those_of_the_definition);
    tcase_add_test(tests, the_clamp_is_smooth);
    tcase_add_test(tests, derivatives_of_the_cross_product);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
