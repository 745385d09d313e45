/* SPDX-License-Identifier: MIT
 * What fails a run, and why answers fail, from programs that answer badly to every output of the command. */
#include "tests/cli/command.h"
#include "tests/results/edited.h"

enum { OF_EACH_KIND = 3 };

/* says A B C D: answers every point-triangle, edge-edge, point-edge and point-point query with that line.
 * changes: never says the same twice. */
static void setup(void) {
    command_setup();
    write_file(scratch("says"), "while read -r kind rest; do case $kind in block) ;; point-triangle) echo \"$1\" ;; "
                                "edge-edge) echo \"$2\" ;; point-edge) echo \"$3\" ;; *) echo \"$4\" ;; esac; done\n");
    write_file(scratch("changes"), "n=100; while read -r kind rest; do test $kind = block && continue; "
                                   "n=$((n + 1)); echo hit 0.0001$n; done\n");
    shell("touchstone dataset generate generic --count 12 --seed 3 --out q.h5");
    expect(0, "", "");
}

#define FINE "hit 0.0001"
#define SAYS_ALL(line) "sh says '" line "' '" line "' '" line "' '" line "'"

/* The program as the method `mine`. */
static void replay(const char *program, const char *more) {
    shell("touchstone replay q.h5 --backend mine --repetitions 0 --plugin-exec \"mine: %s\" %s", program, more);
}

/* ---- --fail-on ---- */

/* One program for each word, which fails by it alone. */
static const struct {
    const char *word, *program;
    bool standard;
} FAILING[] = {
    {"unsafe", SAYS_ALL("free"), true},
    {"inconsistent", "sh changes", true},
    {"unanswered", SAYS_ALL("unsupported"), true},
    {"error", "sh says failed '" FINE "' '" FINE "' '" FINE "'", false},
    {"stall", SAYS_ALL("hit 0"), false},
    {"limit", "sh says 'limit 0.1' '" FINE "' '" FINE "' '" FINE "'", false},
};
enum { WORDS = sizeof FAILING / sizeof *FAILING };

START_TEST(each_word_fails_what_it_names_and_nothing_else) {
    for (int p = 0; p < WORDS; ++p) {
        char more[64], told[64];
        snprintf(told, sizeof told, "fails by '%s' (see --fail-on): mine", FAILING[p].word);
        for (int w = 0; w < WORDS; ++w) {
            snprintf(more, sizeof more, "--fail-on %s", FAILING[w].word);
            replay(FAILING[p].program, more);
            expect(p == w, "mine", p == w ? told : "");
        }
        replay(FAILING[p].program, "");
        expect(FAILING[p].standard, "mine", FAILING[p].standard ? told : "");
        replay(FAILING[p].program, p % 2 ? "--fail-on none" : "--fail-on unsafe,limit,stall --fail-on none");
        expect(0, "mine", "");
        replay(FAILING[p].program, "--fail-on limit,stall,error --fail-on unanswered,inconsistent,unsafe");
        expect(1, "mine", told);
        replay(FAILING[p].program, "--allow-unsafe --fail-on unsafe,inconsistent,unanswered");
        expect(p == 2, "mine", "");
    }
    replay(SAYS_ALL(FINE), "--fail-on unsafe,inconsistent,unanswered,error,stall,limit");
    expect(0, "mine", "");
}
END_TEST

START_TEST(an_unknown_word_is_a_usage_error_with_the_list_of_words) {
    static const char *const wrong[] = {"crash", "unsafe,eror", "unsafe,", ",unsafe", "UNSAFE", "unsafe error"};
    for (size_t w = 0; w < sizeof wrong / sizeof *wrong; ++w) {
        shell("touchstone replay q.h5 --fail-on '%s'", wrong[w]);
        expect(2, "", "expected some of unsafe, inconsistent, unanswered, error, stall, limit, or none");
    }
    shell("touchstone replay q.h5 --fail-on 'eror'");
    expect(2, "", "the nearest is error");
    shell("touchstone replay q.h5 --fail-on");
    expect(2, "", "--fail-on needs a value");
    shell("touchstone merge q.h5 --fail-on all");
    expect(2, "", "expected some of unsafe");
    shell("touchstone replay --complete --fail-on unsafe,un");
    expect(0, "unsafe,unanswered\n", "");
    shell("touchstone replay --help");
    expect(0, "(default:\n                              unsafe,inconsistent,unanswered)", "");
}
END_TEST

