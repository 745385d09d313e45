/* SPDX-License-Identifier: MIT
 * Comparisons of results: each way to become worse is found, named and worth its exit code, and nothing else is. */
#include "tests/benches/replay_fixture.h"

#include <cJSON.h>
#include <string.h>

#include "reports/compare/compare.h"
#include "reports/replay/replay.h"
#include "results/baseline.h"
#include "results/read.h"
#include "results/replay_json.h"
#include "tests/results/context.h"
#include "tests/results/edited.h"

static fixture_methods methods;

static char baseline[400], current[400];

static void teardown(void) {
    fixture_methods_clear(&methods);
    scratch_teardown();
}

/* ---- Changing the current results ---- */

static cJSON *load(const char *path) {
    return edited_load(path);
}

static void store(cJSON *root, const char *path) {
    edited_store(root, path);
}

static cJSON *member(cJSON *object, const char *name) {
    return edited_member(object, name);
}

/* The cell of all kinds of the first method. */
static cJSON *cell_of(cJSON *root) {
    return cJSON_GetArrayItem(member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells"), 0);
}

static cJSON *cells_of(cJSON *root) {
    return member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells");
}

/* Of one kind, of the first method: whatever changes in cell_of changes here as well. */
static cJSON *part_of(cJSON *root) {
    return cJSON_GetArrayItem(cells_of(root), 1);
}

/* Faults at these places, "[file, query], ...", after those that are there. */
static void add_faults(cJSON *cell, const char *fault, int count, const char *places) {
    cJSON *faults = member(cell, "faults"), *list = cJSON_GetObjectItemCaseSensitive(faults, fault), *place;
    char text[200];
    snprintf(text, sizeof text, "[%s]", places);
    cJSON *more = cJSON_Parse(text);
    if (!list) {
        list = cJSON_AddObjectToObject(faults, fault);
        cJSON_AddNumberToObject(list, "count", 0.0);
        cJSON_AddArrayToObject(list, "first");
    }
    edited_add(list, "count", count);
    while ((place = cJSON_DetachItemFromArray(more, 0))) cJSON_AddItemToArray(member(list, "first"), place);
    cJSON_Delete(more);
}

/* So many safe answers become something else, with all that counts them. */
static void worsen(cJSON *root, const char *verdict, const char *fault, int count, const char *places) {
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        edited_add(member(cells[c], "verdicts"), "safe", -count);
        edited_add(member(cells[c], "verdicts"), verdict, count);
        edited_add(member(cells[c], "toi_error"), "count", -count);
        if (strcmp(fault, "unsafe") == 0) edited_add(cells[c], "unsafe", count);
        add_faults(cells[c], fault, count, places);
    }
}

/* So many answers without contact are false positives, each of which loses half of its step. */
static void set_false_positives(cJSON *root, int count) {
    static const char *const QUANTILES[] = {"0.5", "0.99", "1"};
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        cJSON *verdicts = member(cells[c], "verdicts"), *lost = member(cells[c], "step_lost");
        const int more = count - (int)member(verdicts, "false_positive")->valuedouble;
        edited_add(verdicts, "true_negative", -more);
        edited_add(verdicts, "false_positive", more);
        edited_add(lost, "count", more);
        for (int q = 0; q < 3; ++q) {
            cJSON *value = count > 0 ? cJSON_CreateNumber(0.5) : cJSON_CreateNull();
            cJSON_ReplaceItemInObjectCaseSensitive(member(lost, "quantiles"), QUANTILES[q], value);
        }
    }
}

/* No other stalls but these. */
static void set_stalls(cJSON *root, int count, const char *places) {
    cJSON *cells[] = {cell_of(root), part_of(root)};
    for (int c = 0; c < 2; ++c) {
        cJSON_SetNumberValue(member(cells[c], "stalls"), count);
        cJSON_DeleteItemFromObject(member(cells[c], "faults"), "stall");
        add_faults(cells[c], "stall", count, places);
    }
}

