/* SPDX-License-Identifier: MIT
 * `touchstone report` as its users meet it: exit codes, messages, and what the page's data say, against what `show`
 * says of the same queries. What a browser makes of it is for tests/browser. */
#include "tests/benches/replay_fixture.h"
#include "tests/cli/command.h"
#include "tests/results/edited.h"

/* On the near misses and tangencies of this family minsep is unsafe somewhere. */
static void write_unsafe(const char *name) {
    fixture_write(scratch("%s", name), (fixture_file){.family = "grazing", .count = 100, .unlabelled = true});
}

static void replay_unsafe(const char *name) {
    write_unsafe(name);
    shell("touchstone replay '%s' --backend minsep,certified --json r.json --repetitions 0 --allow-unsafe", name);
    expect(0, "false_negative", "");
}

/* The data in a page of the scratch folder; the caller deletes them. */
static cJSON *page_data(const char *name) {
    static const char before[] = "<script type=\"application/json\" id=\"data\">", after[] = "</script>";
    size_t length;
    char *page = read_bytes(scratch("%s", name), &length);
    char *from = strstr(page, before), *to = from ? strstr(from, after) : NULL;
    ck_assert_msg(to != NULL, "%s has no data", name);
    *to = '\0';
    cJSON *data = cJSON_Parse(from + sizeof before - 1);
    ck_assert_msg(data != NULL, "the data of %s are no JSON", name);
    free(page);
    return data;
}

static const cJSON *member(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(item != NULL, "there is no '%s'", name);
    return item;
}

static const cJSON *answer_of(const cJSON *object, const char *backend) {
    const cJSON *answer;
    cJSON_ArrayForEach(answer, member(object, "answers")) {
        if (strcmp(string_of(answer, "backend"), backend) == 0) return answer;
    }
    ck_abort_msg("no answer of %s", backend);
    return NULL;
}

static void check_same(const cJSON *a, const cJSON *b, const char *name) {
    ck_assert_msg(cJSON_Compare(member(a, name), member(b, name), true), "%s differs", name);
}

/* A view against `show --json` of the same query, which has the bracket also of what is free. */
static void check_view(const cJSON *view) {
    shell("%s --json", string_of(view, "command"));
    expect(0, "\"kind\"", "");
    cJSON *show = cJSON_Parse(command_out);
    check_same(view, show, "kind");
    check_same(view, show, "x0");
    check_same(view, show, "x1");
    check_same(view, show, "min_distance");
    check_same(view, show, "t_max");
    const cJSON *truth = member(view, "truth"), *shown = member(show, "truth");
    check_same(truth, shown, "contact");
    if (cJSON_IsTrue(member(truth, "contact"))) {
        check_same(truth, shown, "lo");
        check_same(truth, shown, "hi");
        check_same(truth, shown, "feature");
    }
    const cJSON *answer = answer_of(view, "minsep"), *same = answer_of(show, "minsep");
    check_same(answer, same, "status");
    check_same(answer, same, "toi");
    check_same(answer, same, "verdict");
    const cJSON *gap = member(member(view, "whole"), "gap"), *near = member(view, "near");
    ck_assert_int_eq(cJSON_GetArraySize(gap), 201);
    if (cJSON_IsTrue(member(truth, "contact"))) {
        ck_assert_double_le(number_of(near, "from"), number_of(truth, "lo"));
        ck_assert_double_ge(number_of(near, "to"), number_of(truth, "hi"));
    }
    ck_assert_double_eq_tol(cJSON_GetArrayItem(gap, 0)->valuedouble, number_of(show, "gap_at_0"),
                            1e-6 * number_of(show, "distance_at_0"));
    cJSON_Delete(show);
}