START_TEST(a_method_that_answers_nothing_fails_the_run) {
    static const char *const programs[] = {"nosuchcmd", "exit 0", SAYS_ALL("failed"), SAYS_ALL("limit 0"), "cat"};
    for (size_t p = 0; p < sizeof programs / sizeof *programs; ++p) {
        replay(programs[p], "--json r.json");
        expect(1, "mine", "fails by 'unanswered' (see --fail-on): mine in q.h5");
        replay(programs[p], "--fail-on unsafe,inconsistent");
        expect(0, "mine", "");
    }
    /* Not judged, and yet answered; not asked for what it can. */
    replay(SAYS_ALL("free"), "--oracle none");
    expect(0, "mine", "");
    shell("touchstone dataset generate generic --kind point-point --count 4 --seed 3 --out pp.h5; "
          "touchstone replay pp.h5 --backend tight-inclusion --repetitions 0");
    expect(0, "tight-inclusion", "");
}
END_TEST

START_TEST(parts_put_together_fail_as_one_run) {
    shell("for i in 1 2; do touchstone replay q.h5 --backend mine --repetitions 0 --plugin-exec 'mine: exit 3' "
          "--shard $i/2 --part p$i.json --fail-on none || exit 9; done");
    expect(0, "mine", "");
    shell("touchstone merge p1.json p2.json --plugin-exec 'mine: exit 3' --json m.json");
    expect(1, "exited", "fails by 'unanswered'");
    shell("touchstone merge p1.json p2.json --plugin-exec 'mine: exit 3' --fail-on error");
    expect(1, "exited", "fails by 'error' (see --fail-on): mine 12");
    shell("touchstone merge p1.json p2.json --plugin-exec 'mine: exit 3' --fail-on unsafe,stall,limit,inconsistent");
    expect(0, "exited", "");
    replay("exit 3", "--json r.json --fail-on none");
    cJSON *merged = read_json("m.json"), *whole = read_json("r.json");
    static const char *const times[] = {"context", "options", "oracle_seconds", "timing_seconds", "checksum"};
    for (size_t t = 0; t < sizeof times / sizeof *times; ++t) {
        cJSON_DeleteItemFromObject(merged, times[t]);
        cJSON_DeleteItemFromObject(whole, times[t]);
    }
    ck_assert(cJSON_Compare(merged, whole, true));
    cJSON_Delete(merged);
    cJSON_Delete(whole);
}
END_TEST

/* ---- Reasons ---- */

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* The method's cell of all kinds in r.json; the caller deletes the whole. */
static const cJSON *cell_of(cJSON **whole) {
    *whole = read_json("r.json");
    const cJSON *cell = cJSON_GetArrayItem(member(cJSON_GetArrayItem(member(*whole, "data_sets"), 0), "cells"), 0);
    ck_assert_str_eq(string_of(cell, "kind"), "all");
    return cell;
}

START_TEST(a_program_fails_by_the_reason_that_it_fails_by) {
    static const struct {
        const char *program, *reason, *worst;
    } programs[] = {
        {SAYS_ALL("failed"), "own", "says that it cannot answer"},
        {SAYS_ALL("hit nan"), "nan", "says a toi that is no number"},
        {SAYS_ALL("limit NaN 3"), "nan", "says a toi that is no number"},
        {SAYS_ALL("hit 1.5"), "outside", "says a toi outside [0, t_max]"},
        {SAYS_ALL("hit -inf"), "outside", "says a toi outside [0, t_max]"},
        {SAYS_ALL("maybe"), "output", "writes what is no answer"},
        {SAYS_ALL("hit"), "output", "writes what is no answer"},
        {SAYS_ALL("free 3 4"), "output", "writes what is no answer"},
        {"read -r line; printf 'free\\nfree\\nfree\\n'; sleep 9", "output", "writes what is no answer"},
        {"exec <&- >&-; sleep 9", "output", "writes what is no answer"},
        {"yes no | tr -d '\\n'", "output", "writes what is no answer"},
        {"read -r line; exit 3", "exited", "ends its process"},
        {"read -r line; kill -SEGV 0", "crashed", "crashes"},
        {"sh -c 'kill -ABRT 0'; exit 134", "crashed", "crashes"},
        {"sleep 9", "timed_out", "takes too long"},
        {"nosuchcmd", "given_up", "is given up: it failed too often, or cannot be started"},
        {"/dev/null", "given_up", "is given up: it failed too often, or cannot be started"},
    };
    for (size_t p = 0; p < sizeof programs / sizeof *programs; ++p) {
        cJSON *whole;
        shell("touchstone replay q.h5 --backend mine --limit 2 --repetitions 0 --plugin-exec \"mine: %s\" "
              "--backend-option mine.timeout=0.5 --json r.json",
              programs[p].program);
        expect(1, programs[p].worst, "fails by 'unanswered'");
        const cJSON *errors = member(cell_of(&whole), "errors");
        ck_assert_msg(cJSON_GetArraySize(errors) == 1, "%s: other reasons as well", programs[p].program);
        ck_assert_msg(cJSON_IsNumber(member(errors, programs[p].reason)), "%s is not '%s' but '%s'",
                      programs[p].program, programs[p].reason, errors->child->string);
        cJSON_Delete(whole);
    }
}
END_TEST

