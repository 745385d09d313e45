/* SPDX-License-Identifier: MIT
 * `touchstone compare` on results that say less than they should, or something else than they were: each is an error or
 * a failure with its exit code and a message that says what, where and what to do; none is "nothing is worse". */
#include <string.h>

#include "tests/cli/command.h"
#include "tests/results/edited.h"

/* baseline.json and now.json: of the same queries, with the same times. */
static void setup(void) {
    command_setup();
    shell("touchstone dataset generate touching --count 60 --seed 3 --out a.h5 && touchstone replay a.h5 --backend "
          "polynomial,certified --allow-unsafe --json r.json && touchstone baseline r.json baseline.json && cp r.json "
          "now.json");
    expect(0, "", "");
}

static void check(int code, const char *out, const char *words) {
    shell("touchstone compare baseline.json now.json");
    expect(code, out, words);
    if (code != 0) ck_assert_msg(!strstr(command_out, "nothing is worse"), "%s", command_out);
}

static cJSON *now(void) {
    return edited_load(scratch("now.json"));
}

static cJSON *set_of(cJSON *root) {
    return cJSON_GetArrayItem(edited_member(root, "data_sets"), 0);
}

static cJSON *cell_of(cJSON *root) {
    return cJSON_GetArrayItem(edited_member(set_of(root), "cells"), 0);
}

/* Stores it with a checksum that fits, compares, and puts back what was there. */
static void check_edited(cJSON *root, int code, const char *words) {
    edited_store(root, scratch("now.json"));
    check(code, "", words);
    shell("cp r.json now.json");
}

START_TEST(the_same_is_not_worse) {
    check(0, "nothing is worse", "");
    ck_assert_str_eq(command_err, "");
}
END_TEST

/* ---- Times ---- */

START_TEST(a_run_without_times_is_refused) {
    shell("touchstone replay a.h5 --backend polynomial,certified --allow-unsafe --repetitions 0 --json now.json");
    check(2, "", "now.json has no times to compare with those of baseline.json; run it with --repetitions 5");
    shell("touchstone compare baseline.json now.json --answers-only");
    expect(0, "0 of them by time: nothing is worse", "");
    shell("touchstone compare baseline.json now.json --answers-only --relative-to certified");
    expect(2, "", "leave one out");
    shell("touchstone compare now.json r.json");
    expect(0, "times not compared: now.json has none", "");
}
END_TEST

/* What was interrupted before anything was timed was not asked wrongly: more repetitions would not help. */
START_TEST(a_run_that_was_not_complete_is_worse_without_times) {
    shell(
        "touchstone replay a.h5 none.h5 --backend polynomial,certified --repetitions 0 --fail-on none --json now.json");
    expect(4, "", "none.h5");
    check(1, "now.json is of a run that was not complete", "");
}
END_TEST

static void set_times(cJSON *root, int count, double factor) {
    cJSON *cell, *repetitions = edited_member(edited_member(root, "options"), "repetitions");
    cJSON_SetNumberValue(repetitions, count);
    cJSON_ArrayForEach(cell, edited_member(set_of(root), "cells")) {
        cJSON *times = edited_member(cell, "repetition_mean_ns"), *time;
        while (cJSON_GetArraySize(times) > count) cJSON_DeleteItemFromArray(times, count);
        cJSON_ArrayForEach(time, times) cJSON_SetNumberValue(time, time->valuedouble * factor);
    }
}

START_TEST(too_few_repetitions_are_refused) {
    cJSON *root = now();
    set_times(root, 3, 10.0);
    check_edited(root, 2, "times of 3 repetitions against 5 of the baseline: the rank test can say p = 0.018 at best");
    root = now();
    set_times(root, 5, 10.0);
    check_edited(root, 3, "");
}
END_TEST

START_TEST(times_of_nothing_are_refused) {
    cJSON *root = now();
    set_times(root, 5, 0.0);
    check_edited(root, 4, "data_sets[0].cells[0].repetition_mean_ns[0]: 0 is not above 0");
    root = now();
    set_times(root, 5, -1.0);
    check_edited(root, 4, "is not above 0");
    root = now();
    set_times(root, 4, 1.0);
    cJSON_SetNumberValue(edited_member(edited_member(root, "options"), "repetitions"), 5.0);
    check_edited(root, 4, "the length of repetition_mean_ns is 4, but options.repetitions is 5");
}
END_TEST

/* Timed before, and now of one backend no more. */
START_TEST(times_that_are_gone_are_coverage_lost) {
    cJSON *root = now(), *times = edited_member(cell_of(root), "repetition_mean_ns");
    for (int r = 0; r < 5; ++r) cJSON_ReplaceItemInArray(times, r, cJSON_CreateNull());
    edited_store(root, scratch("now.json"));
    check(1, "coverage lost: timed before, but not now", "");
}
END_TEST

