/* SPDX-License-Identifier: MIT
 * Minimal separation on motions with a known time of impact, its separation by exact distances, the thick
 * corners that it sees, and its tiny times of impact. */
#include <touchstone/ccd.h>

#include "tests/ccd/exact_distance.h"
#include "tests/ccd/families.h"

/* The gap shrinks linearly: a tenth of it is left at 0.9 t*. */
START_TEST(head_on_motions_stop_at_the_separation) {
    static const double separations[] = {0.0, 0.25, 0.5}, scales[] = {1.0, 0x1p-30, 0x1p400, 0x1p-400};
    ts_ccd_method method = method_with("minsep-careful", NULL), half = method_with("minsep-careful", "{\"s\": 0.5}");
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

/* At a toi of a random motion the exact distance is the separation asked for: all features are looked at. */
START_TEST(random_motions_stop_at_their_separation) {
    ts_ccd_method method = method_with("minsep-careful", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int hits = 0;
    for (int n = ts_test_cases(2000); n-- > 0;) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % 4), 2.0);
        const double start = exact_distance_at(&query, 0.0);
        query.min_distance = n % 3 == 0 ? 0.0 : 0.5 * start;
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT);
        const double separation = query.min_distance + 0.1 * (start - query.min_distance);
        if (result.status == TS_CCD_FREE) {
            for (int i = 1; i <= 4; ++i) ck_assert_double_gt(exact_distance_at(&query, 0.25 * i), separation);
            continue;
        }
        if (result.iterations > 1) continue;
        ++hits;
        ck_assert_double_eq_tol(exact_distance_at(&query, result.toi), separation, 1e-6 * separation);
    }
    ck_assert_int_gt(hits, ts_test_cases(2000) / 20);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A point that passes beside the triangle, nearer than xi to its edge, but never over its inside. */
START_TEST(thick_edges_are_seen) {
    const ts_ccd_query beside = {.kind = TS_POINT_TRIANGLE,
                                 .x0 = {{1, -0.1, 1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                                 .x1 = {{1, -0.1, -1}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                                 .min_distance = 0.5,
                                 .t_max = 1.0};
    ts_ccd_method method = method_with("minsep-careful", NULL);
    const ts_ccd_result result = answer_of(&method, &beside);
    ck_assert_int_eq(result.status, TS_CCD_HIT);
    ck_assert_double_lt(result.toi, truth_of(&beside).lo);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Primitives that part from a gap of 1e-9 of the step: the squared distance at the start is 1e-18 of what it
 * becomes, which is zero to rounding and so a root at t = 0, with and without separation. */
START_TEST(small_gaps_give_tiny_times) {
    ts_ccd_method method = method_with("minsep-careful", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) {
            query.x0[i][2] = 1e-9;
            query.x1[i][2] = 2.0;
        }
        ck_assert(!truth_of(&query).contact);
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_lt(result.toi, 1e-6);
        ck_assert_uint_eq(result.iterations, 2);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_start_in_contact_has_toi_zero) {
    ts_ccd_method method = method_with("minsep-careful", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_ccd_query query = {.kind = (ts_ccd_kind)kind, .x1 = {{1, 2, 3}}, .t_max = 1.0};
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_HIT);
        ck_assert_double_eq(answer_of(&method, &query).toi, 0.0);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(every_family_is_answered) {
    answer_families("minsep-careful", NULL, 100, NULL);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("minsep-careful", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(4000); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 4));
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT || result.status == TS_CCD_FAILED);
        if (result.status != TS_CCD_FAILED) ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("minsep-careful");
    TCase *tests = tcase_create("minsep-careful");
    tcase_add_test(tests, head_on_motions_stop_at_the_separation);
    tcase_add_test(tests, random_motions_stop_at_their_separation);
    tcase_add_test(tests, thick_edges_are_seen);
    tcase_add_test(tests, small_gaps_give_tiny_times);
    tcase_add_test(tests, a_start_in_contact_has_toi_zero);
    tcase_add_test(tests, every_family_is_answered);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