/* The codes by which a shell says that there is no such command are a program's own once it has answered. */
START_TEST(a_program_that_answered_is_not_given_up) {
    cJSON *whole;
    write_file(scratch("quits"), "while read -r kind rest; do case $kind in block) ;; edge-edge) exit 127 ;; "
                                 "*) echo " FINE " ;; esac; done\n");
    replay("sh quits", "--json r.json");
    expect(0, "exited", "mine ended its process on query ");
    ck_assert_double_eq(number_of(member(cell_of(&whole), "errors"), "exited"), OF_EACH_KIND);
    cJSON_Delete(whole);
}
END_TEST

/* Three errors of three reasons each, and three that give up. */
#define MIXED "sh says failed 'hit nan' 'hit 2' 'limit 0.1 7'"

static void expect_in(const char *name, const char *text) {
    size_t length;
    char *whole = read_bytes(scratch("%s", name), &length);
    ck_assert_msg(strstr(whole, text) != NULL, "'%s' is not in %s:\n%s", text, name, whole);
    free(whole);
}

START_TEST(results_keep_reasons_apart) {
    static const char *const reasons[] = {"own", "nan", "outside"};
    cJSON *whole;
    replay(MIXED, "--json r.json");
    expect(1, "", "");
    const cJSON *cell = cell_of(&whole), *faults = member(cell, "faults"), *worst = member(cell, "worst");
    ck_assert_double_eq(number_of(cell, "asked"), 4 * OF_EACH_KIND);
    ck_assert_double_eq(number_of(member(cell, "verdicts"), "error"), 3 * OF_EACH_KIND);
    ck_assert_double_eq(number_of(member(cell, "verdicts"), "limit"), OF_EACH_KIND);
    ck_assert_int_eq(cJSON_GetArraySize(member(cell, "errors")), 3);
    ck_assert_double_eq(number_of(member(faults, "error"), "count"), 3 * OF_EACH_KIND);
    ck_assert_double_eq(number_of(member(faults, "limit"), "count"), OF_EACH_KIND);
    for (int r = 0; r < 3; ++r) {
        char name[32];
        int places = 0;
        const cJSON *place;
        ck_assert_double_eq(number_of(member(cell, "errors"), reasons[r]), OF_EACH_KIND);
        cJSON_ArrayForEach(place, member(member(faults, "error"), "first")) {
            places += strcmp(cJSON_GetArrayItem(place, 2)->valuestring, reasons[r]) == 0;
        }
        ck_assert_int_eq(places, OF_EACH_KIND);
        snprintf(name, sizeof name, "error_%s", reasons[r]);
        ck_assert_ptr_nonnull(strstr(string_of(member(worst, name), "command"), "touchstone show q.h5 "));
    }
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetArrayItem(member(member(faults, "limit"), "first"), 0)), 2);
    ck_assert_double_eq(number_of(member(worst, "limit"), "value"), 7.0);
    cJSON_Delete(whole);
}
END_TEST

