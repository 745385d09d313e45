/* SPDX-License-Identifier: MIT
 * Tight inclusion: never a miss and never late, whatever its options and whatever the query; near to the
 * contact where nothing is in the way. */
#include <touchstone/ccd.h>

#include <math.h>
#include <string.h>

#include "ccd/tight_inclusion.h"
#include "core/random.h"
#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

static uint64_t seed;

/* The tolerance is one of time, up to a factor, as the speed is 2. With a separation a whole area of (u, v) comes
 * into contact at once: more boxes than any limit, which then stops the search early. */
START_TEST(head_on_motions_stop_just_before_the_contact) {
    static const double separations[] = {0.0, 0.25, 0.5}, scales[] = {1.0, 0x1p-30, 0x1p400};
    for (int n = 0; n < TS_CCD_KINDS * 3 * 3 * 3; ++n) {
        const double xi = separations[n / 4 % 3], scale = scales[n / 12 % 3];
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), xi, 1.5, scale);
        for (int k = 0; k < n / 36; ++k) turn(&query);
        char options[64];
        snprintf(options, sizeof options, "{\"tolerance\": %.17g, \"max_itr\": 20000}", fmin(1e-6 * scale, 1e6));
        ts_ccd_method method = method_with("tight-inclusion", options);
        const double contact = (1.0 - xi) / 2.0, margin = xi > 0.0 ? 1e-2 : 1e-5;
        ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_le(result.toi, contact);
        ck_assert_double_ge(result.toi, contact - margin);
        query.t_max = contact - margin;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* t_max cuts the domain: the answer is a time of the query, not of the cut. */
START_TEST(t_max_is_a_time_of_the_whole_motion) {
    ts_ccd_method method = method_with("tight-inclusion", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        query.t_max = 0.7;
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_le(result.toi, 0.5);
        ck_assert_double_ge(result.toi, 0.5 - 1e-5);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

static void expect_conservative(const ts_ccd_method *method, const ts_ccd_query *query, const ts_oracle_truth *truth,
                                const char *family, int n) {
    const ts_ccd_result result = answer_of(method, query);
    ck_assert_msg(result.status == TS_CCD_HIT || result.status == TS_CCD_FREE, "%s %d: %s", family, n,
                  ts_ccd_status_name(result.status));
    if (!truth->contact) return;
    ck_assert_msg(result.status == TS_CCD_HIT, "%s %d: a contact at %.17g is missed", family, n, truth->lo);
    ck_assert_msg(result.toi <= truth->lo || (truth->lo < truth->hi && result.toi == truth->lo),
                  "%s %d: toi %a is after the contact at %a", family, n, result.toi, truth->lo);
}

/* With the standard tolerance, a coarse and a fine one, and with limits that stop the search at once, early
 * and in the middle. */
START_TEST(no_contact_of_any_family_is_missed_or_late) {
    static const char *const options[] = {"{\"max_itr\": 1500}",
                                          "{\"max_itr\": 1}",
                                          "{\"max_itr\": 60}",
                                          "{\"tolerance\": 1e-2, \"max_itr\": 4000}",
                                          "{\"tolerance\": 0, \"max_itr\": 1500}",
                                          "{\"no_zero_toi\": true, \"max_itr\": 1500}"};
    enum { METHODS = sizeof options / sizeof *options };
    ts_ccd_method methods[METHODS];
    for (int m = 0; m < METHODS; ++m) methods[m] = method_with("tight-inclusion", options[m]);
    int contacts = 0;
    for (size_t f = 0; f < ts_family_count(); ++f) {
        const ts_family *family = ts_family_at(f);
        for (int n = ts_test_cases(160); n-- > 0;) {
            ts_ccd_query query;
            ts_oracle_truth truth;
            family->generate(seed, (uint64_t)n, (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
            ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
            contacts += truth.contact;
            for (int m = 0; m < METHODS; ++m) expect_conservative(&methods[m], &query, &truth, family->name, n);
        }
    }
    ck_assert_int_gt(contacts, ts_test_cases(160));
    for (int m = 0; m < METHODS; ++m) ts_ccd_method_clear(&methods[m]);
}
END_TEST

START_TEST(any_finite_input_is_answered_conservatively) {
    ts_ccd_method method = method_with("tight-inclusion", "{\"max_itr\": 2000}");
    ts_random random;
    ts_random_init(&random, seed, 2);
    for (int n = ts_test_cases(250); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS));
        ts_oracle_truth truth;
        ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
        expect_conservative(&method, &query, &truth, "wild", n);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* min_distance is a cube's half width: a query is free when the distance stays above sqrt(3) times it. */
START_TEST(what_stays_apart_by_more_than_the_tolerance_is_free) {
    ts_ccd_method method = method_with("tight-inclusion", NULL);
    ts_random random;
    ts_random_init(&random, seed, 3);
    int frees = 0;
    for (int n = ts_test_cases(400); n-- > 0;) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 1.0);
        query.min_distance = n % 8 < 4 ? 0.0 : 0.05;
        double lo, hi, at;
        ck_assert_int_eq(ts_oracle_closest_approach(&query, 1e-3, &lo, &hi, &at), TS_OK);
        if (lo < 1.7321 * query.min_distance + 1e-4) continue;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
        ++frees;
    }
    ck_assert_int_gt(frees, ts_test_cases(400) / 8);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_tiny_gap_is_a_toi_of_zero_unless_asked_again) {
    ts_ccd_method plain = method_with("tight-inclusion", NULL);
    ts_ccd_method again = method_with("tight-inclusion", "{\"no_zero_toi\": true}");
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int thick = 0; thick < (kind == TS_POINT_POINT ? 2 : 1); ++thick) {
            ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.5 * thick, 0.0, 1.0);
            for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) {
                query.x0[i][2] = 0x1p-24 + query.min_distance;
            }
            ts_ccd_result result = answer_of(&plain, &query);
            ck_assert_int_eq(result.status, TS_CCD_HIT);
            ck_assert_double_eq(result.toi, 0.0);
            result = answer_of(&again, &query);
            ck_assert_int_eq(result.status, TS_CCD_HIT);
            ck_assert_double_gt(result.toi, 0.0);
            ck_assert_double_le(result.toi, 0x1p-24 / (1.0 + 0x1p-24 + query.min_distance));
            for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x0[i][2] = query.min_distance;
            result = answer_of(&again, &query);
            ck_assert_int_eq(result.status, TS_CCD_HIT);
            ck_assert_double_eq(result.toi, 0.0);
        }
    }
    ts_ccd_method_clear(&plain);
    ts_ccd_method_clear(&again);
}
END_TEST