START_TEST(times_relative_to_nobody_are_refused) {
    shell("touchstone compare baseline.json now.json --relative-to accd");
    expect(2, "", "--relative-to accd: baseline.json has no times of a backend of that name");
    shell("touchstone compare baseline.json now.json --relative-to certified");
    expect(0, "nothing is worse", "");
}
END_TEST

/* ---- Answers ---- */

START_TEST(numbers_that_are_none_are_refused) {
    cJSON *root = now();
    cJSON_ReplaceItemInObject(cell_of(root), "unsafe", cJSON_CreateNull());
    check_edited(root, 4, "now.json: data_sets[0].cells[0].unsafe: a whole number is expected here, not null");
    root = now();
    cJSON_ReplaceItemInObject(cell_of(root), "unsafe", cJSON_CreateNumber(-3.0));
    check_edited(root, 4, "data_sets[0].cells[0].unsafe: -3 is less than 0");
    root = now();
    cJSON_ReplaceItemInObject(edited_member(cell_of(root), "verdicts"), "late", cJSON_CreateString("0"));
    check_edited(root, 4, "data_sets[0].cells[0].verdicts.late: a whole number is expected here, not '0'");
    root = now();
    cJSON_SetNumberValue(edited_member(cell_of(root), "unsafe"), 0.0);
    check_edited(root, 4, "data_sets[0].cells[0]: counts do not add up: unsafe is 0, but missed and late answers");
}
END_TEST

START_TEST(members_that_are_missing_are_refused) {
    cJSON *root = now();
    cJSON_DeleteItemFromObject(cell_of(root), "faults");
    check_edited(root, 4, "now.json: data_sets[0].cells[0].faults: is missing");
    root = now();
    cJSON_DeleteItemFromObject(set_of(root), "answers");
    check_edited(root, 4, "data_sets[0].answers: is missing");
    root = now();
    cJSON_DeleteItemFromObject(root, "interrupted");
    check_edited(root, 4, "interrupted: is missing");
    root = now();
    cJSON_AddNullToObject(cell_of(root), "unsave");
    check_edited(root, 4, "data_sets[0].cells[0]: there is no 'unsave' here; did you mean 'unsafe'?");
}
END_TEST

START_TEST(results_of_nothing_are_refused) {
    cJSON *root = now();
    cJSON_ReplaceItemInObject(root, "data_sets", cJSON_CreateArray());
    check_edited(root, 4, "data_sets: 0 items are too few here");
    root = now();
    cJSON_ReplaceItemInObject(set_of(root), "cells", cJSON_CreateArray());
    edited_store(root, scratch("now.json"));
    check(4, "", "now.json: nothing was measured in it");
    shell("touchstone baseline now.json none.json");
    expect(4, "", "nothing was measured in it");
}
END_TEST

/* cJSON alone would round a few quantiles of such a run to 15 digits. */
START_TEST(a_baseline_is_exact) {
    shell("touchstone dataset generate grazing --count 60 --seed 9 --out g.h5 && touchstone replay g.h5 "
          "--repetitions 0 --backend accd,certified,tight-inclusion,polynomial --allow-unsafe --json g.json && "
          "touchstone baseline g.json gb.json");
    expect(0, "", "");
    shell("touchstone compare gb.json g.json --tolerance 0 --answers-only");
    expect(0, "nothing is worse\n", "");
}
END_TEST

START_TEST(what_stands_twice_is_refused) {
    cJSON *root = now();
    cJSON_AddItemToArray(edited_member(root, "data_sets"), cJSON_Duplicate(set_of(root), true));
    check_edited(root, 4, "'a.h5, all kinds' by polynomial stands there twice; run again with each of them once");
    root = now();
    cJSON *backends = edited_member(root, "backends");
    cJSON_AddItemToArray(backends, cJSON_Duplicate(cJSON_GetArrayItem(backends, 0), true));
    check_edited(root, 4, "backends, each of another name");
    root = now();
    cJSON_AddItemToObject(cell_of(root), "unsafe", cJSON_CreateNumber(0.0));
    check_edited(root, 4, "data_sets[0].cells[0]: 'unsafe' stands here twice");
    shell("cat r.json r.json >now.json");
    check(4, "", "not JSON, or not complete: expected the end of the file, not '{'");
    shell("cp r.json now.json; echo and more >>now.json");
    check(4, "", "expected the end of the file, not 'and more'");
    shell("head -c 3000 r.json >now.json");
    check(4, "", "not JSON, or not complete");
    /* Reports of a comparison before do not stay for one that is refused. */
    shell(
        "echo green | tee junit.xml >report.md; touchstone compare baseline.json now.json --junit junit.xml --markdown "
        "report.md; code=$?; test ! -e junit.xml && test ! -e report.md && exit $code");
    expect(4, "", "not complete");
}
END_TEST

