/* SPDX-License-Identifier: MIT
 * ACCD on motions with a known time of impact, the gap it keeps by exact distances, and the published
 * weaknesses that docs/backends/accd.md names. */
#include <touchstone/ccd.h>

#include <math.h>

#include "ccd/accd.h"
#include "tests/ccd/exact_distance.h"
#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>

/* Head on, l_p is the speed of approach: the first advance ends at (1-s) t*, the second below the kept gap. */
START_TEST(head_on_motions_stop_at_the_kept_gap) {
    static const double separations[] = {0.0, 0.25, 0.5}, scales[] = {1.0, 0x1p-30, 0x1p40};
    ts_ccd_method method = method_with("accd", NULL), half = method_with("accd", "{\"s\": 0.5}");
    for (int n = 0; n < TS_CCD_KINDS * 3 * 3 * 3; ++n) {
        const double xi = separations[n / 4 % 3];
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), xi, 1.5, scales[n / 12 % 3]);
        for (int k = 0; k < n / 36; ++k) turn(&query);
        ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_eq_tol(result.toi, 0.9 * (1.0 - xi) / 2.0, 1e-12);
        ck_assert_uint_eq(result.iterations, 2);
        result = answer_of(&half, &query);
        ck_assert_double_eq_tol(result.toi, 0.5 * (1.0 - xi) / 2.0, 1e-12);
        query.t_max = 0.9 * (1.0 - xi) / 2.0 - 1e-9;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&half);
}
END_TEST

static double free_until(const ts_ccd_query *query, const ts_ccd_result *result) {
    return result->status == TS_CCD_FREE ? query->t_max : result->toi;
}

/* Random motions are well conditioned: up to its answer the exact distance stays above xi, and at a toi the
 * kept share of the initial gap is left. */
START_TEST(random_motions_keep_their_gap) {
    ts_ccd_method method = method_with("accd", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int hits = 0, answers = 0;
    for (int n = ts_test_cases(600); n-- > 0;) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % 4), n % 8 < 4 ? 0.3 : 3.0);
        const double start = exact_distance_at(&query, 0.0);
        query.min_distance = n % 3 == 0 ? 0.0 : 0.5 * start;
        const ts_ccd_result result = answer_of(&method, &query);
        if (result.status == TS_CCD_LIMIT) continue;
        ck_assert(result.status == TS_CCD_FREE || result.status == TS_CCD_HIT);
        ++answers;
        const double end = free_until(&query, &result);
        for (int i = 1; i <= 8; ++i) ck_assert_double_gt(exact_distance_at(&query, end * i / 8), query.min_distance);
        if (result.status == TS_CCD_FREE) continue;
        ++hits;
        const double kept = (exact_distance_at(&query, result.toi) - query.min_distance) / (start - query.min_distance);
        ck_assert_double_ge(kept, 0.1 * (1.0 - 1e-9));
    }
    ck_assert_int_gt(hits, answers / 20);
    ck_assert_int_gt(answers, hits);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A point that slides over a face at a small gap: as many advances as 1 / gap. */
START_TEST(sliding_runs_into_the_limit) {
    ts_ccd_method method = method_with("accd", "{\"max_iterations\": 1000}");
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0);
    query.x0[0][2] = query.x1[0][2] = 1e-7;
    query.x1[0][0] = 1.0;
    ts_ccd_result result = answer_of(&method, &query);
    ck_assert_int_eq(result.status, TS_CCD_LIMIT);
    ck_assert_uint_eq(result.iterations, 1000);
    ck_assert(result.toi > 0.0 && result.toi < 1e-3);
    query.x0[0][2] = query.x1[0][2] = 0.1;
    result = answer_of(&method, &query);
    ck_assert_int_eq(result.status, TS_CCD_FREE);
    ck_assert_uint_gt(result.iterations, 5);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(no_relative_motion_is_free) {
    ts_ccd_method method = method_with("accd", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < 4; ++i) {
            for (int c = 0; c < 3; ++c) query.x1[i][c] = query.x0[i][c] + (i < ts_ccd_vertices(query.kind) ? 0.5 : 0);
        }
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_FREE);
        ck_assert_uint_eq(result.iterations, 0);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* As published: a start in contact has no gap to advance by. */