/* One axis for two points, two for a point and an edge: a bisection in t alone takes four boxes per level at
 * most, when the contact is where two of them meet. */
START_TEST(kinds_with_fewer_parameters_split_fewer_axes) {
    ts_ccd_method method = method_with("tight-inclusion", NULL);
    ts_ccd_query points = head_on(TS_POINT_POINT, 0.0, 1.5, 1.0);
    ck_assert_uint_le(answer_of(&method, &points).iterations, 4 * 24);
    points.x1[0][2] = 0.5;
    points.x1[0][0] = 9.0;
    ck_assert_int_eq(answer_of(&method, &points).status, TS_CCD_FREE);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Boxes are counted, and the answer at the limit is a lower bound that grows with it. */
START_TEST(the_limit_is_kept_and_more_boxes_bring_the_answer_closer) {
    ts_ccd_query slide = {.kind = TS_EDGE_EDGE,
                          .x0 = {{0, 0, 0}, {1, 0, 0}, {0.3, -1, 0x1p-20}, {0.3, 1, 0x1p-20}},
                          .x1 = {{0.5, 0, 0}, {1.5, 0, 0}, {0.3, -1, -0x1p-20}, {0.3, 1, -0x1p-20}},
                          .t_max = 1.0};
    double before = 0.0;
    for (int max_itr = 1; max_itr <= 100000; max_itr *= 10) {
        char options[64];
        snprintf(options, sizeof options, "{\"tolerance\": 1e-12, \"max_itr\": %d}", max_itr);
        ts_ccd_method method = method_with("tight-inclusion", options);
        const ts_ccd_result result = answer_of(&method, &slide);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_uint_le(result.iterations, (unsigned)max_itr);
        ck_assert_double_ge(result.toi, before);
        ck_assert_double_le(result.toi, 0.5);
        before = result.toi;
        ts_ccd_method_clear(&method);
    }
    ck_assert_double_gt(before, 0.49);
}
END_TEST

static void random_ends(ts_random *random, double size, double ends[2][3]) {
    for (int i = 0; i < 6; ++i) ends[i / 3][i % 3] = size * ts_random_between(random, -1.0, 1.0);
}

static ts_difference_map random_map(ts_random *random, int n) {
    ts_difference_map map = {.size = 3.0, .filter = 0x1p-47, .t_max = n % 5 ? 1.0 : 0.37, .triangle = n % 2};
    const double apart = n % 3 ? 0.3 : 1.0;
    random_ends(random, apart, map.a);
    random_ends(random, 1.0, map.u);
    random_ends(random, n % 7 ? 1.0 : 0.0, map.v);
    map.reach = map.filter + (n % 11 ? 0.0 : 0.05);
    map.tolerance = n % 4 ? 1e-4 : 1e-2;
    return map;
}

/* First times and numbers of boxes, with limits that end the search anywhere. */
START_TEST(both_instruction_sets_find_the_same_times) {
#if defined(__x86_64__)
    if (!ts_test_has_width(TS_TEST_AVX2)) return;
    int contacts = 0;
    ts_random random;
    ts_random_init(&random, seed, 4);
    for (int n = 0; n < ts_test_cases(3000); ++n) {
        const ts_difference_map map = random_map(&random, n);
        const uint32_t most = n % 6 ? 3000 : 1 + (uint32_t)ts_random_below(&random, 300);
        uint32_t examined[2];
        const double portable = ts_first_time_portable(&map, most, &examined[0]);
        const double avx2 = ts_first_time_avx2(&map, most, &examined[1]);
        ck_assert_msg(memcmp(&portable, &avx2, sizeof avx2) == 0, "%d: %a and %a", n, portable, avx2);
        ck_assert_uint_eq(examined[0], examined[1]);
        contacts += portable <= 1.0;
    }
    ck_assert_int_gt(contacts, ts_test_cases(3000) / 20);
#endif
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("tight-inclusion");
    TCase *tests = tcase_create("tight-inclusion");
    tcase_add_test(tests, head_on_motions_stop_just_before_the_contact);
    tcase_add_test(tests, t_max_is_a_time_of_the_whole_motion);
    tcase_add_test(tests, no_contact_of_any_family_is_missed_or_late);
    tcase_add_test(tests, any_finite_input_is_answered_conservatively);
    tcase_add_test(tests, what_stays_apart_by_more_than_the_tolerance_is_free);
    tcase_add_test(tests, a_tiny_gap_is_a_toi_of_zero_unless_asked_again);
    tcase_add_test(tests, kinds_with_fewer_parameters_split_fewer_axes);
    tcase_add_test(tests, the_limit_is_kept_and_more_boxes_bring_the_answer_closer);
    tcase_add_test(tests, both_instruction_sets_find_the_same_times);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