START_TEST(tables_keep_reasons_apart) {
    replay(MIXED, "--csv t.csv --markdown t.md --latex t.tex --per-query a.csv");
    expect(1, "                 own  toi      toi\n  backend  error  error  NaN  outside\n", "");
    expect(1, "  mine         9      3    3        3\n", "");
    expect(1, "error_own      says that it cannot answer ", "");
    expect(1, "error_nan      says a toi that is no number ", "");
    expect(1, "error_outside  says a toi outside [0, t_max] ", "");
    expect(1, "limit          gives up after 7 iterations ", "");
    expect_in("t.csv", ",error_own,error_nan,error_outside,error_status,error_crashed,error_exited,error_timed_out,"
                       "error_output,error_given_up,error_meddled,");
    expect_in("t.csv", ",12,3,3,3,0,0,0,0,0,0,0,"); /* asked first */
    expect_in("t.md", "## Errors by reason\n");
    expect_in("t.md", "| error | error own | error nan | error outside |\n");
    expect_in("t.md", "| 9 | 3 | 3 | 3 |\n");
    expect_in("t.tex", "{own\\\\error} & \\shortstack[r]{toi\\\\NaN} & \\shortstack[r]{toi\\\\outside} ");
    expect_in("a.csv", ",failed,,");
    expect_in("a.csv", ",error,0,own,,\n");
    expect_in("a.csv", ",error,0,nan,,\n");
    expect_in("a.csv", ",error,0,outside,,\n");
    expect_in("a.csv", ",limit,7,,,\n");
    replay(SAYS_ALL(FINE), "--markdown t.md --latex t.tex");
    ck_assert_ptr_null(strstr(command_out, "outside"));
    shell("! grep -qi -e 'reason' -e 'outside' t.md t.tex");
    expect(0, "", "");
}
END_TEST

START_TEST(show_and_the_page_tell_reasons) {
    shell("touchstone show q.h5 0 --backend mine --plugin-exec \"mine: " MIXED "\" && "
          "touchstone show q.h5 1 --backend mine --json --plugin-exec \"mine: " MIXED "\"");
    expect(0, "  own\n", "");
    expect(0, "\"reason\":\t\"nan\"", "");
    replay(MIXED, "--json r.json");
    shell("touchstone report r.json --out page --no-plots --plugin-exec \"mine: " MIXED "\"");
    expect(0, "12 failing queries", "");
    expect_in("page/index.html", "{\"backend\":\"mine\",\"what\":\"error\",\"why\":\"own\"}");
    expect_in("page/index.html", "{\"backend\":\"mine\",\"what\":\"error\",\"why\":\"outside\"}");
    expect_in("page/index.html", "{\"backend\":\"mine\",\"what\":\"limit\"}");
    expect_in("page/index.html", "\"verdict\":\"error\",\"reason\":\"nan\"");
    expect_in("page/index.html", "\"label\":\"no number\"");
    expect_in("page/index.html", "\"fault\":\"error: nan\"");
    /* The reasons are what the results say: the method may have another one now. */
    shell("touchstone report r.json --out page --no-plots --replace --plugin-exec \"mine: " SAYS_ALL(FINE) "\"");
    expect_in("page/index.html", "{\"backend\":\"mine\",\"what\":\"error\",\"why\":\"own\",\"gone\":true}");
}
END_TEST

START_TEST(the_hunt_tells_reasons) {
    static const char *const goals[] = {"late", "stall", "slow", "time"};
    for (size_t g = 0; g < sizeof goals / sizeof *goals; ++g) {
        shell("touchstone dataset generate generic --against mine --goal %s --tries 60 --out a.h5 --replace "
              "--plugin-exec \"mine: sh says failed 'hit nan' 'hit 2' 'hit 2'\"",
              goals[g]);
        expect(0, "60 tries without an answer: ", "");
        expect(0, " own, ", "");
        expect(0, " nan, ", "");
        expect(0, " outside\n", "");
    }
    shell("touchstone dataset minimise q.h5 1 --against mine --tries 20 --plugin-exec \"mine: " MIXED "\"");
    expect(0, "bits  error: nan\n", "");
    shell("touchstone dataset generate generic --against mine --tries 60 --out a.h5 --replace --plugin-exec "
          "\"mine: " SAYS_ALL(FINE) "\"");
    ck_assert_ptr_null(strstr(command_out, "without an answer"));
}
END_TEST

