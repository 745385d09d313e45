/* SPDX-License-Identifier: MIT
 * `touchstone replay` as its users meet it: exit codes, messages, outputs of the built binary. */
#include "tests/benches/replay_fixture.h"
#include "tests/cli/command.h"

/* Runs "touchstone replay ARGUMENTS" by the shell in the scratch folder. */
__attribute__((format(printf, 1, 2))) static void replay(const char *format, ...) {
    char arguments[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    shell("touchstone replay %s --repetitions 0", arguments);
}

/* Two points that meet at t = 1/2, labelled as told. */
static void write_meeting_points(const char *name, int label) {
    char text[256];
    snprintf(text, sizeof text, "0,1,0,1,0,1,%d\n1,1,0,1,0,1,%d\n0,1,0,1,0,1,%d\n-1,1,0,1,0,1,%d\n", label, label,
             label, label);
    write_file(scratch("%s", name), text);
}

/* On the near misses and tangencies of this family minsep is unsafe somewhere. */
static void write_unsafe(const char *name) {
    fixture_write(scratch("%s", name), (fixture_file){.family = "grazing", .count = 100, .unlabelled = true});
}

START_TEST(a_safe_run_prints_the_table_and_exits_0) {
    write_meeting_points("set/point-point/a.csv", 1);
    replay("set");
    expect(0, "1 queries (1 point-point), 1 contacts; 1 labels, 0 wrong", "");
    expect(0, "  accd   ", "");
    expect(0, "  cubic  ", "");
    expect(0, "touchstone show set/point-point/a.csv 0", "");
    ck_assert_str_eq(command_err, "");
}
END_TEST

/* Two parts of different data add up to results that no data has. */
START_TEST(parts_of_changed_files_are_refused) {
    shell("touchstone dataset generate cloth --count 40 --seed 1 --out one.h5 && cp one.h5 q.h5 && "
          "touchstone dataset generate cloth --count 40 --seed 9 --out other.h5");
    replay("q.h5 --backend accd --block 8 --part r.json");
    replay("q.h5 --backend accd --block 8 --shard 1/2 --part a.json");
    shell("cp other.h5 q.h5");
    replay("q.h5 --backend accd --block 8 --shard 2/2 --part b.json");
    expect(0, "", "");
    shell("touchstone merge a.json b.json");
    expect(4, "", "q.h5 has changed");
    replay("q.h5 --backend accd --block 8 --part r.json --resume");
    expect(4, "", "q.h5 has changed");
    shell("cp one.h5 q.h5");
    replay("q.h5 --backend accd --block 8 --part r.json --resume");
    expect(0, "40 queries", "");
}
END_TEST

START_TEST(unsafe_answers_exit_1_unless_allowed) {
    write_unsafe("a.h5");
    replay("a.h5 --backend minsep");
    expect(1, "false_negative", "");
    replay("a.h5 --backend minsep --allow-unsafe");
    expect(0, "false_negative", "");
}
END_TEST

/* `polynomial` answers half of the queries, each faster: that does not make it the fastest, and its ratio is marked. */
START_TEST(methods_timed_on_fewer_queries_are_marked) {
    shell("touchstone dataset generate generic --count 12 --seed 1 --out g.h5");
    shell("touchstone replay g.h5 --backend certified,polynomial --repetitions 2 --allow-unsafe --json r.json");
    expect(0, "* timed on the queries that it answers alone", "");
    const char *marked = strstr(strstr(command_out, "fastest"), "  polynomial ");
    ck_assert_ptr_nonnull(marked);
    ck_assert_int_eq(strchr(marked, '\n')[-1], '*');
    cJSON *results = read_json("r.json");
    const cJSON *cells = cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(results, "data_sets"), 0), "cells");
    const cJSON *cell;
    int seen = 0;
    cJSON_ArrayForEach(cell, cells) {
        if (strcmp(string_of(cell, "backend"), "certified") != 0 || strcmp(string_of(cell, "kind"), "all") != 0)
            continue;
        ck_assert(number_of(cell, "ratio_to_fastest") == 1.0);
        ++seen;
    }
    ck_assert_int_eq(seen, 1);
    cJSON_Delete(results);
}
END_TEST

START_TEST(bad_data_exits_4_and_the_rest_is_reported) {
    write_meeting_points("good/point-point/a.csv", 1);
    fixture_write_broken(scratch("bad/point-point/b.csv"));
    replay("bad good --json results.json");
    expect(4, "good\n  1 queries", "bad/point-point/b.csv");
    expect(4, "incomplete: 1 of the inputs", "");
    ck_assert_int_eq(access(scratch("results.json"), R_OK), 0);
    write_unsafe("unsafe.h5");
    replay("bad unsafe.h5");
    expect(4, "false_negative", "b.csv"); /* bad data outranks unsafe answers */
    replay("missing");
    expect(4, "", "missing");
}
END_TEST

