/* SPDX-License-Identifier: MIT
 * Dual numbers: derivatives of small functions that are known as fractions, infinite derivatives, and the pool. */
#include <math.h>
#include <stdbool.h>

#include "oracles/dual.h"
#include "tests/support.h"

enum { BITS = 200 };
#define ROUNDING 0x1p-190 /* what may be left of a 0 */

typedef struct plane {
    ts_duals pool;
    const ts_dual *x, *y;
} plane;

static void plane_init(plane *at, double x, double y) {
    mpfr_t value;
    mpfr_init2(value, 53);
    ts_duals_init(&at->pool, 2, BITS);
    mpfr_set_d(value, x, MPFR_RNDN);
    at->x = ts_dual_input(&at->pool, 0, value);
    mpfr_set_d(value, y, MPFR_RNDN);
    at->y = ts_dual_input(&at->pool, 1, value);
    mpfr_clear(value);
}

static double rounded(mpfr_srcptr a) {
    return mpfr_get_d(a, MPFR_RNDN);
}

/* expected: f, f_x, f_y, f_xx, f_xy, f_yy */
static void check(const ts_dual *f, const double expected[6], const char *what) {
    const double got[6] = {rounded(ts_dual_value(f)),         rounded(ts_dual_gradient(f, 0)),
                           rounded(ts_dual_gradient(f, 1)),   rounded(ts_dual_hessian(f, 0, 0)),
                           rounded(ts_dual_hessian(f, 0, 1)), rounded(ts_dual_hessian(f, 1, 1))};
    for (int k = 0; k < 6; ++k) {
        const bool same = expected[k] == 0.0 ? fabs(got[k]) < ROUNDING : got[k] == expected[k];
        ck_assert_msg(same, "%s: %d is %a, not %a", what, k, got[k], expected[k]);
    }
    ck_assert(mpfr_equal_p(ts_dual_hessian(f, 0, 1), ts_dual_hessian(f, 1, 0)));
}

START_TEST(rational_functions) {
    plane at;
    plane_init(&at, 3, 2);
    check(ts_dual_mul(at.x, ts_dual_mul(at.x, at.y)), (double[]){18, 12, 9, 4, 6, 0}, "x x y");
    check(ts_dual_div(at.x, at.y), (double[]){1.5, 0.5, -0.75, 0, -0.25, 0.75}, "x / y");
    check(ts_dual_div(at.x, at.x), (double[]){1, 0, 0, 0, 0, 0}, "x / x");
    check(ts_dual_sub(at.x, ts_dual_scale(0.25, at.y)), (double[]){2.5, 1, -0.25, 0, 0, 0}, "x - y/4");
    check(ts_dual_add(at.x, ts_dual_number(&at.pool, -3)), (double[]){0, 1, 0, 0, 0, 0}, "x - 3");
    ts_duals_clear(&at.pool);
}
END_TEST

START_TEST(roots_logarithms_and_exponentials) {
    plane at;
    plane_init(&at, 4, 9);
    const ts_dual *xy = ts_dual_mul(at.x, at.y);
    /* sqrt(xy): f_x = f/2x, f_xx = -f/4x^2, f_xy = f/4xy */
    check(ts_dual_sqrt(xy), (double[]){6, 0.75, 1.0 / 3, -0.09375, 1.0 / 24, -1.0 / 54}, "sqrt(x y)");
    check(ts_dual_log(xy), (double[]){log(36), 0.25, 1.0 / 9, -0.0625, 0, -1.0 / 81}, "ln(x y)");
    const ts_dual *again = ts_dual_exp(ts_dual_log(at.x)), *error = ts_dual_sub(again, at.x);
    for (int i = 0; i < 2; ++i) {
        ck_assert(fabs(rounded(ts_dual_gradient(error, i))) < ROUNDING);
        for (int j = 0; j < 2; ++j) ck_assert(fabs(rounded(ts_dual_hessian(error, i, j))) < ROUNDING);
    }
    ts_duals_clear(&at.pool);
}
END_TEST

/* atan2(y, x) in every quadrant: f_x = -y/r^2, f_y = x/r^2, f_xx = 2xy/r^4 = -f_yy, f_xy = (y^2 - x^2)/r^4 */
START_TEST(angles_in_every_quadrant) {
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
        const double x = quadrant % 2 ? -3 : 3, y = quadrant / 2 ? -4 : 4;
        plane at;
        plane_init(&at, x, y);
        const double expected[6] = {atan2(y, x),           -y / 25,         x / 25, 2 * x * y / 625,
                                    (y * y - x * x) / 625, -2 * x * y / 625};
        check(ts_dual_atan2(at.y, at.x), expected, "atan2(y, x)");
        ts_duals_clear(&at.pool);
    }
}
END_TEST

START_TEST(no_derivative_is_not_a_number) {
    plane at;
    plane_init(&at, 0, 1);
    const ts_dual *f = ts_dual_sqrt(ts_dual_mul(at.x, at.x)); /* |x| at 0: infinity times 0 */
    ck_assert(rounded(ts_dual_value(f)) == 0.0 && isnan(rounded(ts_dual_gradient(f, 0))));
    ts_duals_clear(&at.pool);
}
END_TEST

START_TEST(pools_serve_again) {
    plane at;
    plane_init(&at, 3, 2);
    const ts_dual *product = ts_dual_mul(at.x, at.y);
    ck_assert(ts_dual_pool(product) == &at.pool);
    const int made = at.pool.made;
    ts_duals_reset(&at.pool);
    for (int k = 0; k < made; ++k) {
        check(ts_dual_number(&at.pool, 7), (double[]){7, 0, 0, 0, 0, 0}, "a number where another was");
    }
    ck_assert_int_eq(at.pool.made, made);
    ts_duals_clear(&at.pool);
}
END_TEST

START_TEST(values_without_inputs_and_replaced_values) {
    ts_duals plain;
    ts_duals_init(&plain, 0, BITS);
    const ts_dual *three = ts_dual_number(&plain, 3);
    ck_assert(rounded(ts_dual_value(ts_dual_mul(three, three))) == 9.0);
    plane at;
    plane_init(&at, 5, 2);
    check(ts_dual_revalued(ts_dual_mul(at.x, at.x), ts_dual_value(three)), (double[]){3, 10, 0, 2, 0, 0}, "revalued");
    ts_duals_clear(&at.pool);
    ts_duals_clear(&plain);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dual");
    TCase *tests = tcase_create("dual numbers");
    tcase_add_test(tests, rational_functions);
    tcase_add_test(tests, roots_logarithms_and_exponentials);
    tcase_add_test(tests, angles_in_every_quadrant);
    tcase_add_test(tests, no_derivative_is_not_a_number);
    tcase_add_test(tests, pools_serve_again);
    tcase_add_test(tests, values_without_inputs_and_replaced_values);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