/* Timed and judged answers, and one more. */
START_TEST(inconsistent_answers_are_told_everywhere) {
    cJSON *whole;
    shell("touchstone replay q.h5 --backend mine,certified --repetitions 1 --plugin-exec 'mine: sh changes' "
          "--json r.json --csv t.csv --markdown t.md --latex t.tex --per-query a.csv");
    expect(1, "answers in two ways", "mine answers in two ways query 0 of q.h5: hit at 0.0001");
    expect(1, "incon-", "fails by 'inconsistent' (see --fail-on): mine 12\n");
    const cJSON *cell = cell_of(&whole);
    ck_assert_double_eq(number_of(member(cell, "verdicts"), "inconsistent"), 12);
    ck_assert_double_eq(number_of(member(member(cell, "faults"), "inconsistent"), "count"), 12);
    ck_assert_ptr_nonnull(member(member(cell, "worst"), "inconsistent"));
    cJSON_Delete(whole);
    expect_in("t.csv", ",inconsistent,");
    expect_in("t.md", "| inconsistent |");
    expect_in("t.tex", "incon-\\\\sistent");
    expect_in("a.csv", ",inconsistent,0,,hit,0.0001");
    shell("touchstone report r.json --out page --no-plots --plugin-exec 'mine: sh changes'");
    expect(0, "12 failing queries", "");
    expect_in("page/index.html", "{\"backend\":\"mine\",\"what\":\"inconsistent\"}");
    expect_in("page/index.html", "\"verdict\":\"inconsistent\",\"other_status\":\"hit\",\"other_toi\":0.0001");
    expect_in("page/index.html", "\"label\":\"inconsistent\"");
    shell("touchstone show q.h5 0 --backend mine --plugin-exec 'mine: sh changes'");
    expect(0, "asked again: hit at 0.0001", "");
}
END_TEST

/* ---- Simulations ---- */

/* A method that does not answer ends the run, by its reason. */
START_TEST(a_simulation_tells_why_its_method_does_not_answer) {
    shell("touchstone simulate stack-1mm --size tiny --steps 1 --ccd mine --plugin-exec 'mine: nosuchcmd' --referee "
          "--json s.json");
    expect(1, " query with min_distance 0: given_up\n", "");
    expect(1, "referee: error ", "");
    cJSON *whole = read_json("s.json");
    const double errors = number_of(member(whole, "verdicts"), "error");
    ck_assert_double_gt(errors, 0.0);
    ck_assert_double_eq(number_of(member(whole, "errors"), "given_up"), errors);
    ck_assert_str_eq(string_of(member(member(whole, "at"), "query"), "reason"), "given_up");
    cJSON_Delete(whole);
    shell("touchstone report s.json --out page --no-plots && touchstone compare s.json s.json");
    expect(0, "nothing is worse", "");
    expect_in("page/index.html", "[\"given_up\",");
    expect_in("page/index.html", "Errors by reason");
}
END_TEST

/* The referee asks a method from outside again: alone this one says another thing than in a block. */
START_TEST(a_simulation_with_a_referee_fails_by_inconsistent_answers) {
    write_file(scratch("alone"), "while read -r kind a t rest; do if test $kind = block; then n=$a; "
                                 "elif test $n = 1; then echo hit $t; else echo free; fi; done\n");
    write_file(scratch("scene.json"),
               "{\"name\": \"tiny\", \"time_step\": 0.02, \"steps\": 1, \"contact\": {\"dhat\": 2e-3}, \"objects\": "
               "[{\"name\": \"sheet\", \"mesh\": {\"generator\": \"grid\", \"columns\": 3, \"rows\": 3, \"width\": 0.1,"
               " \"depth\": 0.1}, \"translate\": [0, 0.0535, 0], \"material\": {\"base\": \"cotton\"}},"
               "{\"name\": \"ball\", \"mesh\": {\"generator\": \"sphere\", \"nodes\": 50, \"radius\": 0.05},"
               " \"obstacle\": true}]}");
    shell("touchstone simulate scene.json --ccd mine --plugin-exec 'mine: sh alone' --referee --json s.json");
    ck_assert_int_eq(command_code, 1);
    const char *line = strstr(command_out, "\nreferee: ");
    ck_assert_msg(line && strstr(line, " inconsistent "), "%s", command_out);
    cJSON *before = edited_load(scratch("s.json"));
    cJSON_SetNumberValue(edited_member(edited_member(before, "verdicts"), "inconsistent"), 0.0);
    edited_store(before, scratch("before.json"));
    shell("touchstone compare before.json s.json");
    expect(1, "inconsistent answers: ", "");
    static const struct {
        const char *member, *finding;
    } more[] = {{"stalls", "stalls: 7, before 0"},
                {"limit", "limits: 7, before 0"},
                {"unsupported", "queries not supported: 7, before 0"}};
    for (size_t k = 0; k < sizeof more / sizeof *more; ++k) {
        cJSON *after = edited_load(scratch("s.json"));
        cJSON_SetNumberValue(edited_member(edited_member(after, "verdicts"), more[k].member), 7.0);
        edited_store(after, scratch("after.json"));
        shell("touchstone compare s.json after.json");
        expect(1, more[k].finding, "");
    }
    cJSON *after = edited_load(scratch("s.json"));
    cJSON_AddNumberToObject(edited_member(after, "errors"), "nan", 2.0);
    edited_store(after, scratch("after.json"));
    shell("touchstone compare s.json after.json");
    expect(1, "errors: nan: 2, before 0", "");
}
END_TEST