START_TEST(a_start_in_contact_never_advances) {
    ts_ccd_method method = method_with("accd", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x0[i][2] = 0.0;
        const ts_ccd_result result = answer_of(&method, &query);
        if (kind == TS_EDGE_EDGE) { /* the fallback mistakes the nearest endpoints for the gap */
            ck_assert(result.status == TS_CCD_HIT || result.status == TS_CCD_FREE);
            ck_assert_double_gt(result.toi, 0.1);
        } else {
            ck_assert_int_eq(result.status, TS_CCD_LIMIT);
            ck_assert_double_eq(result.toi, 0.0);
        }
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_collapsed_triangle_fails) {
    ts_ccd_method method = method_with("accd", NULL);
    ts_ccd_query query = {.kind = TS_POINT_TRIANGLE, .x0 = {{0, 0, 1}}, .x1 = {{0, 0, -1}}, .t_max = 1.0};
    ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FAILED);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Of a noodle that falls; what is left of its motion by rounding makes a point of the edge, of which there is no
 * distance, at 7e13 t_max. As published, the time is past t_max by then. */
START_TEST(no_distance_past_the_end_is_free) {
    static const double side = -0x1.b52007dd44135p-9;
    ts_ccd_query queries[9]; /* with others, so that batches go through lanes */
    ts_ccd_result results[9];
    for (int q = 0; q < 9; ++q) {
        queries[q] = (ts_ccd_query){.kind = TS_POINT_EDGE,
                                    .x0 = {{side, -0x1.fbe76c8b43958p-5, side},
                                           {side, -0x1.cac083126e979p-5, side},
                                           {side, -0x1.ba5e353f7ced9p-5, side}},
                                    .x1 = {{side, -0x1.5ff1d81f10691p-4, side},
                                           {side, -0x1.475e6362a5ea4p-4, side},
                                           {side, -0x1.3f2d3c792d156p-4, side}},
                                    .min_distance = 0.001,
                                    .t_max = q % 3 ? 1.0 : 0x1p60};
    }
    ts_ccd_method method = method_with("accd", NULL);
    ts_ccd_answer_batch(&method, 9, queries, results);
    const ts_accd loop = {0.1, 1000000};
    for (int q = 0; q < 9; ++q) {
        ts_ccd_result alone, portable;
        ts_ccd_answer(&method, &queries[q], &alone);
        ts_accd_single_portable(&loop, &queries[q], &portable);
        ck_assert_int_eq(alone.status, q % 3 ? TS_CCD_FREE : TS_CCD_FAILED);
        ck_assert(ts_ccd_same_answer(&alone, &results[q]));
        ck_assert(ts_ccd_same_answer(&alone, &portable));
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("accd", "{\"max_iterations\": 2000}");
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(4000); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 4));
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert(result.status != TS_CCD_UNSUPPORTED);
        if (result.status != TS_CCD_FAILED) ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

static void check_avx2(const ts_accd *method, const ts_ccd_query *query) {
    ts_ccd_result portable, avx2;
    ts_accd_single_portable(method, query, &portable);
    ts_accd_single_avx2(method, query, &avx2);
    ck_assert_int_eq(avx2.status, portable.status);
    ck_assert_uint_eq(avx2.iterations, portable.iterations);
    ck_assert_mem_eq(&avx2.toi, &portable.toi, sizeof portable.toi);
}

/* Every pair of features, however degenerate: the rows of small integers touch, coincide and line up. */
START_TEST(avx2_answers_the_same) {
    static const ts_accd methods[] = {{0.1, 300}, {0.5, 3}, {0.0, 40}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    if (!ts_test_has_width(TS_TEST_AVX2)) return;
    for (int n = ts_test_cases(20000); n-- > 0;) {
        const ts_accd *method = &methods[n % 3];
        const ts_ccd_kind kind = (ts_ccd_kind)(n / 3 % TS_CCD_KINDS);
        const ts_family *family = ts_family_at((size_t)n % ts_family_count());
        ts_ccd_query query = wild_query(&random, kind);
        check_avx2(method, &query);
        family->generate(ts_test_seed(), (uint64_t)n, kind, &query);
        check_avx2(method, &query);
        for (int i = 0; i < 12; ++i) query.x0[i / 3][i % 3] = (double)ts_random_below(&random, 4);
        for (int i = 0; i < 12; ++i) query.x1[i / 3][i % 3] = (double)ts_random_below(&random, 4);
        query.min_distance = n % 5 == 0 ? 0.5 : 0.0;
        check_avx2(method, &query);
    }
}
END_TEST

START_TEST(options_have_their_ranges) {
    static const char *const wrong[] = {"{\"s\": 1}", "{\"s\": -0.1}", "{\"max_iterations\": 0}",
                                        "{\"max_iterations\": 1e10}"};
    for (int i = 0; i < 4; ++i) {
        ts_ccd_method method;
        ts_error error;
        ck_assert_int_eq(ts_ccd_method_init(&method, "accd", wrong[i], &error), TS_ERROR_USAGE);
    }
    ts_ccd_method method = method_with("accd", "{\"s\": 0}");
    ck_assert_double_eq(method.kept_gap, 0.0);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("accd");
    TCase *tests = tcase_create("accd");
    tcase_add_test(tests, head_on_motions_stop_at_the_kept_gap);
    tcase_add_test(tests, random_motions_keep_their_gap);
    tcase_add_test(tests, sliding_runs_into_the_limit);
    tcase_add_test(tests, no_relative_motion_is_free);
    tcase_add_test(tests, a_start_in_contact_never_advances);
    tcase_add_test(tests, a_collapsed_triangle_fails);
    tcase_add_test(tests, no_distance_past_the_end_is_free);
    tcase_add_test(tests, any_finite_input_is_answered);
    tcase_add_test(tests, avx2_answers_the_same);
    tcase_add_test(tests, options_have_their_ranges);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
