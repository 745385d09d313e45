/* SPDX-License-Identifier: MIT
 * ts_feature_distance2 and the frame it rests on against the definitions in MPFR: short distances, thick pairs, thin
 * triangles and nearly parallel lines, and pairs without extent. */
#include "cipc/contact/feature_distance.h"

#include <math.h>

#include "tests/cipc/contact_reference.h"
#include "tests/support.h"

typedef struct errors {
    double value, gradient, hessian;
} errors;

static void distance2(const void *self, mpfr_t *x, mpfr_t out) {
    reference_distance2(*(const ts_ccd_kind *)self, x, out);
}

static errors errors_at(ts_ccd_kind kind, const double x[4][3]) {
    const reference_function f = {distance2, &kind, 3 * ts_ccd_vertices(kind)};
    reference_point expected;
    double gradient[12], hessian[144];
    reference_evaluate(&f, x[0], &expected);
    const double value = ts_feature_distance2(kind, x, gradient, hessian);
    return (errors){
        .value = fabs(value - expected.value) / expected.value,
        .gradient = reference_error(1, f.n, gradient, expected.gradient),
        .hessian = reference_error(f.n, f.n, hessian, expected.hessian),
    };
}

static void keep_worst(errors *worst, const errors *seen) {
    ck_assert(!isnan(seen->value));
    worst->value = fmax(worst->value, seen->value);
    worst->gradient = fmax(worst->gradient, seen->gradient);
    worst->hessian = fmax(worst->hessian, seen->hessian);
}

/* `cases` random pairs of every kind, with sines from `sine` to ten times that. */
static errors worst_errors(uint64_t stream, int cases, double sine) {
    ts_random random;
    errors worst = {0};
    ts_random_init(&random, ts_test_seed(), stream);
    for (int i = 0; i < ts_test_cases(cases); ++i) {
        const random_features wanted = {
            .kind = (ts_ccd_kind)(i % TS_CCD_KINDS),
            .size = ts_random_log(&random, 1e-3, 10.0),
            .distance = ts_random_log(&random, 1e-12, 1.0),
            .sine = ts_random_log(&random, sine, fmin(10 * sine, 1.0)),
        };
        double x[4][3] = {{0}};
        random_pair(&random, &wanted, x);
        const errors seen = errors_at(wanted.kind, x);
        keep_worst(&worst, &seen);
    }
    printf("sine %g: errors of value %.2g, gradient %.2g, Hessian %.2g\n", sine, worst.value, worst.gradient,
           worst.hessian);
    return worst;
}

/* Of 4 times 4,800 pairs and 9,600 more the worst are 7.6e-15 and 5.7e-15. */
START_TEST(derivatives_are_those_of_the_definition) {
    const errors worst = worst_errors(1, 240, 0.1);
    ck_assert_double_le(worst.value, 1e-15);
    ck_assert_double_le(worst.gradient, 1.5e-14);
    ck_assert_double_le(worst.hessian, 1.5e-14);
}
END_TEST

START_TEST(near_parallel_features_keep_their_digits) {
    for (double sine = 1e-12; sine < 0.02; sine *= 100) {
        const errors worst = worst_errors(2, 60, sine);
        ck_assert_double_le(worst.value, 1e-15);
        ck_assert_double_le(worst.gradient, 4e-15);
        ck_assert_double_le(worst.hessian, 4e-15);
    }
}
END_TEST

/* D = d^2 - xi^2 where all but 1e-6 of d is thickness. */
START_TEST(thickness_leaves_the_gap) {
    ts_random random;
    double worst = 0.0;
    mpfr_t row[12], D, xi2;
    mpfr_inits2(REFERENCE_BITS, D, xi2, (mpfr_ptr)0);
    for (int k = 0; k < 12; ++k) mpfr_init2(row[k], REFERENCE_BITS);
    ts_random_init(&random, ts_test_seed(), 3);
    for (int i = 0; i < ts_test_cases(4000); ++i) {
        const double xi = 1e-3, gap = ts_random_log(&random, 1e-9, 1e-6);
        const random_features wanted = {(ts_ccd_kind)(i % TS_CCD_KINDS), ts_random_log(&random, 1e-3, 0.1), xi + gap,
                                        ts_random_between(&random, 0.1, 1.0)};
        double x[4][3] = {{0}};
        random_pair(&random, &wanted, x);
        for (int k = 0; k < 12; ++k) mpfr_set_d(row[k], x[k / 3][k % 3], MPFR_RNDN);
        reference_distance2(wanted.kind, row, D);
        mpfr_set_d(xi2, xi, MPFR_RNDN);
        mpfr_sqr(xi2, xi2, MPFR_RNDN);
        mpfr_sub(D, D, xi2, MPFR_RNDN);
        const double expected = mpfr_get_d(D, MPFR_RNDN);
        ts_feature_frame frame;
        ts_feature_frame_init(&frame, wanted.kind, x);
        worst = fmax(worst, fabs(ts_barrier_excess(frame.d2, xi).high - expected) / expected);
    }
    for (int k = 0; k < 12; ++k) mpfr_clear(row[k]);
    mpfr_clears(D, xi2, (mpfr_ptr)0);
    printf("error of D: %.2g\n", worst);
    ck_assert_double_le(worst, 1e-14);
}
END_TEST

