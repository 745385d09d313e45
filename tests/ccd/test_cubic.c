/* SPDX-License-Identifier: MIT
 * The published cubic on motions with a known time of impact, and the properties of it that are no mistakes of ours.
 * That it answers as published: tests/datasets/test_published.c. */
#include <touchstone/ccd.h>

#include <math.h>
#include <stdbool.h>

#include "tests/ccd/exact_distance.h"
#include "tests/ccd/motions.h"

/* The gap shrinks linearly: a tenth of it is left at 0.9 t*. */
START_TEST(head_on_motions_stop_at_the_separation) {
    static const double separations[] = {0.0, 0.25, 0.5};
    ts_ccd_method method = method_with("cubic", NULL), half = method_with("cubic", "{\"s\": 0.5}");
    for (int n = 0; n < TS_CCD_KINDS * 3 * 3; ++n) {
        const double xi = separations[n / 4 % 3];
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), xi, 1.5, 1.0);
        for (int k = 0; k < n / 12; ++k) turn(&query);
        ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.9 * (1.0 - xi) / 2.0, 1e-9);
        result = answer_of(&half, &query);
        ck_assert_double_eq_tol(result.toi, 0.5 * (1.0 - xi) / 2.0, 1e-9);
        query.t_max = 0.9 * (1.0 - xi) / 2.0 - 1e-6;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&half);
}
END_TEST

static ts_ccd_result ask(const ts_ccd_query *query, const char *options) {
    ts_ccd_method method = method_with("cubic", options);
    const ts_ccd_result result = answer_of(&method, query);
    ts_ccd_method_clear(&method);
    return result;
}

static const char *const ALONE = "{\"sub_pairs\": false}";

/* A point that passes beside the triangle, nearer than xi to its edge, but never over its inside; two edges that are
 * parallel all the time; a motion within the plane of the triangle. */
START_TEST(sub_pairs_see_what_the_pair_does_not) {
    const ts_ccd_query beside = {.kind = TS_POINT_TRIANGLE,
                                 .x0 = {{1, -0.1, 1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                                 .x1 = {{1, -0.1, -1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                                 .min_distance = 0.5,
                                 .t_max = 1.0};
    const ts_ccd_query parallel = {.kind = TS_EDGE_EDGE,
                                   .x0 = {{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}},
                                   .x1 = {{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}},
                                   .t_max = 1.0};
    const ts_ccd_query *const all[] = {&beside, &parallel};
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(ask(all[i], ALONE).status, TS_CCD_FREE);
        const ts_ccd_result result = ask(all[i], NULL);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_lt(result.toi, 0.5);
        ck_assert_double_gt(exact_distance_at(all[i], result.toi), all[i]->min_distance);
    }
}
END_TEST

/* Boxes that stay further apart than xi are not asked about. */
START_TEST(far_sub_pairs_are_culled) {
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0);
    const ts_ccd_result near = ask(&query, NULL);
    for (int e = 0; e < 4; ++e) query.x0[e][2] += e == 0 ? 10.0 : 0.0;
    query.x1[0][2] += 10.0;
    ck_assert_uint_gt(near.iterations, 1);
    ck_assert_uint_eq(ask(&query, NULL).iterations, 1);
}
END_TEST

/* The published program drops a time below 1e-6 and asks for contact itself. With points there is one in reach. */
START_TEST(a_tiny_time_is_asked_for_again) {
    ts_ccd_query query = head_on(TS_POINT_POINT, 0.25, 0.0, 1.0);
    query.x0[0][2] = 0.25 + 0x1p-22;
    const ts_ccd_result result = ask(&query, NULL);
    ck_assert_uint_eq(result.iterations, 2);
    ck_assert_int_eq(result.status, TS_CCD_HIT);
    ck_assert_double_eq_tol(result.toi, 0.9 * 0x1p-22 / 1.25, 1e-12);
}
END_TEST

/* Parallel edges without a plane have no distance: 0 / 0, on which the published root finder never ends. */
START_TEST(what_never_ends_is_a_limit) {
    const ts_ccd_query collapsed = {.kind = TS_POINT_TRIANGLE,
                                    .x0 = {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                                    .x1 = {{0, 0, -1}, {1, 0, 0}, {0, 1, 0}, {-1, -1, 0}},
                                    .t_max = 1.0};
    ck_assert_int_eq(ask(&collapsed, ALONE).status, TS_CCD_LIMIT);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("cubic", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(8000); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 4));
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT || result.status == TS_CCD_LIMIT);
        ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cubic");
    TCase *tests = tcase_create("cubic");
    tcase_add_test(tests, head_on_motions_stop_at_the_separation);
    tcase_add_test(tests, sub_pairs_see_what_the_pair_does_not);
    tcase_add_test(tests, far_sub_pairs_are_culled);
    tcase_add_test(tests, a_tiny_time_is_asked_for_again);
    tcase_add_test(tests, what_never_ends_is_a_limit);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
