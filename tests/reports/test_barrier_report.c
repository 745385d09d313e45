/* SPDX-License-Identifier: MIT
 * What `touchstone barrier` says of its results, and docs/barrier-accuracy.md against the table of bounds. */
#include <math.h>
#include <string.h>

#include <cJSON.h>

#include "reports/barrier/barrier.h"
#include "reports/barrier/words.h"
#include "reports/plots/barrier.h"
#include "results/barrier_json.h"
#include "tests/datasets/scratch.h"

/* The barrier by its reference with an error of 1e-10 in the value. */
static void inexact(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    const ts_term *reference = ts_term_find("barrier");
    (void)self;
    reference->evaluate(reference, x, p, out);
    out->value *= 1.0 + 1e-10;
}

static ts_term term;
static ts_barrier_subject subject;
static ts_barrier_options options;

static ts_barrier_results results_of_barrier(void) {
    ts_barrier_results results;
    term = *ts_term_find("barrier");
    term.evaluate = inexact;
    subject = (ts_barrier_subject){.term = &term};
    options = (ts_barrier_options){.subjects = &subject, .subject_count = 1, .samples = 20, .seed = 1};
    ck_assert(ts_barrier_run(&options, &results, NULL) == TS_OK);
    return results;
}

/* ---- the documentation ---- */

/* Its lines between the marks are the bounds of the code, in its order. */
START_TEST(the_page_states_the_bounds_of_the_code) {
    size_t length;
    char *page = read_bytes(TS_SOURCE_DIR "/docs/barrier-accuracy.md", &length);
    const char *at = strstr(page, "<!-- bounds -->\n"), *end = at ? strstr(at, "<!-- end of bounds -->") : NULL;
    ck_assert_msg(at && end, "docs/barrier-accuracy.md has no marks around the table of bounds");
    for (int line = 0; line < 3; ++line) at = strchr(at, '\n') + 1; /* the mark, the heading, the rule */
    for (size_t i = 0; i < ts_barrier_bound_count(); ++i) {
        char *expected = ts_barrier_bound_words(ts_barrier_bound_at(i));
        const size_t width = strcspn(at, "\n");
        ck_assert_msg(width == strlen(expected) && strncmp(at, expected, width) == 0,
                      "docs/barrier-accuracy.md has\n%.*s\nthe code\n%s", (int)width, at, expected);
        at += width + 1;
        free(expected);
    }
    ck_assert_msg(at == end, "docs/barrier-accuracy.md has more bounds than the code: %.80s", at);
    free(page);
}
END_TEST

/* ---- text ---- */

START_TEST(text_names_what_failed_with_its_point) {
    ts_barrier_results results = results_of_barrier();
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert(ts_barrier_print(&results, out, NULL) == TS_OK);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "MISSED"));
    ck_assert_ptr_nonnull(strstr(text, "touchstone barrier --term barrier --at "));
    ck_assert_ptr_nonnull(strstr(text, "1 sweep and 0 clamps failed"));
    free(text);
    ts_barrier_failure failure[TS_BARRIER_MOST_FAILURES];
    ck_assert_int_eq(ts_barrier_failures(&results.rows[0], failure), 1);
    ck_assert_uint_eq(failure[0].index, results.rows[0].error[TS_QUANTITY_VALUE][TS_MEASURE_ULPS].index);
    ts_barrier_results_clear(&results);
}
END_TEST

/* Every number survives being printed. */
START_TEST(points_are_printed_exactly) {
    const ts_term_point at = {.inputs = {0x1.23456789abcdep-20}, .parameters = {0.001, 1.0 / 3.0}};
    const ts_barrier_subject of_barrier = {.term = ts_term_find("barrier")};
    char *command = ts_barrier_command(&of_barrier, &at), *number = strstr(command, "--at ") + 5;
    ck_assert(strtod(number, &number) == at.inputs[0]);
    ck_assert(strtod(number + 1, &number) == 0.001);
    ck_assert(strtod(number + 1, &number) == 1.0 / 3.0 && *number == '\0');
    free(command);
}
END_TEST

/* ---- files ---- */

static const cJSON *member(const cJSON *object, const char *name) {
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(found != NULL, "no member %s", name);
    return found;
}

