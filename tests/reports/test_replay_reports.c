/* SPDX-License-Identifier: MIT
 * The files a replay writes: the same for any number of jobs, consistent in themselves, and of the
 * structure that is documented. */
#include "tests/benches/replay_fixture.h"

#include <cJSON.h>

#include "reports/replay/replay.h"
#include "results/replay_json.h"
#include "results/results.h"
#include "results/show_command.h"
#include "tests/results/context.h"

static fixture_methods methods;

static void setup(void) {
    scratch_setup();
    fixture_methods_init(&methods);
}

static void teardown(void) {
    fixture_methods_clear(&methods);
    scratch_teardown();
}

/* Two data sets, one with a wrong label and a broken file in it. */
static void replay_two(int jobs, int repetitions, ts_replay_options *options, ts_replay_results *results) {
    static const char *paths[2];
    paths[0] = scratch("one");
    paths[1] = scratch("two.h5");
    if (access(paths[1], F_OK) != 0) {
        fixture_write(scratch("one/a.h5"),
                      (fixture_file){.family = "touching", .count = 60, .wrong = 3, .shifted = SIZE_MAX});
        fixture_write_broken(scratch("one/point-point/broken.csv"));
        fixture_write(paths[1], (fixture_file){.family = "generic", .count = 90, .unlabelled = true});
    }
    *options = fixture_options(&methods, paths, 2);
    options->jobs = jobs;
    options->repetitions = repetitions;
    check_ok(ts_replay(options, results, error));
}

/* ---- JSON ---- */

static cJSON *json_of(const ts_replay_results *results, const char *name) {
    const char *path = scratch("%s", name);
    size_t length;
    check_ok(ts_replay_write_json(results, &CONTEXT, path, error));
    char *text = read_bytes(path, &length);
    cJSON *root = cJSON_Parse(text);
    ck_assert_msg(root != NULL, "the results are no JSON");
    free(text);
    return root;
}

static const cJSON *at(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(item != NULL, "no \"%s\" in the results", name);
    return item;
}

static double number(const cJSON *object, const char *name) {
    ck_assert(cJSON_IsNumber(at(object, name)));
    return at(object, name)->valuedouble;
}

static void forget_times(cJSON *root) {
    cJSON_DeleteItemFromObjectCaseSensitive(root, "checksum");
    cJSON_DeleteItemFromObjectCaseSensitive(root, "oracle_seconds");
    cJSON_DeleteItemFromObjectCaseSensitive(root, "timing_seconds");
    cJSON_DeleteItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(root, "options"), "jobs");
}

START_TEST(any_number_of_jobs_gives_the_same_results) {
    ts_replay_options options;
    ts_replay_results results;
    replay_two(1, 0, &options, &results);
    cJSON *one = json_of(&results, "one.json");
    ts_replay_results_clear(&results);
    forget_times(one);
    char *expected = cJSON_Print(one);
    for (int jobs = 2; jobs <= 3; ++jobs) {
        replay_two(jobs, 0, &options, &results);
        cJSON *many = json_of(&results, "many.json");
        ts_replay_results_clear(&results);
        forget_times(many);
        char *found = cJSON_Print(many);
        ck_assert_str_eq(expected, found);
        free(found);
        cJSON_Delete(many);
    }
    free(expected);
    cJSON_Delete(one);
}
END_TEST

static void check_histogram(const cJSON *cell, const char *name) {
    static const char *const order[] = {"0",   "0.01", "0.05", "0.25",  "0.5", "0.75",
                                        "0.9", "0.95", "0.99", "0.999", "1"};
    const cJSON *histogram = at(cell, name), *quantiles = at(histogram, "quantiles");
    const bool empty = number(histogram, "count") == 0.0;
    ck_assert_int_eq(cJSON_IsNull(at(histogram, "mean")), empty);
    for (size_t q = 0; q < sizeof order / sizeof *order; ++q) {
        ck_assert_int_eq(cJSON_IsNull(at(quantiles, order[q])), empty);
        if (q > 0 && !empty) ck_assert_double_ge(number(quantiles, order[q]), number(quantiles, order[q - 1]));
    }
}