/* ---- compare ---- */

/* Results of that program, with the answers of `mine`, as NAME and as a baseline. */
static void results_of(const char *program, const char *name) {
    char more[128];
    snprintf(more, sizeof more, "--fail-on none --json %s.json", name);
    replay(program, more);
    expect(0, "mine", "");
    shell("touchstone baseline %s.json %s-cut.json --replace", name, name);
    expect(0, "", "");
}

START_TEST(compare_finds_more_of_each_reason_and_of_inconsistent_answers) {
    static const struct {
        const char *before, *after, *finding;
    } changes[] = {
        {SAYS_ALL(FINE), "sh changes", "inconsistent answers: 12, before 0; the first new one: q.h5 query 0"},
        {SAYS_ALL(FINE), "sh says '" FINE "' failed '" FINE "' '" FINE "'", "errors: 3, before 0"},
        {SAYS_ALL(FINE), "sh says '" FINE "' 'limit 0' '" FINE "' '" FINE "'", "limits: 3, before 0"},
        {SAYS_ALL("limit 0"), SAYS_ALL("failed"), "errors: 12, before 0"},
        {SAYS_ALL("failed"), SAYS_ALL("limit 0"), "limits: 12, before 0"},
        {SAYS_ALL("failed"), SAYS_ALL("hit nan"), "errors: nan: 12, before 0; the first new one: q.h5 query 0"},
        {SAYS_ALL("hit nan"), "nosuchcmd", "errors: given_up: 12, before 0; the first new one: q.h5 query 0"},
        {MIXED, "sh says failed 'hit 2' 'hit nan' 'limit 0.1 7'", "errors: nan: still 3, but at other queries"},
    };
    for (size_t c = 0; c < sizeof changes / sizeof *changes; ++c) {
        results_of(changes[c].before, "before");
        results_of(changes[c].after, "after");
        shell("touchstone compare before-cut.json after.json --junit j.xml --markdown m.md");
        expect(1, changes[c].finding, "");
        expect_in("j.xml", changes[c].finding);
        expect_in("m.md", changes[c].finding);
        shell("touchstone compare after-cut.json after.json");
        expect(0, "nothing is worse", "");
    }
    results_of("nosuchcmd", "before");
    results_of(SAYS_ALL("failed"), "after"); /* its own word for it: no worse than to crash */
    shell("touchstone compare before-cut.json after.json");
    expect(0, "nothing is worse", "");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("failures");
    tcase_add_checked_fixture(cases, setup, command_teardown);
    tcase_add_test(cases, each_word_fails_what_it_names_and_nothing_else);
    tcase_add_test(cases, an_unknown_word_is_a_usage_error_with_the_list_of_words);
    tcase_add_test(cases, a_method_that_answers_nothing_fails_the_run);
    tcase_add_test(cases, parts_put_together_fail_as_one_run);
    tcase_add_test(cases, a_program_fails_by_the_reason_that_it_fails_by);
    tcase_add_test(cases, a_program_that_answered_is_not_given_up);
    tcase_add_test(cases, results_keep_reasons_apart);
    tcase_add_test(cases, tables_keep_reasons_apart);
    tcase_add_test(cases, show_and_the_page_tell_reasons);
    tcase_add_test(cases, the_hunt_tells_reasons);
    tcase_add_test(cases, inconsistent_answers_are_told_everywhere);
    tcase_add_test(cases, a_simulation_tells_why_its_method_does_not_answer);
    tcase_add_test(cases, a_simulation_with_a_referee_fails_by_inconsistent_answers);
    tcase_add_test(cases, compare_finds_more_of_each_reason_and_of_inconsistent_answers);
    Suite *suite = suite_create("what fails, and why");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
