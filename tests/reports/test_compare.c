/* SPDX-License-Identifier: MIT
 * Comparisons of results: each way to become worse is found, named and worth its exit code, and nothing else is. */
#include "tests/reports/compared_results.h"

#include "reports/compare/times.h"
#include "results/baseline.h"

START_TEST(test_the_same_results_are_not_worse) {
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 0);
    ck_assert_uint_gt(comparison.records, 2);
    ck_assert_uint_eq(comparison.timed, 2);
    ts_comparison_clear(&comparison);
}
END_TEST

START_TEST(test_a_baseline_says_the_same) {
    char small[400];
    snprintf(small, sizeof small, "%s", scratch("small.json"));
    check_ok(ts_baseline_write(baseline, small, error));
    size_t length, full;
    free(read_bytes(small, &length));
    free(read_bytes(baseline, &full));
    ck_assert_uint_lt(3 * length, full);
    snprintf(baseline, sizeof baseline, "%s", small);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 0);
    ck_assert_uint_eq(comparison.timed, 2);
    ts_comparison_clear(&comparison);
}
END_TEST

/* Twice as fast; within the limit nothing is said, but the table has it. */
START_TEST(test_faster_is_said) {
    cJSON *root = load(current);
    scale_times(root, 0.5);
    store(root, current);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_BETTER);
    ck_assert_ptr_nonnull(strstr(comparison.findings[0].text, "2.00 times as fast (5 against 5 repetitions, p = "));
    ck_assert_double_eq_tol(comparison.rows[0].ratio, 0.5, 1e-12);
    ck_assert_double_lt(comparison.rows[0].p, 0.01);
    ck_assert_double_eq_tol(comparison.rows[0].time[0], 102.0, 1e-9);
    ck_assert_double_eq_tol(comparison.rows[0].time[1], 51.0, 1e-9);
    expect_printed(&comparison, "  0.500    0.004\n");
    ts_comparison_clear(&comparison);
    root = load(current);
    scale_times(root, 2.2);
    store(root, current);
    comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 0);
    ck_assert_double_eq_tol(comparison.rows[0].ratio, 1.1, 1e-12);
    ts_comparison_clear(&comparison);
}
END_TEST

static void call_set(cJSON *root, const char *path, const char *file) {
    cJSON *set = cJSON_GetArrayItem(member(root, "data_sets"), 0), *item;
    cJSON_SetValuestring(member(set, "path"), path);
    int number = 0;
    cJSON_ArrayForEach(item, member(set, "file_names")) {
        char name[60];
        snprintf(name, sizeof name, "%s/%d%s", path, number++, file);
        cJSON_SetValuestring(item, name);
    }
}

/* The same stall in both, in a file of another name. */
START_TEST(test_data_that_moved_is_known_by_its_hash) {
    cJSON *before = load(baseline), *after = load(current);
    set_stalls(before, 1, "[1, 8]");
    set_stalls(after, 1, "[1, 8]");
    call_set(before, "old", "a.h5");
    call_set(after, "moved", ".csv");
    store(before, baseline);
    store(after, current);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_NOTE);
    ck_assert_ptr_nonnull(strstr(comparison.findings[0].text, "old is called moved now"));
    ck_assert_uint_eq(comparison.timed, 2);
    ck_assert_ptr_eq(strstr(comparison.rows[0].subject, "moved, "), comparison.rows[0].subject);
    ts_comparison_clear(&comparison);
    after = load(current);
    cJSON_SetValuestring(member(cJSON_GetArrayItem(member(after, "data_sets"), 0), "hash"), "0123456789abcdef");
    store(after, current);
    comparison = compare_standard();
    ck_assert_uint_gt(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0); /* coverage lost */
    ts_comparison_clear(&comparison);
}
END_TEST

START_TEST(test_lost_coverage) {
    cJSON *root = load(current);
    worsen(root, "unsupported", "unsupported", 3, "[0, 1], [0, 2], [0, 3]");
    store(root, current);
    expect_one(TS_FINDING_WORSE, "queries not supported: 3, before 0", NULL);
}
END_TEST

START_TEST(test_a_backend_that_is_gone) {
    cJSON *root = load(current);
    cJSON_DeleteItemFromArray(cells_of(root), 0);
    store(root, current);
    expect_one(TS_FINDING_WORSE, "coverage lost: measured before, but not now", NULL);
}
END_TEST