/* One cell; returns its queries. */
static double check_cell(const cJSON *cell) {
    const cJSON *verdicts = at(cell, "verdicts"), *count;
    double sum = 0.0;
    cJSON_ArrayForEach(count, verdicts) sum += count->valuedouble;
    ck_assert_int_eq(cJSON_GetArraySize(verdicts), TS_VERDICTS);
    ck_assert_double_eq(sum, number(cell, "queries"));
    ck_assert_double_eq(number(cell, "unsafe"), number(verdicts, "false_negative") + number(verdicts, "late"));
    ck_assert_double_eq(number(at(cell, "toi_error"), "count"),
                        number(verdicts, "safe") + number(verdicts, "touching"));
    ck_assert_double_eq(number(at(cell, "lateness"), "count"), number(verdicts, "late"));
    ck_assert_double_eq(number(at(cell, "closest_gap"), "count"), number(verdicts, "false_positive"));
    ck_assert_double_eq(number(at(cell, "nanoseconds"), "count"), sum);
    ck_assert_int_eq(cJSON_GetArraySize(at(cell, "repetition_mean_ns")), 2);
    const bool has_batch = strcmp(at(cell, "backend")->valuestring, "accd") == 0;
    ck_assert_double_eq(number(at(cell, "batch_nanoseconds"), "count"), has_batch ? sum : 0.0);
    static const char *const histograms[] = {"toi_error", "lateness",   "kept_gap",    "closest_gap",
                                             "step_lost", "iterations", "nanoseconds", "batch_nanoseconds"};
    for (size_t h = 0; h < sizeof histograms / sizeof *histograms; ++h) check_histogram(cell, histograms[h]);
    return number(cell, "queries");
}

static void check_data_set(const cJSON *data_set) {
    const double queries = number(data_set, "queries");
    const cJSON *cell, *kind;
    double by_kind = 0.0, fastest = INFINITY;
    cJSON_ArrayForEach(kind, at(data_set, "kinds")) by_kind += kind->valuedouble;
    ck_assert_double_eq(by_kind, queries);
    double all = 0.0, parts = 0.0;
    cJSON_ArrayForEach(cell, at(data_set, "cells")) {
        const bool whole = strcmp(at(cell, "kind")->valuestring, "all") == 0;
        *(whole ? &all : &parts) += check_cell(cell);
        if (whole) fastest = fmin(fastest, number(cell, "ratio_to_fastest"));
    }
    ck_assert_double_eq(all, 2.0 * queries);
    ck_assert_double_eq(parts, 2.0 * queries);
    ck_assert_double_eq(fastest, 1.0);
}

START_TEST(the_json_adds_up) {
    ts_replay_options options;
    ts_replay_results results;
    replay_two(2, 2, &options, &results);
    cJSON *root = json_of(&results, "results.json");
    ck_assert_double_eq(number(root, "schema"), TS_RESULTS_SCHEMA);
    ck_assert_str_eq(at(at(root, "context"), "cpu")->valuestring, CONTEXT.cpu);
    ck_assert_str_eq(at(cJSON_GetArrayItem(at(root, "backends"), 0), "name")->valuestring, "accd");
    ck_assert(cJSON_IsObject(at(cJSON_GetArrayItem(at(root, "backends"), 0), "options")));
    const cJSON *first = cJSON_GetArrayItem(at(root, "data_sets"), 0), *data_set;
    cJSON_ArrayForEach(data_set, at(root, "data_sets")) check_data_set(data_set);
    ck_assert_double_eq(number(first, "conflict_count"), 1.0);
    const cJSON *conflict = cJSON_GetArrayItem(at(first, "conflicts"), 0);
    ck_assert_double_eq(number(conflict, "query"), 3.0);
    ck_assert_str_eq(at(conflict, "file")->valuestring, scratch("one/a.h5"));
    const cJSON *failure = cJSON_GetArrayItem(at(first, "failures"), 0);
    ck_assert_ptr_nonnull(strstr(at(failure, "message")->valuestring, "broken.csv"));
    cJSON_Delete(root);
    ts_replay_results_clear(&results);
}
END_TEST