START_TEST(a_contradicted_label_is_listed) {
    write_meeting_points("set/point-point/a.csv", 0);
    replay("set");
    expect(0, "set: 1 labels contradict the oracle\n  label free, truth contact: touchstone show", "");
}
END_TEST

#define NOTES_HEAD "touchstone-notes,1\norigin,contact,truth_lo,truth_hi,truth_feature,scene,step,iteration\n"

/* They meet at t = 1/2; whatever is asked, nobody takes a bracket that says nothing, or one of another time. */
START_TEST(brackets_that_are_none_are_refused) {
    write_meeting_points("set/point-point/a.csv", 1);
    write_file(scratch("set/point-point/a.notes"), NOTES_HEAD "0,1,0.2,0.95,3,0,0,0\n");
    replay("set --oracle label --t-max 0.9");
    expect(4, "", "set/point-point/a.notes:3: truth_lo is 0.2 and truth_hi 0.95; expected equal or adjacent doubles");
    write_file(scratch("set/point-point/a.notes"), NOTES_HEAD "0,1,0.5,0.5,3,0,0,0\n");
    replay("set --t-max 0.3 --oracle label");
    expect(0, "0 contacts; ", "");
    write_file(scratch("set/point-point/a.t_max"), "0.3\n");
    replay("set");
    expect(4, "", "set/point-point/a.notes:3: truth_lo is 0.5 and truth_hi 0.5, but t_max is 0.3; expected a time");
    shell("touchstone dataset label set --out l.h5");
    expect(4, "", "but t_max is 0.3");
}
END_TEST

/* Labels, and exact times, of the Time of Impact data set: three of each file are wrong on purpose. */
START_TEST(a_contradicted_time_is_listed) {
    replay("%s/tests/datasets/toi/sample --backend accd", TS_SOURCE_DIR);
    expect(0, "50 queries (28 point-triangle, 22 edge-edge), 34 contacts; 50 labels, 6 wrong", "");
    expect(0, "label contact, truth free: touchstone show ", "");
    expect(0, "labelled toi 0.14285714285714285, truth 0.6375241589917", "");
}
END_TEST

START_TEST(outputs_are_written) {
    write_meeting_points("set/point-point/a.csv", 1);
    replay("set --json r.json --csv r.csv --markdown r.md --per-query q.csv");
    expect(0, "", "");
    size_t length;
    char *answers = read_bytes(scratch("q.csv"), &length);
    ck_assert_ptr_nonnull(strstr(answers, "\nset/point-point/a.csv,0,point-point,accd,hit,"));
    free(answers);
    static const char *const names[] = {"r.json", "r.csv", "r.md"};
    for (int i = 0; i < 3; ++i) ck_assert_int_eq(access(scratch("%s", names[i]), R_OK), 0);
}
END_TEST

START_TEST(outputs_are_tried_before_the_work) {
    write_meeting_points("set/point-point/a.csv", 1);
    replay("set --json nowhere/r.json");
    expect(2, "", "nowhere/r.json");
    ck_assert_str_eq(command_out, "");
    replay("set --csv set");
    expect(2, "", "set");
    replay("set --csv r --json r");
    expect(2, "", "named as two outputs");
    replay("set --per-query set/point-point/a.csv");
    expect(2, "", "among the data");
    size_t length;
    char *data = read_bytes(scratch("set/point-point/a.csv"), &length);
    ck_assert_int_eq(strncmp(data, "0,1,0,1", 7), 0); /* the data still stands */
    free(data);
}
END_TEST