START_TEST(test_a_backend_that_is_new) {
    cJSON *root = load(baseline);
    const char *name = cJSON_GetStringValue(member(cell_of(root), "backend"));
    char gone[60];
    snprintf(gone, sizeof gone, "%s", name);
    for (int c = cJSON_GetArraySize(cells_of(root)) - 1; c >= 0; --c) {
        name = cJSON_GetStringValue(member(cJSON_GetArrayItem(cells_of(root), c), "backend"));
        if (strcmp(name, gone) == 0) cJSON_DeleteItemFromArray(cells_of(root), c);
    }
    store(root, baseline);
    expect_one(TS_FINDING_NOTE, "not measured before", NULL);
}
END_TEST

START_TEST(test_times_of_another_build_are_not_compared) {
    cJSON *root = load(current);
    scale_times(root, 10.0);
    cJSON_SetValuestring(member(member(root, "context"), "compiler"), "another");
    store(root, current);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(comparison.timed, 0);
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_WARNING);
    ck_assert_ptr_nonnull(strstr(comparison.findings[0].text, "times not compared: built with "));
    ts_comparison_clear(&comparison);
}
END_TEST

START_TEST(test_slower_by_ratio_and_rank) {
    static const double quiet[] = {100, 101, 102, 103, 104}, slow[] = {200, 201, 202, 203, 204},
                        noisy[] = {99, 300, 98, 310, 320}, little[] = {114, 115, 116, 117, 118},
                        fifth[] = {120, 121, 122, 123, 124};
    const double *const runs[] = {slow, fifth, noisy, little, quiet};
    for (int run = 0; run < 5; ++run) {
        cJSON *before = load(baseline), *after = load(current);
        set_times(before, quiet);
        set_times(after, runs[run]);
        store(before, baseline);
        store(after, current);
        ts_comparison comparison = compare_standard();
        /* The third has a ratio of 3 but ranks that may be chance; the fourth is sure, but small. */
        ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_SLOWER), run <= 1);
        ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0);
        ts_comparison_clear(&comparison);
    }
}
END_TEST

START_TEST(test_relative_times_forgive_a_slower_machine) {
    ts_compare_options options = ts_compare_standard();
    cJSON *root = load(current), *item;
    cJSON_ArrayForEach(item, cells_of(root)) {
        cJSON *time;
        cJSON_ArrayForEach(time, member(item, "repetition_mean_ns"))
            cJSON_SetNumberValue(time, time->valuedouble * 3.0);
    }
    cJSON_SetValuestring(member(member(root, "context"), "cpu"), "another CPU");
    store(root, current);
    ts_comparison comparison = compare(&options);
    ck_assert_uint_eq(comparison.timed, 0);
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WARNING), 1);
    ts_comparison_clear(&comparison);
    options.relative_to = methods.items[1].backend->name;
    comparison = compare(&options);
    ck_assert_uint_eq(comparison.timed, 1);
    ck_assert_uint_eq(comparison.finding_count, 0);
    ts_comparison_clear(&comparison);
    root = load(current);
    scale_times(root, 2.0);
    store(root, current);
    comparison = compare(&options);
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_SLOWER), 1);
    ts_comparison_clear(&comparison);
}
END_TEST

/* The machine was slower from the second repetition on, for all of them: each is divided by its own. */
START_TEST(test_relative_times_are_of_the_same_repetition) {
    ts_compare_options options = ts_compare_standard();
    cJSON *root = load(current), *item;
    cJSON_ArrayForEach(item, cells_of(root)) {
        cJSON *time;
        int k = 0;
        cJSON_ArrayForEach(time, member(item, "repetition_mean_ns")) {
            if (k++ >= 1) cJSON_SetNumberValue(time, time->valuedouble * 3.0);
        }
    }
    store(root, current);
    options.alpha = 0.5;
    options.relative_to = methods.items[1].backend->name;
    ts_comparison comparison = compare(&options);
    ck_assert_uint_eq(comparison.timed, 1);
    ck_assert_uint_eq(comparison.finding_count, 0);
    ts_comparison_clear(&comparison);
}
END_TEST

/* Of all repetitions, of three and of none: what the unit has not is not compared, whatever lies behind. Three of ten
 * times the time against three are one of 20 ways. */