START_TEST(json_has_the_worst_point) {
    ts_barrier_results results = results_of_barrier();
    ts_context context;
    size_t length;
    ts_context_fill(&context);
    ck_assert(ts_barrier_write_json(&results, &context, scratch("r.json"), NULL) == TS_OK);
    char *text = read_bytes(scratch("r.json"), &length);
    cJSON *json = cJSON_Parse(text);
    ck_assert_str_eq(member(json, "kind")->valuestring, "barrier");
    ck_assert(cJSON_IsTrue(member(json, "failed")));
    const cJSON *sweep = member(json, "sweeps")->child, *value = member(member(sweep, "errors"), "value");
    ck_assert(cJSON_IsTrue(member(value, "missed")));
    ck_assert_str_eq(member(value, "bound")->valuestring, "8 ulps");
    const cJSON *ulps = member(value, "ulps");
    ck_assert_double_gt(member(ulps, "most")->valuedouble, 1e5);
    ts_term_point at;
    ts_term_sweep_point(results.rows[0].sweep, 1, (uint64_t)member(ulps, "sample")->valuedouble, &at);
    ck_assert(member(ulps, "inputs")->child->valuedouble == at.inputs[0]);
    ck_assert(member(ulps, "parameters")->child->next->valuedouble == at.parameters[1]);
    ck_assert(cJSON_GetArraySize(member(json, "clamps")) == 1);
    cJSON_Delete(json);
    free(text);
    ts_barrier_results_clear(&results);
}
END_TEST

/* What a scan found is told with its point, in text and in the file. */
START_TEST(scans_are_told) {
    ts_barrier_results results = results_of_barrier();
    ts_barrier_results_clear(&results);
    options.scan = 2000;
    ck_assert(ts_barrier_run(&options, &results, NULL) == TS_OK);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert(ts_barrier_print(&results, out, NULL) == TS_OK);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "scan of gap"));
    ck_assert_ptr_nonnull(strstr(text, "1 dense scan failed."));
    free(text);
    ts_context context;
    ts_context_fill(&context);
    ck_assert(ts_barrier_write_json(&results, &context, scratch("s.json"), NULL) == TS_OK);
    text = read_bytes(scratch("s.json"), &length);
    cJSON *json = cJSON_Parse(text);
    const cJSON *scan = member(json, "scans")->child, *finding = member(scan, "findings")->child;
    ck_assert(cJSON_IsTrue(member(scan, "failed")));
    ck_assert(member(scan, "points")->valuedouble == (double)results.scans[0].points);
    ck_assert_str_eq(member(finding, "what")->valuestring, "value");
    ck_assert(member(finding, "inputs")->child->valuedouble == results.scans[0].finding[0].at.inputs[0]);
    cJSON_Delete(json);
    free(text);
    ts_barrier_results_clear(&results);
}
END_TEST

START_TEST(a_sweep_is_a_plot_with_its_data) {
    ts_barrier_results results = results_of_barrier();
    size_t length, points = 0;
    char path[300];
    snprintf(path, sizeof path, "%s", scratch_folder);
    ts_plot_folder folder = {.path = path, .formats = TS_PLOT_SVG};
    ck_assert(ts_plot_barrier_rows(&folder, &results, NULL) == TS_OK);
    ck_assert_uint_eq(folder.count, 1);
    ck_assert_str_eq(folder.names[0], "barrier-gap");
    char *text = read_bytes(scratch("barrier-gap.gp"), &length);
    ck_assert_ptr_nonnull(strstr(text, "sweep[1] = \"gap: gap (m)\""));
    free(text);
    text = read_bytes(scratch("barrier-gap.dat"), &length);
    for (const char *c = text; (c = strchr(c, '\n')); ++c) points += c[1] >= '0' && c[1] <= '9';
    ck_assert_uint_eq(points, 20);
    free(text);
    ts_plot_folder_clear(&folder);
    ts_barrier_results_clear(&results);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barrier_report");
    TCase *tests = tcase_create("reports");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, the_page_states_the_bounds_of_the_code);
    tcase_add_test(tests, text_names_what_failed_with_its_point);
    tcase_add_test(tests, points_are_printed_exactly);
    tcase_add_test(tests, json_has_the_worst_point);
    tcase_add_test(tests, scans_are_told);
    tcase_add_test(tests, a_sweep_is_a_plot_with_its_data);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