START_TEST(wrong_arguments_exit_2_and_name_what_is_wrong) {
    write_meeting_points("set/point-point/a.csv", 1);
    static const struct {
        const char *arguments, *message;
    } wrong[] = {
        {"", "PATH"},
        {"set --backend acdc", "accd"},
        {"set --backend accd,accd", "twice"},
        {"set --backend-option accd.s", "expected NAME.key=value"},
        {"set --backend-option accd.s=much", "expected a number, true or false"},
        {"set --backend-option acd.s=0.5", "the nearest is 'accd'"},
        {"set --backend-option accd.t=0.5", "'s'"},
        {"set --backend-option accd.s=7", "s"},
        {"set --min-distance -1", "--min-distance"},
        {"set --t-max 0", "--t-max"},
        {"set --t-max 1.5", "--t-max"},
        {"set --oracle guess", "exact"},
        {"set --sampel 5", "--sample"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        replay("%s", wrong[i].arguments);
        expect(2, "", wrong[i].message);
        ck_assert_str_eq(command_out, "");
    }
}
END_TEST

START_TEST(backend_options_reach_the_backend) {
    write_meeting_points("set/point-point/a.csv", 1);
    replay("set --backend accd --backend-option accd.s=0.5 --json r.json");
    expect(0, "--backend-option accd.s=0.5", "");
    size_t length;
    char *json = read_bytes(scratch("r.json"), &length);
    const char *options = strstr(json, "\"options\":\t{\"s\"");
    ck_assert_ptr_nonnull(options);
    ck_assert_ptr_nonnull(strstr(options, "0.5"));
    free(json);
}
END_TEST

/* A plug-in that is always safe, with certificates that prove nothing. */
#define UNPROVEN "--plugin '" TS_BINARY_DIR "/plugins/unproven.so'"

START_TEST(certificates_are_checked_when_asked_for) {
    write_meeting_points("set/point-point/a.csv", 1);
    replay("set --backend certified,exact --check-certificates");
    expect(0, "checked  FAILED", "");
    replay("set --backend unproven " UNPROVEN);
    expect(0, "unproven", "");
    replay("set --backend unproven --check-certificates " UNPROVEN);
    expect(1, "certificate  claims [0, 0] without a proof", "");
    replay("set --backend unproven --check-certificates --allow-unsafe " UNPROVEN);
    expect(0, "claims [0, 0] without a proof", "");
}
END_TEST

/* A label is of the query as it stands: 1/3 is no float. The command that shows an answer asks the rounded query, too.
 */
START_TEST(queries_are_rounded_to_floats_for_all) {
    fixture_write(scratch("far.h5"), (fixture_file){.family = "far", .count = 100});
    replay("far.h5 --backend accd,accd-float --precision float --allow-unsafe --json r.json");
    expect(0, "numbers rounded to single precision", "");
    expect(0, "no labels", "");
    expect(0, " --precision float --backend accd-float", "");
    shell("touchstone report r.json --out page && touchstone show far.h5 0 --precision float --backend accd-float "
          "--json");
    expect(0, "accd-float", "");
    shell("touchstone show far.h5 0 --precision float --backend accd-float | grep -A 9 exact | "
          "grep -oE '[-+]0x1[.][0-9a-f]{7,}p'");
    expect(1, "", ""); /* 23 bits are six digits of sixteen */
    shell("touchstone show far.h5 0 --backend accd-float | grep -A 9 exact | grep -oE '[-+]0x1[.][0-9a-f]{7,}p'");
    expect(0, "0x1.", "");
    replay("far.h5 --precision half");
    expect(2, "", "--precision");
}
END_TEST

/* Not 5, an error of ours. */
START_TEST(what_floats_cannot_hold_is_a_bad_option) {
    static const char *const commands[] = {"replay set", "show set/point-point/a.csv 0"};
    write_meeting_points("set/point-point/a.csv", 1);
    for (int i = 0; i < 2; ++i) {
        shell("touchstone %s --backend exact --precision float --t-max 1e-60", commands[i]);
        expect(2, "", "--t-max 1e-60 is 0 in single precision");
        shell("touchstone %s --backend exact --precision float --min-distance 1e300", commands[i]);
        expect(2, "", "--min-distance 1e+300 is more than single precision holds");
        shell("touchstone %s --backend exact --t-max 1e-60 --min-distance 1e300", commands[i]);
        expect(0, "exact", "");
    }
}
END_TEST

START_TEST(help_explains_every_option) {
    static const char *const options[] = {"--backend ",
                                          "--backend-option",
                                          "--min-distance",
                                          "--t-max",
                                          "--jobs",
                                          "--oracle",
                                          "--per-query",
                                          "--json",
                                          "--csv",
                                          "--markdown",
                                          "--limit",
                                          "--sample",
                                          "--seed",
                                          "--repetitions",
                                          "--round",
                                          "--allow-unsafe",
                                          "--check-certificates",
                                          "Exit code"};
    replay("--help");
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) expect(0, options[i], "");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("replay");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, a_safe_run_prints_the_table_and_exits_0);
    tcase_add_test(cases, parts_of_changed_files_are_refused);
    tcase_add_test(cases, unsafe_answers_exit_1_unless_allowed);
    tcase_add_test(cases, methods_timed_on_fewer_queries_are_marked);
    tcase_add_test(cases, bad_data_exits_4_and_the_rest_is_reported);
    tcase_add_test(cases, a_contradicted_label_is_listed);
    tcase_add_test(cases, brackets_that_are_none_are_refused);
    tcase_add_test(cases, a_contradicted_time_is_listed);
    tcase_add_test(cases, outputs_are_written);
    tcase_add_test(cases, outputs_are_tried_before_the_work);
    tcase_add_test(cases, wrong_arguments_exit_2_and_name_what_is_wrong);
    tcase_add_test(cases, backend_options_reach_the_backend);
    tcase_add_test(cases, certificates_are_checked_when_asked_for);
    tcase_add_test(cases, queries_are_rounded_to_floats_for_all);
    tcase_add_test(cases, what_floats_cannot_hold_is_a_bad_option);
    tcase_add_test(cases, help_explains_every_option);
    Suite *suite = suite_create("replay");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
