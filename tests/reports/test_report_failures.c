/* SPDX-License-Identifier: MIT
 * Which failing queries a report shows: all of them while there is room, and then some of everybody's. */
#include <string.h>

#include "reports/page/failures.h"
#include "tests/support.h"

/* A replay of one data set of two files; `cells` are the cells' JSON. */
static ts_report_run replay_of(const char *cells) {
    char text[65536];
    snprintf(text, sizeof text, "{\"data_sets\": [{\"file_names\": [\"b.h5\", \"a.h5\"], \"cells\": [%s]}]}", cells);
    ts_report_run run = {.path = "r.json", .kind = TS_RESULTS_REPLAY, .root = cJSON_Parse(text)};
    ck_assert_ptr_nonnull(run.root);
    return run;
}

/* The cell of a backend: `count` failures of a class, at queries from .. from + most - 1 of the first file. */
static char *cell_of(char *text, size_t size, const char *backend, const char *what, int from, int most, int count) {
    int length = snprintf(text, size,
                          "{\"kind\": \"all\", \"backend\": \"%s\", \"faults\": {\"%s\": {\"count\": %d, \"first\": [",
                          backend, what, count);
    for (int i = 0; i < most; ++i) {
        length += snprintf(text + length, size - (size_t)length, "%s[0, %d]", i ? "," : "", from + i);
    }
    snprintf(text + length, size - (size_t)length, "]}}}");
    return text;
}

static ts_report_failures failures_of(const ts_report_run *run) {
    ts_report_failures failures;
    ts_error error;
    ck_assert_int_eq(ts_report_failures_init(&failures, run, 1, &error), TS_OK);
    return failures;
}

static size_t queries_of(const ts_report_failures *failures, const char *backend) {
    size_t count = 0;
    for (size_t q = 0; q < failures->count; ++q) {
        for (size_t f = 0; f < failures->queries[q].fault_count; ++f) {
            count += strcmp(failures->queries[q].faults[f].backend, backend) == 0;
        }
    }
    return count;
}

START_TEST(answers_to_the_same_query_share_a_view) {
    ts_report_run run = replay_of(
        "{\"kind\": \"all\", \"backend\": \"x\", \"faults\": {\"unsafe\": {\"count\": 2, \"first\": [[0, 7], [1, 3]]},"
        " \"unsupported\": {\"count\": 1, \"first\": [[0, 1]]}}},"
        "{\"kind\": \"point-triangle\", \"backend\": \"x\", \"faults\": {\"unsafe\": {\"count\": 1, \"first\": [[0, "
        "7]]}}},"
        "{\"kind\": \"all\", \"backend\": \"y\", \"faults\": {\"stall\": {\"count\": 1, \"first\": [[0, 7]]}}}");
    ts_report_failures failures = failures_of(&run);
    ck_assert_uint_eq(failures.count, 2); /* nothing of what is not supported, nor twice by kind */
    ck_assert_uint_eq(failures.answers, 3);
    ck_assert_uint_eq(failures.shown, 3);
    ck_assert_str_eq(failures.queries[0].file, "a.h5");
    ck_assert_uint_eq(failures.queries[0].index, 3);
    ck_assert_uint_eq(failures.queries[1].index, 7);
    ck_assert_uint_eq(failures.queries[1].fault_count, 2);
    ck_assert_str_eq(failures.queries[1].faults[1].what, "stall");
    ts_report_failures_clear(&failures);
    ts_report_run_clear(&run);
}
END_TEST