/* ---- CSV, Markdown, text ---- */

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *found = text; (found = strstr(found, part)); found += strlen(part)) ++count;
    return count;
}

/* Every row has as many cells as the tabular has columns, and a backend's name is there for each data set. */
START_TEST(the_latex_table_has_a_row_for_each_backend) {
    ts_replay_options options;
    ts_replay_results results;
    size_t length, rows = 0, columns = 0;
    replay_two(2, 1, &options, &results);
    check_ok(ts_replay_write_latex(&results, NULL, scratch("table.tex"), error));
    char *text = read_bytes(scratch("table.tex"), &length), *rest = strstr(text, "\\begin{tabular}{@{}");
    ck_assert_ptr_nonnull(rest);
    for (const char *c = rest + 19; *c != '@'; ++c) ++columns;
    ck_assert_ptr_nonnull(strstr(text, "UNSAFE & stalls & "));
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        size_t cells = 1;
        if (!strstr(line, " \\\\") || strstr(line, "multicolumn")) continue;
        for (const char *c = line; *c; ++c) cells += *c == '&' && (c == line || c[-1] != '\\');
        ck_assert_uint_eq(cells, columns);
        ++rows;
    }
    ck_assert_uint_eq(rows, 1 + results.data_set_count * options.method_count);
    free(text);
    ts_replay_results_clear(&results);
}
END_TEST

/* The columns that are asked for, in that order; bold is the least of those that answer everything. */
START_TEST(the_latex_table_has_the_columns_asked_for) {
    ts_replay_options options;
    ts_replay_results results;
    char *names[] = {"toi_error_median", "unsafe"}, *wrong[] = {"ns_medium"};
    size_t length;
    replay_two(2, 1, &options, &results);
    check_ok(ts_replay_write_latex(&results, &(ts_text_list){names, 2}, scratch("table.tex"), error));
    char *text = read_bytes(scratch("table.tex"), &length);
    ck_assert_ptr_nonnull(strstr(text, "method & \\shortstack[r]{TOI error\\\\median} & UNSAFE \\\\"));
    ck_assert_ptr_nonnull(strstr(text, "\\textbf{"));
    ck_assert_ptr_nonnull(strstr(text, "\\caption{"));
    free(text);
    check_fails(ts_replay_write_latex(&results, &(ts_text_list){wrong, 1}, scratch("table.tex"), error), TS_ERROR_USAGE,
                "--columns ns_medium: there is no such column; the nearest is 'ns_median'");
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(the_csv_has_a_row_for_all_kinds_and_for_each) {
    ts_replay_options options;
    ts_replay_results results;
    size_t length;
    replay_two(2, 0, &options, &results);
    check_ok(ts_replay_write_csv(&results, scratch("table.csv"), error));
    char *text = read_bytes(scratch("table.csv"), &length);
    const char *header =
        "dataset,backend,kind,queries,contacts,true_negative,safe,touching,false_positive,"
        "false_negative,late,limit,unsupported,error,unverified,inconsistent,unsafe,stalls,below_bound,"
        "toi_error_median,toi_error_largest,";
    ck_assert_int_eq(strncmp(text, header, strlen(header)), 0);
    ck_assert_uint_eq(count_of(text, "\n"), 1 + 2 * 2 * 5); /* 2 data sets, 2 backends, all and 4 kinds */
    ck_assert_uint_eq(count_of(text, ",accd,all,"), 2);
    ck_assert_uint_eq(count_of(text, ",minsep,edge-edge,"), 2);
    /* Every row has as many fields as the header. */
    const size_t fields = count_of(text, ",") / count_of(text, "\n");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        size_t commas = 0;
        for (const char *c = line; *c != '\n'; ++c) commas += *c == ',';
        ck_assert_uint_eq(commas, fields);
    }
    free(text);
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(the_markdown_has_its_parts) {
    ts_replay_options options;
    ts_replay_results results;
    size_t length;
    replay_two(2, 0, &options, &results);
    check_ok(ts_replay_write_markdown(&results, &CONTEXT, scratch("report.md"), error));
    char *text = read_bytes(scratch("report.md"), &length);
    static const char *const parts[] = {"# Replay of recorded CCD queries\n",
                                        "0123456789ab",
                                        "\n## Data\n",
                                        "\n## Verdicts\n\n| dataset | backend | queries | contacts | true negative |",
                                        "\n## Quality and time\n\n| dataset | backend | stalls | below bound |",
                                        "\n## Worst queries\n\n| backend | worst | what | command |",
                                        "not read to the end: ",
                                        "touchstone show "};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p) {
        ck_assert_msg(strstr(text, parts[p]) != NULL, "no \"%s\" in the report", parts[p]);
    }
    free(text);
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(the_text_names_verdicts_worst_queries_and_troubles) {
    ts_replay_options options;
    ts_replay_results results;
    char *text = NULL;
    size_t size = 0;
    replay_two(2, 1, &options, &results);
    FILE *memory = open_memstream(&text, &size);
    check_ok(ts_replay_print(&results, memory, error));
    fclose(memory);
    static const char *const parts[] = {"\n  backend  queries  contacts ",
                                        "UNSAFE\n",
                                        "slowest",
                                        "touchstone show ",
                                        "1 labels contradict the oracle\n",
                                        "incomplete: 1 of the"};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p) {
        ck_assert_msg(strstr(text, parts[p]) != NULL, "no \"%s\" in\n%s", parts[p], text);
    }
    ck_assert_ptr_null(strstr(text, " \n"));
    free(text);
    ts_replay_results_clear(&results);
}
END_TEST

