/* SPDX-License-Identifier: MIT
 * The cubic on motions with a known time of impact, its separation by exact distances, degenerate pairs, and
 * the misses that docs/backends/cubic.md names. */
#include <touchstone/ccd.h>

#include <math.h>
#include <stdbool.h>

#include "tests/ccd/exact_distance.h"
#include "tests/ccd/motions.h"

/* The gap shrinks linearly: a tenth of it is left at 0.9 t*. */
START_TEST(head_on_motions_stop_at_the_separation) {
    static const double separations[] = {0.0, 0.25, 0.5}, scales[] = {1.0, 0x1p-30, 0x1p400, 0x1p-400};
    ts_ccd_method method = method_with("cubic", NULL), half = method_with("cubic", "{\"s\": 0.5}");
    for (int n = 0; n < TS_CCD_KINDS * 3 * 4 * 3; ++n) {
        const double xi = separations[n / 4 % 3];
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), xi, 1.5, scales[n / 12 % 4]);
        for (int k = 0; k < n / 48; ++k) turn(&query);
        ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.9 * (1.0 - xi) / 2.0, 1e-9);
        ck_assert_uint_eq(result.iterations, 1);
        result = answer_of(&half, &query);
        ck_assert_double_eq_tol(result.toi, 0.5 * (1.0 - xi) / 2.0, 1e-9);
        query.t_max = 0.9 * (1.0 - xi) / 2.0 - 1e-6;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&half);
}
END_TEST

/* s = 0 asks for contact itself: the coplanarity cubic. */
START_TEST(without_separation_it_finds_the_contact) {
    ts_ccd_method method = method_with("cubic", "{\"s\": 0}");
    for (int n = 0; n < 2 * 3; ++n) {
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 2), 0.0, 1.5, 1.0);
        for (int k = 0; k < n / 2; ++k) turn(&query);
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.5, 1e-14);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* A gap that is gone within 1e-6 of the step is asked for again with xi alone. */
START_TEST(a_tiny_toi_is_asked_for_again) {
    ts_ccd_method method = method_with("cubic", NULL);
    for (int kind = 0; kind < 2; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x0[i][2] = 0x1p-22;
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_uint_eq(result.iterations, 2);
        ck_assert_double_eq_tol(result.toi, 0.9 * 0x1p-22, 1e-12);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* At a toi of a random motion the exact distance is the separation asked for. */
START_TEST(random_motions_stop_at_their_separation) {
    ts_ccd_method method = method_with("cubic", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int hits = 0, exact = 0;
    for (int n = ts_test_cases(4000); n-- > 0;) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % 4), 2.0);
        const double start = exact_distance_at(&query, 0.0);
        query.min_distance = n % 3 == 0 ? 0.0 : 0.5 * start;
        const ts_ccd_result result = answer_of(&method, &query);
        if (result.status == TS_CCD_FREE || result.toi < 1e-6) continue;
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ++hits;
        const double left = exact_distance_at(&query, result.toi);
        const double separation = query.min_distance + 0.1 * (start - query.min_distance);
        /* Nearer only when the pair enters the inside of a face or edge with its plane or line already near. */
        ck_assert_double_le(left, separation * (1.0 + 1e-6));
        const bool at_separation = left >= separation * (1.0 - 1e-6);
        ck_assert(at_separation || query.kind != TS_POINT_POINT);
        exact += at_separation;
    }
    ck_assert_int_gt(hits, ts_test_cases(4000) / 20);
    ck_assert_int_gt(exact, hits / 2);
    ts_ccd_method_clear(&method);
}
END_TEST

static ts_ccd_result ask(const ts_ccd_query *query) {
    ts_ccd_method method = method_with("cubic", NULL);
    const ts_ccd_result result = answer_of(&method, query);
    ts_ccd_method_clear(&method);
    return result;
}

START_TEST(degenerate_pairs_are_asked_again_as_lower_features) {
    ts_ccd_query parallel = {.kind = TS_EDGE_EDGE,
                             .x0 = {{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}},
                             .x1 = {{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}},
                             .t_max = 1.0};
    ts_ccd_query points = {.kind = TS_EDGE_EDGE,
                           .x0 = {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}},
                           .x1 = {{0, 0, -1}, {0, 0, -1}, {0, 0, 0}, {0, 0, 0}},
                           .t_max = 1.0};
    ts_ccd_query in_a_row = {.kind = TS_EDGE_EDGE,
                             .x0 = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                             .x1 = {{2, 0, 0}, {3, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                             .t_max = 1.0};
    ts_ccd_query collapsed = {.kind = TS_POINT_TRIANGLE, .x0 = {{0, 0, 1}}, .x1 = {{0, 0, -1}}, .t_max = 1.0};
    ts_ccd_query segment = {.kind = TS_POINT_TRIANGLE,
                            .x0 = {{1, 0, 1}, {0, 0, 0}, {3, 0, 0}, {2, 0, 0}},
                            .x1 = {{1, 0, -1}, {0, 0, 0}, {3, 0, 0}, {2, 0, 0}},
                            .t_max = 1.0};
    ts_ccd_query in_plane = {.kind = TS_POINT_TRIANGLE,
                             .x0 = {{1, -1, 0}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                             .x1 = {{1, 1, 0}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                             .t_max = 1.0};
    ts_ccd_query no_edge = {.kind = TS_POINT_EDGE, .x0 = {{0, 0, 1}}, .x1 = {{0, 0, -1}}, .t_max = 1.0};
    const ts_ccd_query *const all[] = {&parallel, &points, &in_a_row, &collapsed, &segment, &in_plane, &no_edge};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        const ts_ccd_result result = ask(all[i]);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.45, 1e-9);
    }
}
END_TEST

START_TEST(a_start_in_contact_has_toi_zero) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_ccd_result result = ask(&(ts_ccd_query){.kind = (ts_ccd_kind)kind, .x1 = {{1, 2, 3}}, .t_max = 1.0});
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq(result.toi, 0.0);
    }
}
END_TEST

/* As published, with thickness: a point that passes beside the triangle, nearer than xi to its edge, but
 * never over its inside. The test goes when the method is no longer the published one. */
START_TEST(thick_edges_are_missed_as_published) {
    ts_ccd_query beside = {.kind = TS_POINT_TRIANGLE,
                           .x0 = {{1, -0.1, 1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                           .x1 = {{1, -0.1, -1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                           .min_distance = 0.5,
                           .t_max = 1.0};
    ck_assert_double_lt(exact_distance_at(&beside, 0.5), 0.5);
    ck_assert_int_eq(ask(&beside).status, TS_CCD_FREE);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("cubic", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(20000); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 4));
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT || result.status == TS_CCD_FAILED);
        if (result.status != TS_CCD_FAILED) ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cubic");
    TCase *tests = tcase_create("cubic");
    tcase_add_test(tests, head_on_motions_stop_at_the_separation);
    tcase_add_test(tests, without_separation_it_finds_the_contact);
    tcase_add_test(tests, a_tiny_toi_is_asked_for_again);
    tcase_add_test(tests, random_motions_stop_at_their_separation);
    tcase_add_test(tests, degenerate_pairs_are_asked_again_as_lower_features);
    tcase_add_test(tests, a_start_in_contact_has_toi_zero);
    tcase_add_test(tests, thick_edges_are_missed_as_published);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