START_TEST(the_many_of_one_do_not_hide_the_few_of_another) {
    char x[8192], y[8192], z[8192], all[32768];
    snprintf(all, sizeof all, "%s,%s,%s", cell_of(x, sizeof x, "x", "unsafe", 0, 100, 5000),
             cell_of(y, sizeof y, "y", "unsafe", 1000, 100, 100), cell_of(z, sizeof z, "z", "stall", 2000, 60, 60));
    ts_report_run run = replay_of(all);
    ts_report_failures failures = failures_of(&run);
    ck_assert_uint_eq(failures.count, TS_REPORT_QUERIES);
    ck_assert_uint_eq(failures.answers, 5160);
    ck_assert_uint_eq(failures.shown, TS_REPORT_QUERIES);
    ck_assert_uint_eq(queries_of(&failures, "z"), 60);
    ck_assert_uint_eq(queries_of(&failures, "x"), 70);
    ck_assert_uint_eq(queries_of(&failures, "y"), 70);
    for (size_t q = 1; q < failures.count; ++q) {
        ck_assert_uint_lt(failures.queries[q - 1].index, failures.queries[q].index);
    }
    ts_report_failures_clear(&failures);
    ts_report_run_clear(&run);
}
END_TEST

START_TEST(version_1_shows_the_worst_of_each_sort) {
    ts_report_run run =
        replay_of("{\"kind\": \"all\", \"backend\": \"x\", \"worst\": {"
                  "\"late\": {\"file\": \"b.h5\", \"query\": 5, \"value\": 0.1, \"command\": \"\"},"
                  "\"toi_error\": {\"file\": \"b.h5\", \"query\": 6, \"value\": 0.1, \"command\": \"\"}}}");
    ts_report_failures failures = failures_of(&run);
    ck_assert_uint_eq(failures.count, 1);
    ck_assert_uint_eq(failures.queries[0].index, 5);
    ck_assert_str_eq(failures.queries[0].faults[0].what, "unsafe");
    ts_report_failures_clear(&failures);
    ts_report_run_clear(&run);
}
END_TEST

START_TEST(simulations_show_where_they_ended) {
    ts_report_run run = {.path = "t.json", .kind = TS_RESULTS_TABLE};
    run.root = cJSON_Parse("{\"cells\": [{\"scene\": \"s\", \"backend\": \"x\", \"outcome\": \"tiny toi\", \"at\":"
                           " {\"query\": {\"path\": \"failure.h5\", \"index\": 0}}},"
                           "{\"scene\": \"s\", \"backend\": \"y\", \"outcome\": \"finished\"}]}");
    ts_report_failures failures = failures_of(&run);
    ck_assert_uint_eq(failures.count, 1);
    ck_assert_str_eq(failures.queries[0].file, "failure.h5");
    ck_assert_str_eq(failures.queries[0].faults[0].what, "tiny toi");
    ts_report_failures_clear(&failures);
    ts_report_run_clear(&run);
}
END_TEST

START_TEST(simulations_show_the_pair_that_broke_their_proof) {
    ts_report_run run = {.path = "s.json", .kind = TS_RESULTS_SIMULATE};
    run.root = cJSON_Parse("{\"ccd\": {\"name\": \"x\"}, \"outcome\": \"finished\", \"proof\": {\"steps_open\": 1,"
                           " \"failure\": \"vertex 5 and triangle 7 8 9 meet\","
                           " \"query\": {\"path\": \"unproven.h5\", \"index\": 0}}}");
    ts_report_failures failures = failures_of(&run);
    ck_assert_uint_eq(failures.count, 1);
    ck_assert_str_eq(failures.queries[0].file, "unproven.h5");
    ck_assert_str_eq(failures.queries[0].faults[0].backend, "x");
    ck_assert_str_eq(failures.queries[0].faults[0].what, "no proof");
    ck_assert_str_eq(failures.queries[0].faults[0].why, "vertex 5 and triangle 7 8 9 meet");
    ts_report_failures_clear(&failures);
    ts_report_run_clear(&run);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report failures");
    TCase *cases = tcase_create("report failures");
    tcase_add_test(cases, answers_to_the_same_query_share_a_view);
    tcase_add_test(cases, the_many_of_one_do_not_hide_the_few_of_another);
    tcase_add_test(cases, version_1_shows_the_worst_of_each_sort);
    tcase_add_test(cases, simulations_show_where_they_ended);
    tcase_add_test(cases, simulations_show_the_pair_that_broke_their_proof);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