static void scale_times(cJSON *root, double factor) {
    cJSON *item;
    cJSON_ArrayForEach(item, member(cell_of(root), "repetition_mean_ns")) {
        cJSON_SetNumberValue(item, item->valuedouble * factor);
    }
}

static void set_times(cJSON *root, const double *times) {
    cJSON *item;
    cJSON_ArrayForEach(item, member(cell_of(root), "repetition_mean_ns")) cJSON_SetNumberValue(item, *times++);
}

/* Times that no busy machine disturbs. */
static void settle_times(const char *path) {
    cJSON *root = load(path), *cell;
    cJSON_ArrayForEach(cell, member(cJSON_GetArrayItem(member(root, "data_sets"), 0), "cells")) {
        cJSON *time;
        double ns = 100.0;
        cJSON_ArrayForEach(time, member(cell, "repetition_mean_ns")) cJSON_SetNumberValue(time, ns++);
    }
    store(root, path);
}

/* A replay of two files, written twice: what tests change is the second. */
static void setup(void) {
    scratch_setup();
    fixture_methods_init(&methods);
    const char *paths[1] = {scratch("data")};
    fixture_write(scratch("data/a.h5"), (fixture_file){.family = "touching", .count = 60, .wrong = SIZE_MAX});
    fixture_write(scratch("data/b.h5"), (fixture_file){.family = "generic", .count = 90, .unlabelled = true});
    ts_replay_options options = fixture_options(&methods, paths, 1);
    options.repetitions = 5;
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    snprintf(baseline, sizeof baseline, "%s", scratch("baseline.json"));
    snprintf(current, sizeof current, "%s", scratch("current.json"));
    check_ok(ts_replay_write_json(&results, &CONTEXT, baseline, error));
    check_ok(ts_replay_write_json(&results, &CONTEXT, current, error));
    ts_replay_results_clear(&results);
    settle_times(baseline);
    settle_times(current);
}

/* ---- Comparing ---- */

static ts_comparison compare(const ts_compare_options *options) {
    ts_results_file before, after;
    ts_comparison comparison;
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    check_ok(ts_compare(&before, &after, options, &comparison, error));
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
    return comparison;
}

static ts_comparison compare_standard(void) {
    const ts_compare_options options = ts_compare_standard();
    return compare(&options);
}

static void expect_refusal(const char *words) {
    const ts_compare_options options = ts_compare_standard();
    ts_results_file before, after;
    ts_comparison comparison;
    ts_error refusal;
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    ck_assert_int_eq(ts_compare(&before, &after, &options, &comparison, &refusal), TS_ERROR_USAGE);
    ck_assert_msg(strstr(refusal.message, words) != NULL, "%s", refusal.message);
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
}

/* Exactly one finding of that kind, with those words in it. */
static void expect_one(ts_finding_kind kind, const char *words, const char *command) {
    ts_comparison comparison = compare_standard();
    size_t found = 0;
    for (size_t f = 0; f < comparison.finding_count; ++f) {
        const ts_finding *finding = &comparison.findings[f];
        if (finding->kind != kind) continue;
        ++found;
        ck_assert_msg(strstr(finding->text, words) != NULL, "%s", finding->text);
        if (command) ck_assert_msg(finding->command && strstr(finding->command, command), "%s", finding->command);
    }
    ck_assert_uint_eq(found, 1);
    for (int other = TS_FINDING_SLOWER; other <= TS_FINDING_WORSE; ++other) {
        if (other != (int)kind) ck_assert_uint_eq(ts_comparison_count(&comparison, (ts_finding_kind)other), 0);
    }
    ts_comparison_clear(&comparison);
}

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

/* What the terminal and Markdown have. */
static void expect_printed(const ts_comparison *comparison, const char *words) {
    const ts_compare_options options = ts_compare_standard();
    size_t length;
    FILE *out = fopen(scratch("printed"), "w");
    ck_assert_ptr_nonnull(out);
    check_ok(ts_comparison_print(comparison, &options, out, error));
    fclose(out);
    char *text = read_bytes(scratch("printed"), &length);
    ck_assert_msg(strstr(text, words) != NULL, "no '%s' in:\n%s", words, text);
    free(text);
}

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

