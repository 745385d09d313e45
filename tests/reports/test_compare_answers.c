/* SPDX-License-Identifier: MIT
 * What makes answers worse: more faults, faults of other queries, less exact ones, more false positives. */
#include "tests/reports/compared_results.h"

START_TEST(test_a_new_unsafe_answer) {
    cJSON *root = load(current);
    worsen(root, "false_negative", "unsafe", 1, "[1, 17]");
    store(root, current);
    expect_one(TS_FINDING_WORSE, "unsafe answers: ", "/data/b.h5 17");
}
END_TEST

START_TEST(test_as_many_at_other_queries) {
    cJSON *before = load(baseline), *after = load(current);
    set_stalls(before, 1, "[0, 8]");
    set_stalls(after, 1, "[0, 9]");
    store(before, baseline);
    store(after, current);
    expect_one(TS_FINDING_WORSE, "still 1, but at other queries", "/data/a.h5 9");
}
END_TEST

/* As if there were so many stalls that the lists of their places are cut off. */
static void cut_off(ts_results_file *results, double count) {
    for (size_t r = 0; r < results->record_count; ++r) {
        for (size_t m = 0; m < results->records[r].measure_count; ++m) {
            ts_measure *measure = &results->records[r].measures[m];
            if (strcmp(measure->name, "stalls") == 0) measure->value = count;
        }
    }
}

/* The first places of stalls, of which there were and are more. */
static ts_comparison compare_cut_off(int listed, const char *const places[2], const double stalls[2]) {
    const ts_compare_options options = ts_compare_standard();
    const char *const paths[2] = {baseline, current};
    ts_results_file results[2];
    ts_comparison comparison;
    for (int r = 0; r < 2; ++r) {
        cJSON *root = load(paths[r]);
        set_stalls(root, listed, places[r]);
        store(root, paths[r]);
        check_ok(ts_results_read(paths[r], &results[r], error));
        cut_off(&results[r], stalls[r]);
    }
    check_ok(ts_compare(&results[0], &results[1], &options, &comparison, error));
    for (int r = 0; r < 2; ++r) ts_results_file_clear(&results[r]);
    return comparison;
}

/* A place before the end of a list that is cut off is new. */
START_TEST(test_other_queries_of_a_list_that_is_cut_off) {
    static const char *const PLACES[2] = {"[0, 8]", "[0, 7]"};
    static const double STALLS[2] = {5.0, 5.0};
    ts_comparison comparison = compare_cut_off(1, PLACES, STALLS);
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_WORSE);
    ck_assert_ptr_nonnull(strstr(comparison.findings[0].text, "still 5, but at other queries"));
    ts_comparison_clear(&comparison);
}
END_TEST

/* What comes behind the end of the baseline's list may have been there before. */
START_TEST(test_a_repaired_query_of_a_list_that_is_cut_off) {
    static const char *const PLACES[2] = {"[0, 8], [0, 9]", "[0, 8], [0, 10]"};
    static const double STALLS[2] = {5.0, 4.0};
    ts_comparison comparison = compare_cut_off(2, PLACES, STALLS);
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0);
    ck_assert_uint_gt(ts_comparison_count(&comparison, TS_FINDING_BETTER), 0);
    ts_comparison_clear(&comparison);
}
END_TEST

START_TEST(test_fewer_faults_are_better) {
    cJSON *root = load(baseline);
    worsen(root, "false_negative", "unsafe", 5, "[1, 17], [1, 18], [1, 19], [1, 20], [1, 21]");
    store(root, baseline);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_BETTER);
    ck_assert_str_eq(comparison.findings[0].text, "unsafe answers: 1, before 6");
    ck_assert_double_eq(comparison.rows[0].offences[0], 6.0);
    ck_assert_double_eq(comparison.rows[0].offences[1], 1.0);
    expect_printed(&comparison, ": nothing is worse, 1 better");
    expect_printed(&comparison, "Better\n");
    ts_comparison_clear(&comparison);
}
END_TEST

START_TEST(test_less_exact_answers) {
    cJSON *root = load(current);
    cJSON *quantiles = member(member(cell_of(root), "toi_error"), "quantiles");
    cJSON_SetNumberValue(member(quantiles, "0.99"), member(quantiles, "0.99")->valuedouble * 1.005);
    store(root, current);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 0);
    ts_comparison_clear(&comparison);
    root = load(current);
    quantiles = member(member(cell_of(root), "toi_error"), "quantiles");
    cJSON_SetNumberValue(member(quantiles, "0.99"), member(quantiles, "0.99")->valuedouble * 1.5);
    store(root, current);
    expect_one(TS_FINDING_WORSE, "toi error, quantile 0.99", NULL);
}
END_TEST

/* Of one kind, where all kinds together are as they were. */
START_TEST(test_less_exact_answers_of_a_kind) {
    cJSON *root = load(current);
    cJSON *quantiles = member(member(part_of(root), "toi_error"), "quantiles");
    cJSON_SetNumberValue(member(quantiles, "0.99"), member(quantiles, "0.99")->valuedouble * 1.5);
    store(root, current);
    expect_one(TS_FINDING_WORSE, "toi error, quantile 0.99", NULL);
}
END_TEST

/* Of no false positive before there is no quantile that could rise, and more of them may lose no more each. */
START_TEST(test_more_false_positives) {
    for (int before = 0; before < 2; ++before) {
        cJSON *was = load(baseline), *is = load(current);
        set_false_positives(was, before);
        set_false_positives(is, 5);
        store(was, baseline);
        store(is, current);
        ts_comparison comparison = compare_standard();
        char expected[60];
        snprintf(expected, sizeof expected, "false positives: 5, before %d (more than 1 %%)", before);
        ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 2); /* of all kinds, of the one kind */
        for (size_t f = 0; f < 2; ++f) ck_assert_str_eq(comparison.findings[f].text, expected);
        ts_comparison_clear(&comparison);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare-answers");
    TCase *tests = tcase_create("compare-answers");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, test_a_new_unsafe_answer);
    tcase_add_test(tests, test_as_many_at_other_queries);
    tcase_add_test(tests, test_other_queries_of_a_list_that_is_cut_off);
    tcase_add_test(tests, test_a_repaired_query_of_a_list_that_is_cut_off);
    tcase_add_test(tests, test_fewer_faults_are_better);
    tcase_add_test(tests, test_less_exact_answers);
    tcase_add_test(tests, test_less_exact_answers_of_a_kind);
    tcase_add_test(tests, test_more_false_positives);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