START_TEST(failing_queries_are_shown_as_show_shows_them) {
    replay_unsafe("a.h5");
    cJSON *results = read_json("r.json");
    const cJSON *cells = member(cJSON_GetArrayItem(member(results, "data_sets"), 0), "cells");
    const double unsafe = number_of(cJSON_GetArrayItem(cells, 0), "unsafe");
    ck_assert_double_gt(unsafe, 1.0);
    shell("touchstone report r.json --out page");
    expect(0, "page/index.html: ", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *queries = member(data, "queries"), *view;
    ck_assert_int_eq(cJSON_GetArraySize(queries), (int)unsafe);
    ck_assert_double_eq(number_of(data, "failed_answers"), number_of(data, "shown_answers"));
    cJSON_ArrayForEach(view, queries) {
        const cJSON *fault = cJSON_GetArrayItem(member(view, "faults"), 0);
        ck_assert_str_eq(string_of(fault, "backend"), "minsep");
        ck_assert_str_eq(string_of(fault, "what"), "unsafe");
        ck_assert_ptr_null(cJSON_GetObjectItemCaseSensitive(fault, "gone"));
        check_view(view);
    }
    cJSON_Delete(data);
    cJSON_Delete(results);
}
END_TEST

START_TEST(the_same_results_make_the_same_page) {
    replay_unsafe("a.h5");
    shell("touchstone report r.json --out one && OMP_NUM_THREADS=1 touchstone report r.json --out two");
    expect(0, "", "");
    check_same_file(scratch("one/index.html"), scratch("two/index.html"));
}
END_TEST

START_TEST(a_query_file_that_is_gone_is_named) {
    replay_unsafe("a.h5");
    shell("rm a.h5; touchstone report r.json --out page");
    expect(0, "cannot be read any more", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *view = cJSON_GetArrayItem(member(data, "queries"), 0);
    ck_assert_ptr_nonnull(strstr(string_of(view, "missing"), "a.h5"));
    ck_assert_ptr_nonnull(strstr(string_of(view, "command"), "touchstone show a.h5 "));
    cJSON_Delete(data);
}
END_TEST

/* Of two at once without it neither had its plots. */
START_TEST(a_folder_has_one_report_at_a_time) {
    replay_unsafe("a.h5");
    shell("mkdir page && flock page '%s/touchstone' report r.json --out page", TS_BINARY_DIR);
    expect(2, "", "another process is writing a report into page");
    shell("ls page");
    ck_assert_str_eq(command_out, "");
    shell("touchstone report r.json --out page --no-plots");
    expect(0, "page/index.html", "");
}
END_TEST

START_TEST(an_answer_that_does_not_fail_any_more_is_marked) {
    replay_unsafe("a.h5");
    shell(
        "touchstone dataset generate generic --count 100 --out a.h5 --replace && touchstone report r.json --out page");
    expect(0, "", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *fault = cJSON_GetArrayItem(member(cJSON_GetArrayItem(member(data, "queries"), 0), "faults"), 0);
    ck_assert(cJSON_IsTrue(member(fault, "gone")));
    cJSON_Delete(data);
}
END_TEST

START_TEST(a_method_that_is_not_there_is_named) {
    replay_unsafe("a.h5");
    cJSON *root = edited_load(scratch("r.json")), *backend;
    cJSON_ArrayForEach(backend, edited_member(root, "backends")) {
        cJSON *name = edited_member(backend, "name");
        if (strcmp(name->valuestring, "certified") == 0) cJSON_SetValuestring(name, "theirs");
    }
    edited_store(root, scratch("r.json"));
    shell("touchstone report r.json --out page");
    expect(0, "", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *answer = answer_of(cJSON_GetArrayItem(member(data, "queries"), 0), "theirs");
    ck_assert_ptr_nonnull(strstr(string_of(answer, "why"), "--plugin"));
    cJSON_Delete(data);
}
END_TEST

START_TEST(the_runs_options_are_those_of_the_views) {
    write_unsafe("a.h5");
    shell("touchstone dataset convert a.h5 csv && rm csv/*/data.t_max csv/*/data.min_distance && touchstone replay csv "
          "--min-distance 1e-3 "
          "--t-max 0.75 --backend minsep --backend-option minsep.s=0.2 --json r.json --repetitions 0 --allow-unsafe "
          "&& touchstone report r.json --out page");
    expect(0, "failing", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *view = cJSON_GetArrayItem(member(data, "queries"), 0);
    ck_assert_double_eq(number_of(view, "t_max"), 0.75);
    ck_assert_double_eq(number_of(view, "min_distance"), 1e-3);
    check_view(view);
    cJSON_Delete(data);
}
END_TEST

START_TEST(no_text_ends_the_data_early) {
    write_unsafe("a<"
                 "/script>b.h5");
    shell("touchstone replay 'a<' --backend minsep --json r.json --repetitions 0 --allow-unsafe "
          "&& touchstone report r.json --out page");
    expect(0, "failing", "");
    cJSON *data = page_data("page/index.html");
    const cJSON *view = cJSON_GetArrayItem(member(data, "queries"), 0);
    ck_assert_str_eq(string_of(view, "file"), "a</script>b.h5");
    cJSON_Delete(data);
}
END_TEST

START_TEST(several_results_of_any_kind_make_one_page) {
    fixture_write(scratch("fine.h5"), (fixture_file){.family = "generic", .count = 5, .wrong = SIZE_MAX});
    shell("touchstone replay fine.h5 --backend certified --json a.json --repetitions 0 && "
          "touchstone barrier --term barrier --samples 4 --scan 2000 --json b.json && "
          "touchstone simulate '%s/datasets/scenes/kick.json' --steps 1 --threads 1 --json c.json && "
          "touchstone report a.json b.json c.json --out page",
          TS_SOURCE_DIR);
    expect(0, "page/index.html: no failing query", "");
    static const char *const kinds[] = {"replay", "barrier", "simulate"};
    cJSON *data = page_data("page/index.html");
    const cJSON *run;
    int number = 0, of_solvers = 0;
    cJSON_ArrayForEach(run, member(data, "runs")) {
        ck_assert_str_eq(string_of(run, "kind"), kinds[number++]);
        const cJSON *sections = member(run, "sections"), *table, *row;
        const cJSON *last = cJSON_GetArrayItem(sections, cJSON_GetArraySize(sections) - 1);
        ck_assert_int_gt(cJSON_GetArraySize(member(last, "tables")), 0);
        cJSON_ArrayForEach(table, member(last, "tables")) {
            const int columns = cJSON_GetArraySize(member(table, "columns"));
            cJSON_ArrayForEach(row, member(table, "rows")) ck_assert_int_eq(cJSON_GetArraySize(row), columns);
            if (strcmp(string_of(table, "title"), "Options of the solver") != 0) continue;
            ck_assert_int_gt(cJSON_GetArraySize(member(table, "rows")), 10);
            ++of_solvers;
        }
    }
    ck_assert_int_eq(number, 3);
    ck_assert_int_eq(of_solvers, 1);
    cJSON_Delete(data);
}
END_TEST

/* The names of the page's plots, with commas. */
static char *plots_of(const cJSON *data) {
    char *text = calloc(1, 1024);
    const cJSON *plot;
    cJSON_ArrayForEach(plot, member(data, "plots")) {
        strcat(strcat(text, string_of(plot, "name")), cJSON_IsTrue(member(plot, "script")) ? "+," : ",");
    }
    return text;
}

START_TEST(pictures_beside_the_page_are_shown) {
    replay_unsafe("a.h5");
    shell("mkdir -p page/plots && touch page/plots/b.svg page/plots/a.svg page/plots/a.gp page/plots/c.pdf && "
          "touchstone report r.json --out page");
    expect(0, "2 plots", "");
    cJSON *data = page_data("page/index.html");
    char *plots = plots_of(data);
    ck_assert_str_eq(plots, "a+,b,");
    free(plots);
    cJSON_Delete(data);
}
END_TEST

START_TEST(plots_are_drawn_unless_asked_not_to) {
    replay_unsafe("a.h5");
    shell("touchstone report r.json --out page && test -s page/plots/rates.gp");
    expect(0, "page/index.html", "");
    shell("touchstone report r.json --out bare --no-plots && test ! -e bare/plots");
    expect(0, "bare/index.html", "");
    shell("echo mine >page/plots/rates.gp; rm page/index.html; touchstone report r.json --out page && "
          "grep mine page/plots/rates.gp");
    expect(0, "mine", "");
    shell("touchstone report r.json --out page --replace && ! grep mine page/plots/rates.gp");
    expect(0, "page/index.html", "");
    if (system("command -v gnuplot >/dev/null") != 0) {
        printf("skipped: there is no gnuplot\n");
        return;
    }
    cJSON *data = page_data("page/index.html");
    char *plots = plots_of(data);
    ck_assert_msg(strstr(plots, "rates+,") != NULL, "no rates among %s", plots);
    free(plots);
    cJSON_Delete(data);
}
END_TEST

/* A part of the plots would be taken for somebody's by the next run. */
START_TEST(a_report_that_failed_leaves_no_plots) {
    replay_unsafe("a.h5");
    shell("ulimit -f 8 && touchstone report r.json --out page");
    expect(2, "", "");
    shell("! ls -d page && touchstone report r.json --out page && ls page/plots/rates.gp");
    expect(0, "rates.gp", "");
    shell("rm page/index.html && echo mine >page/plots/rates.gp && ulimit -f 8 && touchstone report r.json --out page");
    expect(2, "", "");
    shell("grep mine page/plots/rates.gp && mkdir other && echo mine >other/plots && "
          "touchstone report r.json --out other");
    expect(2, "mine", "other/plots is no folder for plots");
    shell("ls other && touchstone report r.json --out other --no-plots");
    expect(0, "plots\n", "");
}
END_TEST

START_TEST(what_cannot_be_done_is_said) {
    replay_unsafe("a.h5");
    shell("touchstone report r.json");
    expect(2, "", "--out");
    shell("touchstone report --out page");
    expect(2, "", "RESULT.json");
    shell("touchstone report missing.json --out page");
    expect(4, "", "missing.json");
    ck_assert_int_ne(access(scratch("page"), F_OK), 0);
    shell("touchstone report r.json --out page && touchstone report r.json --out page");
    expect(2, "", "page/index.html exists");
    shell("touchstone report r.json --out page --replace");
    expect(0, "", "");
    shell("touchstone report r.json --out a.h5");
    expect(2, "", "a.h5");
    shell("touchstone report r.json --out no/such");
    expect(2, "", "no");
    shell("echo '{\"schema\": 99, \"kind\": \"replay\"}' >new.json; touchstone report new.json --out new");
    expect(4, "", "update Touchstone");
    shell("echo '{\"schema\": 2, \"kind\": \"sketch\"}' >sketch.json; touchstone report sketch.json --out new");
    expect(4, "", "of kind 'sketch'");
    shell("echo '{}' >none.json; touchstone report none.json --out new");
    expect(4, "", "no results of Touchstone");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    TCase *cases = tcase_create("report");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, failing_queries_are_shown_as_show_shows_them);
    tcase_add_test(cases, the_same_results_make_the_same_page);
    tcase_add_test(cases, a_query_file_that_is_gone_is_named);
    tcase_add_test(cases, an_answer_that_does_not_fail_any_more_is_marked);
    tcase_add_test(cases, a_method_that_is_not_there_is_named);
    tcase_add_test(cases, the_runs_options_are_those_of_the_views);
    tcase_add_test(cases, no_text_ends_the_data_early);
    tcase_add_test(cases, several_results_of_any_kind_make_one_page);
    tcase_add_test(cases, pictures_beside_the_page_are_shown);
    tcase_add_test(cases, a_folder_has_one_report_at_a_time);
    tcase_add_test(cases, plots_are_drawn_unless_asked_not_to);
    tcase_add_test(cases, a_report_that_failed_leaves_no_plots);
    tcase_add_test(cases, what_cannot_be_done_is_said);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