/* A place before the end of a list that is cut off is new. */
START_TEST(test_other_queries_of_a_list_that_is_cut_off) {
    const ts_compare_options options = ts_compare_standard();
    cJSON *root[2] = {load(baseline), load(current)};
    ts_results_file before, after;
    ts_comparison comparison;
    set_stalls(root[0], 1, "[0, 8]");
    set_stalls(root[1], 1, "[0, 7]");
    store(root[0], baseline);
    store(root[1], current);
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    cut_off(&before, 5.0);
    cut_off(&after, 5.0);
    check_ok(ts_compare(&before, &after, &options, &comparison, error));
    ck_assert_uint_eq(comparison.finding_count, 1);
    ck_assert_int_eq(comparison.findings[0].kind, TS_FINDING_WORSE);
    ck_assert_ptr_nonnull(strstr(comparison.findings[0].text, "still 5, but at other queries"));
    ts_comparison_clear(&comparison);
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
}
END_TEST

/* What comes behind the end of the baseline's list may have been there before. */
START_TEST(test_a_repaired_query_of_a_list_that_is_cut_off) {
    const ts_compare_options options = ts_compare_standard();
    cJSON *root[2] = {load(baseline), load(current)};
    ts_results_file before, after;
    ts_comparison comparison;
    set_stalls(root[0], 2, "[0, 8], [0, 9]");
    set_stalls(root[1], 2, "[0, 8], [0, 10]");
    store(root[0], baseline);
    store(root[1], current);
    check_ok(ts_results_read(baseline, &before, error));
    check_ok(ts_results_read(current, &after, error));
    cut_off(&before, 5.0);
    cut_off(&after, 4.0);
    check_ok(ts_compare(&before, &after, &options, &comparison, error));
    ck_assert_uint_eq(ts_comparison_count(&comparison, TS_FINDING_WORSE), 0);
    ck_assert_uint_gt(ts_comparison_count(&comparison, TS_FINDING_BETTER), 0);
    ts_comparison_clear(&comparison);
    ts_results_file_clear(&before);
    ts_results_file_clear(&after);
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
    tcase_add_test(tests, test_a_new_unsafe_answer);
    tcase_add_test(tests, test_as_many_at_other_queries);
    tcase_add_test(tests, test_other_queries_of_a_list_that_is_cut_off);
    tcase_add_test(tests, test_a_repaired_query_of_a_list_that_is_cut_off);
    tcase_add_test(tests, test_fewer_faults_are_better);
    tcase_add_test(tests, test_faster_is_said);
    tcase_add_test(tests, test_data_that_moved_is_known_by_its_hash);
    tcase_add_test(tests, test_every_record_is_a_test_case);
    tcase_add_test(tests, test_lost_coverage);
    tcase_add_test(tests, test_a_backend_that_is_gone);
    tcase_add_test(tests, test_a_backend_that_is_new);
    tcase_add_test(tests, test_less_exact_answers);
    tcase_add_test(tests, test_less_exact_answers_of_a_kind);
    tcase_add_test(tests, test_times_of_another_build_are_not_compared);
    tcase_add_test(tests, test_more_false_positives);
    tcase_add_test(tests, test_slower_by_ratio_and_rank);
    tcase_add_test(tests, test_relative_times_forgive_a_slower_machine);
    tcase_add_test(tests, test_answers_that_changed_are_named);
    tcase_add_test(tests, test_other_questions_and_data_are_refused);
    tcase_add_test(tests, test_incomplete_runs_are_worse);
    tcase_add_test(tests, test_version_1_is_read);
    tcase_add_test(tests, test_bad_files_are_refused);
    tcase_add_test(tests, test_junit_and_markdown);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
