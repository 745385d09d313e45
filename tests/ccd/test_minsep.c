/* SPDX-License-Identifier: MIT
 * The published minimal separation on motions with a known time of impact, and the properties of it that are no
 * mistakes of ours. That it answers as published: tests/datasets/test_published.c. */
#include <touchstone/ccd.h>

#include <math.h>

#include "tests/ccd/exact_distance.h"
#include "tests/ccd/motions.h"

/* The plane or the lines are met at a tenth of the gap. */
START_TEST(head_on_motions_stop_at_the_separation) {
    static const double separations[] = {0.0, 0.25, 0.5};
    ts_ccd_method method = method_with("minsep", NULL);
    for (int n = 0; n < 2 * 3 * 3; ++n) {
        const double xi = separations[n / 2 % 3];
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 2), xi, 1.5, 1.0);
        for (int k = 0; k < n / 6; ++k) turn(&query);
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.9 * (1.0 - xi) / 2.0, 1e-9);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(points_against_edges_and_points_are_accd) {
    ts_ccd_method method = method_with("minsep", NULL), accd = method_with("accd", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(400); n-- > 0;) {
        const ts_ccd_query query = random_query(&random, n % 2 ? TS_POINT_EDGE : TS_POINT_POINT, 2.0);
        const ts_ccd_result result = answer_of(&method, &query), same = answer_of(&accd, &query);
        ck_assert(ts_ccd_same_answer(&result, &same));
    }
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&accd);
}
END_TEST

/* Metres where square metres belong: at a separation of h the plane of the triangle counts as reached anywhere within
 * sqrt(h^2 + 0.1 h) of it. This point comes down beside the triangle and stays 0.2 m away from it. */
START_TEST(a_plane_far_from_its_triangle_counts) {
    ts_ccd_query beside = {.kind = TS_POINT_TRIANGLE,
                           .x0 = {{1, -0.2, 1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                           .x1 = {{1, -0.2, -1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                           .t_max = 1.0};
    ts_ccd_method method = method_with("minsep", NULL);
    const double separation = 0.1 * exact_distance_at(&beside, 0.0);
    ck_assert_double_gt(exact_distance_at(&beside, 0.5), 1.9 * separation);
    ck_assert_int_eq(answer_of(&method, &beside).status, TS_CCD_FREE);
    beside.x0[0][1] = beside.x1[0][1] = -0.1; /* still beside, within sqrt(0.01 + 0.01) */
    ck_assert_int_eq(answer_of(&method, &beside).status, TS_CCD_HIT);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Nobody asks for the ends of two edges: these are parallel and meet. */
START_TEST(ends_of_edges_are_missed) {
    const ts_ccd_query parallel = {.kind = TS_EDGE_EDGE,
                                   .x0 = {{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}},
                                   .x1 = {{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}},
                                   .t_max = 1.0};
    ts_ccd_method method = method_with("minsep", NULL);
    ck_assert_int_eq(answer_of(&method, &parallel).status, TS_CCD_FREE);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("minsep", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(4000); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 2));
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT || result.status == TS_CCD_LIMIT);
        ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("minsep");
    TCase *tests = tcase_create("minsep");
    tcase_add_test(tests, head_on_motions_stop_at_the_separation);
    tcase_add_test(tests, points_against_edges_and_points_are_accd);
    tcase_add_test(tests, a_plane_far_from_its_triangle_counts);
    tcase_add_test(tests, ends_of_edges_are_missed);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