START_TEST(test_relative_times_end_with_those_of_the_unit) {
    static double unit[] = {1.0, 1.0, 1.0, 1000.0, 1000.0}, before[] = {2.0, 2.0, 2.0, 2.0, 2.0},
                  after[] = {20.0, 20.0, 20.0, 20.0, 20.0};
    static char *const SUBJECTS[] = {"all", "three", "none"};
    static const size_t COUNTS[] = {5, 3, 0};
    ts_compare_options options = ts_compare_standard();
    options.alpha = 0.06;
    options.relative_to = "unit";
    for (int s = 0; s < 3; ++s) {
        ts_record was[] = {{.subject = SUBJECTS[s], .actor = "unit", .times = unit, .time_count = COUNTS[s]},
                           {.subject = SUBJECTS[s], .actor = "one", .times = before, .time_count = 5}};
        ts_record is[] = {was[0], was[1]};
        is[1].times = s == 0 ? before : after;
        const ts_results_file old = {.kind = TS_RESULTS_REPLAY, .records = was, .record_count = 2},
                              new = {.kind = TS_RESULTS_REPLAY, .records = is, .record_count = 2};
        ts_comparison comparison = {0};
        ck_assert_int_eq(ts_compare_times(&comparison, &options, &old, &new), TS_OK);
        ck_assert_uint_eq(comparison.timed, s < 2);
        ck_assert_uint_eq(comparison.finding_count, s > 0);
        if (s > 0) {
            ck_assert_int_eq(comparison.findings[0].kind, s == 1 ? TS_FINDING_SLOWER : TS_FINDING_WARNING);
            ck_assert_ptr_nonnull(strstr(comparison.findings[0].text,
                                         s == 1 ? "10.00 times as slow relative to unit (allowed 1.15; 3 against 3 "
                                                  "repetitions, p = 0.05)"
                                                : "of unit there are none here"));
        }
        ts_comparison_clear(&comparison);
    }
}
END_TEST

START_TEST(test_answers_that_changed_are_named) {
    cJSON *root = load(current);
    cJSON *answers = cJSON_GetArrayItem(member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "answers"), 0);
    char *text = member(answers, "digests")->valuestring;
    /* Query 75 is the 15th of the second file; its digest is in bytes 300 to 303, of which 400 characters code 300. */
    text[400] = text[400] == 'A' ? 'B' : 'A';
    store(root, current);
    expect_one(TS_FINDING_NOTE, "answers changed; the first is query 75", "/data/b.h5 15");
}
END_TEST

START_TEST(test_other_questions_and_data_are_refused) {
    cJSON *root = load(current);
    cJSON_SetValuestring(member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "hash"), "0123456789abcdef");
    store(root, current);
    expect_refusal("measured other data by the name of");
    root = load(baseline);
    cJSON_SetNumberValue(member(member(root, "options"), "t_max"), 0.5);
    store(root, current);
    expect_refusal("were asked other things");
    root = load(baseline);
    cJSON_ReplaceItemInObject(root, "interrupted", cJSON_CreateTrue());
    store(root, baseline);
    expect_refusal("were asked other things");
    store(load(baseline), current);
    expect_refusal("not complete");
}
END_TEST

START_TEST(test_incomplete_runs_are_worse) {
    cJSON *root = load(current);
    cJSON_ReplaceItemInObject(root, "interrupted", cJSON_CreateTrue());
    store(root, current);
    expect_one(TS_FINDING_WORSE, "not complete", NULL);
}
END_TEST

/* ---- Files ---- */

START_TEST(test_version_1_is_read) {
    cJSON *root = load(baseline), *cell;
    cJSON_SetNumberValue(member(root, "schema"), 1.0);
    cJSON_DeleteItemFromObject(root, "kind");
    cJSON_AddStringToObject(root, "what", "touchstone replay");
    cJSON *set = cJSON_GetArrayItem(member(root, "data_sets"), 0);
    cJSON_DeleteItemFromObject(set, "answers");
    cJSON_DeleteItemFromObject(set, "file_names");
    cJSON_DeleteItemFromObject(set, "file_queries");
    cJSON_ArrayForEach(cell, member(set, "cells")) cJSON_DeleteItemFromObject(cell, "faults");
    store(root, baseline);
    ts_comparison comparison = compare_standard();
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0);
    ck_assert_uint_eq(comparison.timed, 2);
    ts_comparison_clear(&comparison);
    root = load(current);
    worsen(root, "late", "unsafe", 2, "[0, 1], [0, 2]");
    edited_add(member(cell_of(root), "lateness"), "count", 2.0);
    edited_add(member(part_of(root), "lateness"), "count", 2.0);
    store(root, current);
    expect_one(TS_FINDING_WORSE, "unsafe answers", NULL);
}
END_TEST