/* Distances of exactly xi, by turned triangles in a plane of the axes: what rounding leaves is no gap. */
START_TEST(what_touches_has_none) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int i = 0; i < ts_test_cases(20000); ++i) {
        const int axis = i % 3;
        const double xi = ts_random_log(&random, 1e-4, 1.0), size = ts_random_log(&random, 1e-2, 1.0);
        double x[4][3] = {{0}};
        for (int r = 1; r < 4; ++r) {
            for (int c = 0; c < 3; ++c) x[r][c] = size * ts_random_between(&random, -1.0, 1.0);
            x[r][axis] = xi;
        }
        ts_feature_frame frame;
        ts_feature_frame_init(&frame, TS_POINT_TRIANGLE, (const double(*)[3])x);
        ck_assert_double_le(ts_barrier_excess(frame.d2, xi).high, 0.0);
        ck_assert(ts_barrier_evaluate(ts_barrier_find("two-stage"), frame.d2, xi, 0.1, NULL).b == INFINITY);
    }
}
END_TEST

START_TEST(features_without_extent_have_fewer_tangents) {
    const double line[4][3] = {{0, 1, 0}, {2, 1, 0}, {0, 0, 0}, {1, 0, 0}};
    const double point[4][3] = {{0, 3, 4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    double gradient[12], hessian[144];
    ck_assert_double_eq(ts_feature_distance2(TS_EDGE_EDGE, line, gradient, hessian), 1.0);
    for (int i = 0; i < 144; ++i) ck_assert(isfinite(hessian[i]));
    ck_assert_double_eq(ts_feature_distance2(TS_POINT_TRIANGLE, point, gradient, hessian), 25.0);
    ck_assert_double_eq(ts_feature_distance2(TS_POINT_EDGE, point, gradient, hessian), 25.0);
    ck_assert_double_eq(gradient[1], 6.0);
}
END_TEST

START_TEST(bases_are_orthonormal) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int i = 0; i < ts_test_cases(1000); ++i) {
        const random_features wanted = {(ts_ccd_kind)(i % TS_CCD_KINDS), 1.0, i % 8 < 4 ? 0.0 : 1e-9, 0.5};
        double x[4][3] = {{0}}, axis[3][3];
        random_pair(&random, &wanted, x);
        ts_feature_frame frame;
        ts_feature_frame_init(&frame, wanted.kind, x);
        ts_feature_frame_basis(&frame, axis[0], axis + 1);
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) ck_assert_double_le(fabs(ts_dot(axis[a], axis[b]) - (a == b)), 1e-14);
        }
    }
}
END_TEST

START_TEST(rows_of_a_feature_make_a_query_of_its_own) {
    int row[4];
    ck_assert_int_eq(ts_feature_rows(0xf, row), TS_EDGE_EDGE);
    ck_assert_int_eq(ts_feature_rows(0xd, row), TS_POINT_EDGE); /* rows 0, 2, 3 */
    ck_assert(row[0] == 0 && row[1] == 2 && row[2] == 3);
    ck_assert_int_eq(ts_feature_rows(0xb, row), TS_POINT_EDGE); /* rows 0, 1, 3 */
    ck_assert(row[0] == 3 && row[1] == 0 && row[2] == 1);
    ck_assert_int_eq(ts_feature_rows(0xa, row), TS_POINT_POINT);
    ck_assert(row[0] == 1 && row[1] == 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("feature_distance");
    TCase *tests = tcase_create("feature_distance");
    tcase_add_test(tests, derivatives_are_those_of_the_definition);
    tcase_add_test(tests, near_parallel_features_keep_their_digits);
    tcase_add_test(tests, thickness_leaves_the_gap);
    tcase_add_test(tests, what_touches_has_none);
    tcase_add_test(tests, features_without_extent_have_fewer_tangents);
    tcase_add_test(tests, bases_are_orthonormal);
    tcase_add_test(tests, rows_of_a_feature_make_a_query_of_its_own);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