START_TEST(damage_is_refused) {
    cJSON *root = now(), *answers = cJSON_GetArrayItem(edited_member(set_of(root), "answers"), 1);
    edited_member(answers, "digests")->valuestring[4] = '*';
    check_edited(root, 4, "data_sets[0].answers[1].digests: no base 64");
    shell("sed -i 's/\"seed\":\t1/\"seed\":\t3/' now.json");
    check(4, "", "now.json: its content does not fit its checksum");
    shell("grep -v checksum r.json >now.json");
    check(4, "", "not JSON"); /* the comma before it */
    edited_write(edited_load(scratch("r.json")), false, scratch("now.json"));
    check(4, "", "now.json: it has no checksum");
    /* Every command that reads results looks. */
    static const char *const commands[] = {"compare r.json now.json", "baseline now.json b.json",
                                           "report now.json --out page", "plot now.json --out plots"};
    for (size_t c = 0; c < sizeof commands / sizeof *commands; ++c) {
        shell("touchstone %s", commands[c]);
        expect(4, "", "now.json: it has no checksum");
    }
}
END_TEST

START_TEST(white_space_and_older_versions_are_let_pass) {
    shell("tr '\\t' ' ' <r.json | sed 's/$/\\r/' >now.json");
    check(0, "nothing is worse", "");
    ck_assert_str_eq(command_err, "");
    cJSON *root = now();
    cJSON_SetNumberValue(edited_member(root, "schema"), 2.0);
    edited_store(root, scratch("now.json"));
    check(0, "nothing is worse", "note: now.json has no checksum, as older versions wrote it");
}
END_TEST

/* ---- Simulations ---- */

/* FILE: of two steps of ndb-drape. */
static void simulate(const char *file, const char *options) {
    shell("touchstone simulate ndb-drape --size tiny --steps 2 --threads 1 --json %s %s", file, options);
    expect(0, "", "");
}

START_TEST(simulations_by_other_solvers_are_refused) {
    simulate("a.json", "--solver ndb");
    simulate("b.json", "--solver cipc");
    cJSON *root = edited_load(scratch("a.json")), *solver = edited_member(root, "solver");
    ck_assert_str_eq(string_of(solver, "name"), "ndb");
    ck_assert_double_eq(number_of(edited_member(solver, "options"), "tolerance"), 1e-3);
    ck_assert(cJSON_IsTrue(edited_member(edited_member(solver, "options"), "residual_forwarding")));
    cJSON_Delete(root);
    shell("touchstone compare a.json b.json");
    expect(2, "", "were asked other things: {\"steps\":2,\"solver\":\"ndb\"} and {\"steps\":2}");
}
END_TEST

START_TEST(simulations_by_other_options_are_told) {
    simulate("a.json", "--solver cipc --ccd accd");
    simulate("b.json", "--solver cipc --ccd accd --backend-option accd.s=0.2 --solver-option tolerance=0.5");
    shell("touchstone compare a.json b.json");
    ck_assert_msg(strstr(command_out, "other options: s 0.2, before 0.1\n") != NULL, "%s", command_out);
    ck_assert_msg(strstr(command_out, "other options of the solver: tolerance 0.5, before 0\n") != NULL, "%s",
                  command_out);
}
END_TEST

START_TEST(older_simulations_do_not_say_the_solver) {
    simulate("a.json", "--solver cipc");
    cJSON *root = edited_load(scratch("a.json"));
    cJSON_DeleteItemFromObjectCaseSensitive(root, "solver");
    edited_store(root, scratch("b.json"));
    shell("touchstone compare b.json a.json");
    expect(0, "nothing is worse", "");
    ck_assert_msg(strstr(command_out, "other options") == NULL, "%s", command_out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare command");
    TCase *tests = tcase_create("compare command");
    tcase_add_checked_fixture(tests, setup, command_teardown);
    tcase_add_test(tests, the_same_is_not_worse);
    tcase_add_test(tests, a_run_without_times_is_refused);
    tcase_add_test(tests, a_run_that_was_not_complete_is_worse_without_times);
    tcase_add_test(tests, too_few_repetitions_are_refused);
    tcase_add_test(tests, times_of_nothing_are_refused);
    tcase_add_test(tests, times_that_are_gone_are_coverage_lost);
    tcase_add_test(tests, times_relative_to_nobody_are_refused);
    tcase_add_test(tests, numbers_that_are_none_are_refused);
    tcase_add_test(tests, members_that_are_missing_are_refused);
    tcase_add_test(tests, results_of_nothing_are_refused);
    tcase_add_test(tests, a_baseline_is_exact);
    tcase_add_test(tests, what_stands_twice_is_refused);
    tcase_add_test(tests, damage_is_refused);
    tcase_add_test(tests, white_space_and_older_versions_are_let_pass);
    tcase_add_test(tests, simulations_by_other_solvers_are_refused);
    tcase_add_test(tests, simulations_by_other_options_are_told);
    tcase_add_test(tests, older_simulations_do_not_say_the_solver);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
