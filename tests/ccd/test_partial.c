/* SPDX-License-Identifier: MIT
 * Partial CCD: which contacts its samples see and which they miss, and the toi by halving. */
#include <touchstone/ccd.h>

#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>

static uint64_t seed;

/* The contact is at 1/2: the step 0.8 collides, 0.4 does not. */
START_TEST(head_on_motions_are_halved) {
    static const double scales[] = {1.0, 0x1p-30, 0x1p200, 0x1p-200};
    ts_ccd_method method = method_with("partial", NULL), all = method_with("partial", "{\"s\": 0, \"samples\": 10}");
    for (int n = 0; n < TS_CCD_KINDS * 4 * 3; ++n) {
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), 0.0, 0.0, scales[n / 4 % 4]);
        for (int k = 0; k < n / 16; ++k) turn(&query);
        query.t_max = 0.8;
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq(result.toi, 0.9 * 0.4);
        ck_assert_uint_eq(result.iterations, 2);
        ck_assert_double_eq(answer_of(&all, &query).toi, 0.4);
        query.t_max = 0.4;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&all);
}
END_TEST

/* Steps are halved as long as they move anything: past 60 halvings where the gap is small, to the smallest double from
 * a start in contact. */
START_TEST(halving_goes_on_while_anything_moves) {
    ts_ccd_method method = method_with("partial", NULL);
    ts_ccd_query query = {.kind = TS_POINT_POINT, .x0 = {{0x1p-100}}, .x1 = {{-1}}, .t_max = 1.0};
    const ts_ccd_result hit = answer_of(&method, &query);
    ck_assert_int_eq(hit.status, TS_CCD_HIT);
    ck_assert_double_eq(hit.toi, 0.9 * 0x1p-101);
    ck_assert_uint_eq(hit.iterations, 102);
    query.x0[0][0] = 0.0;
    const ts_ccd_result limit = answer_of(&method, &query);
    ck_assert_int_eq(limit.status, TS_CCD_LIMIT);
    ck_assert_uint_gt(limit.iterations, 1000);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A point that comes down beside the middle of a triangle that does not move: Q = z0 z1 + |offset|^2 is negative
 * within a disc around it only. Which sample lies in that disc is known. */
START_TEST(a_contact_between_the_samples_is_missed) {
    static const struct {
        double x, y;
        const char *options;
        ts_ccd_status expected;
    } cases[] = {
        {1.0 / 3, 1.0 / 3, "{\"samples\": 1, \"projection\": false}", TS_CCD_HIT},
        {2.0 / 3, 1.0 / 6, "{\"samples\": 1, \"projection\": false}", TS_CCD_FREE},
        {2.0 / 3, 1.0 / 6, "{\"samples\": 3, \"projection\": false}", TS_CCD_HIT},
        {2.0 / 3, 1.0 / 6, "{\"samples\": 1, \"projection\": true}", TS_CCD_HIT},
        {1.0 / 3, 1.0 / 3, "{\"samples\": 3, \"projection\": false}", TS_CCD_FREE},
        {4.0 / 9, 4.0 / 9, "{\"samples\": 6, \"projection\": false}", TS_CCD_HIT},
        {1.0 / 9, 7.0 / 9, "{\"samples\": 6, \"projection\": false}", TS_CCD_HIT},
        {0.05, 0.9, "{\"samples\": 6, \"projection\": false}", TS_CCD_FREE},
        {0.05, 0.9, "{\"samples\": 5050, \"projection\": false}", TS_CCD_HIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ts_ccd_query query = {.kind = TS_POINT_TRIANGLE,
                              .x0 = {{cases[i].x, cases[i].y, 0.02}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                              .x1 = {{cases[i].x, cases[i].y, -0.02}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                              .t_max = 1.0};
        ts_ccd_method method = method_with("partial", cases[i].options);
        ck_assert_int_eq(answer_of(&method, &query).status, cases[i].expected);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* The same on two crossing edges: n x n samples for n (n + 1) / 2. */
START_TEST(edges_are_sampled_on_a_grid) {
    static const struct {
        double u, v;
        int samples;
        ts_ccd_status expected;
    } cases[] = {{0.5, 0.5, 1, TS_CCD_HIT},      {0.25, 0.75, 1, TS_CCD_FREE},  {0.25, 0.75, 3, TS_CCD_HIT},
                 {0.5, 0.5, 3, TS_CCD_FREE},     {1.0 / 6, 0.5, 6, TS_CCD_HIT}, {0.25, 0.75, 6, TS_CCD_FREE},
                 {0.875, 0.125, 10, TS_CCD_HIT}, {0.875, 0.875, 6, TS_CCD_FREE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const double u = cases[i].u, v = cases[i].v;
        ts_ccd_query query = {.kind = TS_EDGE_EDGE,
                              .x0 = {{-u, 0, 0.02}, {1 - u, 0, 0.02}, {0, -v, 0}, {0, 1 - v, 0}},
                              .x1 = {{-u, 0, -0.02}, {1 - u, 0, -0.02}, {0, -v, 0}, {0, 1 - v, 0}},
                              .t_max = 1.0};
        char options[64];
        snprintf(options, sizeof options, "{\"samples\": %d, \"projection\": false}", cases[i].samples);
        ts_ccd_method method = method_with("partial", options);
        ck_assert_int_eq(answer_of(&method, &query).status, cases[i].expected);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* Where it answers at all, a finer grid of a multiple order holds the samples of the coarser one: with order 5
 * and 1 on edges, what the coarse test sees the fine one sees. */
START_TEST(finer_grids_see_what_coarser_ones_see) {
    ts_ccd_method coarse = method_with("partial", "{\"samples\": 1, \"projection\": false}");
    ts_ccd_method fine = method_with("partial", "{\"samples\": 15, \"projection\": false}");
    ts_random random;
    ts_random_init(&random, seed, 1);
    int seen = 0, more = 0;
    for (int n = ts_test_cases(3000); n-- > 0;) {
        const ts_ccd_query query = random_query(&random, n % 2 ? TS_EDGE_EDGE : TS_POINT_EDGE, 2.0);
        const bool first = answer_of(&coarse, &query).status == TS_CCD_HIT;
        const bool second = answer_of(&fine, &query).status == TS_CCD_HIT;
        ck_assert(second || !first);
        seen += first;
        more += second && !first;
    }
    ck_assert_int_gt(seen, 0);
    ck_assert_int_gt(more, 0);
    ts_ccd_method_clear(&coarse);
    ts_ccd_method_clear(&fine);
}
END_TEST

START_TEST(a_number_of_samples_that_is_not_triangular_is_refused) {
    static const int numbers[] = {2, 4, 5, 7, 11, 5049};
    ts_ccd_method method = method_with("partial", "{\"samples\": 5050}");
    ts_ccd_method_clear(&method);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        char options[64];
        snprintf(options, sizeof options, "{\"samples\": %d}", numbers[i]);
        ts_error error;
        ck_assert_int_eq(ts_ccd_method_init(&method, "partial", options, &error), TS_ERROR_USAGE);
        ck_assert_ptr_nonnull(strstr(error.message, "samples"));
    }
}
END_TEST

/* Where the weights of the touching points are doubles, Q is 0 for every step and no halving is free. Elsewhere
 * rounding decides. */
START_TEST(a_start_in_contact_ends_at_the_limit) {
    ts_ccd_method method = method_with("partial", NULL);
    for (int kind = TS_POINT_EDGE; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x0[i][2] = 0.0;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_LIMIT);
        query.min_distance = 1e-3;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_UNSUPPORTED);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

static void expect_sensible(const ts_ccd_method *method, const ts_ccd_query *query) {
    const ts_ccd_result result = answer_of(method, query);
    if (result.status == TS_CCD_HIT) ck_assert(result.toi >= 0.0 && result.toi <= query->t_max);
    ck_assert_uint_le(result.iterations, 1100);
}

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("partial", NULL);
    ts_random random;
    ts_random_init(&random, seed, 2);
    for (int n = ts_test_cases(5000); n-- > 0;) {
        const ts_ccd_query wild = wild_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS));
        expect_sensible(&method, &wild);
    }
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int n = ts_test_cases(200); n-- > 0;) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)n, (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
            expect_sensible(&method, &query);
        }
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("partial");
    TCase *tests = tcase_create("partial");
    tcase_add_test(tests, head_on_motions_are_halved);
    tcase_add_test(tests, halving_goes_on_while_anything_moves);
    tcase_add_test(tests, a_contact_between_the_samples_is_missed);
    tcase_add_test(tests, edges_are_sampled_on_a_grid);
    tcase_add_test(tests, finer_grids_see_what_coarser_ones_see);
    tcase_add_test(tests, a_number_of_samples_that_is_not_triangular_is_refused);
    tcase_add_test(tests, a_start_in_contact_ends_at_the_limit);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