/* ---- Words ---- */

static void check_command(const ts_replay_options *options, const char *file, const char *expected) {
    char *command = ts_show_command(options, NULL, file, 12);
    ck_assert_str_eq(command, expected);
    free(command);
}

START_TEST(commands_survive_a_shell) {
    ts_replay_options options = {.t_max = 1.0};
    check_command(&options, "a/b-1.csv", "touchstone show a/b-1.csv 12");
    check_command(&options, "a b", "touchstone show 'a b' 12");
    check_command(&options, "it's", "touchstone show 'it'\\''s' 12");
    check_command(&options, "-dash", "touchstone show './-dash' 12");
    options.min_distance = 0.5;
    options.t_max = 0.25;
    options.reading.round = true;
    check_command(&options, "a", "touchstone show a 12 --min-distance 0.5 --t-max 0.25 --round");
}
END_TEST

START_TEST(commands_carry_the_methods_options) {
    const ts_replay_options options = {.t_max = 1.0};
    ts_ccd_method method;
    check_ok(ts_ccd_method_init(&method, "accd", "{\"s\": 0.25}", error));
    char *command = ts_show_command(&options, &method, "a", 0);
    ck_assert_str_eq(command, "touchstone show a 0 --backend accd --backend-option accd.s=0.25");
    free(command);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(outputs_that_cannot_be_written_are_errors) {
    ts_replay_options options;
    ts_replay_results results;
    replay_two(2, 0, &options, &results);
    const char *path = "/nonexistent/folder/file";
    check_fails(ts_replay_write_json(&results, &CONTEXT, path, error), TS_ERROR_USAGE, path);
    check_fails(ts_replay_write_csv(&results, path, error), TS_ERROR_USAGE, path);
    check_fails(ts_replay_write_markdown(&results, &CONTEXT, path, error), TS_ERROR_USAGE, path);
    ts_replay_results_clear(&results);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("replay_reports");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, any_number_of_jobs_gives_the_same_results);
    tcase_add_test(cases, the_json_adds_up);
    tcase_add_test(cases, the_csv_has_a_row_for_all_kinds_and_for_each);
    tcase_add_test(cases, the_latex_table_has_a_row_for_each_backend);
    tcase_add_test(cases, the_latex_table_has_the_columns_asked_for);
    tcase_add_test(cases, the_markdown_has_its_parts);
    tcase_add_test(cases, the_text_names_verdicts_worst_queries_and_troubles);
    tcase_add_test(cases, commands_survive_a_shell);
    tcase_add_test(cases, commands_carry_the_methods_options);
    tcase_add_test(cases, outputs_that_cannot_be_written_are_errors);
    Suite *suite = suite_create("replay_reports");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