START_TEST(test_bad_files_are_refused) {
    static const struct {
        const char *text, *words;
    } bad[] = {{"", "line 1, column 1: not JSON, or not complete: expected a value"},
               {"{\"schema\": 2", "not JSON"},
               {"[]", "no \"schema\""},
               {"{\"schema\": 99, \"kind\": \"replay\"}", "its schema is 99"},
               {"{\"schema\": 2, \"kind\": \"novel\"}", "kind that cannot be compared"},
               {"{\"schema\": 3, \"kind\": \"replay\"}", "no checksum"},
               {"{\"schema\": 2, \"kind\": \"replay\", \"context\": {}}", "context.date: is missing"},
               {"{\"schema\": 2, \"kind\": \"replay\", \"data_sets\": [{\"path\": \"x\", \"hash\": 3}]}",
                "data_sets[0].hash: a text is expected here, not 3"}};
    for (size_t b = 0; b < sizeof bad / sizeof *bad; ++b) {
        const char *path = scratch("bad.json");
        ts_results_file results;
        ts_error error;
        write_file(path, bad[b].text);
        ck_assert_int_eq(ts_results_read(path, &results, &error), TS_ERROR_DATA);
        ck_assert_msg(strstr(error.message, bad[b].words) != NULL, "%s", error.message);
        ck_assert_ptr_nonnull(strstr(error.message, "bad.json"));
    }
    ts_results_file results;
    ck_assert_int_eq(ts_results_read(scratch("missing.json"), &results, NULL), TS_ERROR_DATA);
}
END_TEST

START_TEST(test_junit_and_markdown) {
    cJSON *root = load(current);
    set_stalls(root, 1, "[0, 9]");
    store(root, current);
    ts_comparison comparison = compare_standard();
    size_t length;
    check_ok(ts_comparison_write_junit(&comparison, scratch("junit.xml"), error));
    char *text = read_bytes(scratch("junit.xml"), &length);
    ck_assert_ptr_nonnull(strstr(text, "failures=\"1\""));
    ck_assert_ptr_nonnull(strstr(text, "<failure type=\"worse\" message=\"stalls: "));
    free(text);
    const ts_compare_options options = ts_compare_standard();
    check_ok(ts_comparison_write_markdown(&comparison, &options, scratch("report.md"), error));
    text = read_bytes(scratch("report.md"), &length);
    ck_assert_ptr_nonnull(strstr(text, "### Worse answers"));
    free(text);
    ts_comparison_clear(&comparison);
}
END_TEST

static size_t occurrences(const char *text, const char *words) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; ++at) ++count;
    return count;
}

/* A green run has a case for the answers and one for the times of each record; no two have the same names. */
START_TEST(test_every_record_is_a_test_case) {
    ts_comparison comparison = compare_standard();
    size_t length;
    check_ok(ts_comparison_write_junit(&comparison, scratch("junit.xml"), error));
    char *text = read_bytes(scratch("junit.xml"), &length), expected[40];
    const size_t cases = occurrences(text, "<testcase ");
    ck_assert_uint_eq(cases, 1 + comparison.records + comparison.timed);
    snprintf(expected, sizeof expected, "tests=\"%zu\" failures=\"0\"", cases);
    ck_assert_ptr_nonnull(strstr(text, expected));
    for (const char *at = text; (at = strstr(at, "<testcase ")) != NULL; ++at) {
        char name[600];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\n"), at);
        ck_assert_msg(occurrences(text, name) == 1, "twice: %s", name);
    }
    free(text);
    ts_comparison_clear(&comparison);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare");
    TCase *tests = tcase_create("compare");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, test_the_same_results_are_not_worse);
    tcase_add_test(tests, test_a_baseline_says_the_same);
    tcase_add_test(tests, test_faster_is_said);
    tcase_add_test(tests, test_data_that_moved_is_known_by_its_hash);
    tcase_add_test(tests, test_every_record_is_a_test_case);
    tcase_add_test(tests, test_lost_coverage);
    tcase_add_test(tests, test_a_backend_that_is_gone);
    tcase_add_test(tests, test_a_backend_that_is_new);
    tcase_add_test(tests, test_times_of_another_build_are_not_compared);
    tcase_add_test(tests, test_slower_by_ratio_and_rank);
    tcase_add_test(tests, test_relative_times_forgive_a_slower_machine);
    tcase_add_test(tests, test_relative_times_are_of_the_same_repetition);
    tcase_add_test(tests, test_relative_times_end_with_those_of_the_unit);
    tcase_add_test(tests, test_answers_that_changed_are_named);
    tcase_add_test(tests, test_other_questions_and_data_are_refused);
    tcase_add_test(tests, test_incomplete_runs_are_worse);
    tcase_add_test(tests, test_version_1_is_read);
    tcase_add_test(tests, test_bad_files_are_refused);
    tcase_add_test(tests, test_junit_and_markdown);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
