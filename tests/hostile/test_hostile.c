/* SPDX-License-Identifier: MIT
 * Methods and energies that misbehave (method.c, energy.c), through the built command: what they do fails their own
 * queries, by name and reason, and neither the answers of others, nor the truth, nor the run. docs/threats.md. */
#include "tests/cli/command.h"
#include "tests/support.h"

#define METHOD(way) TS_BINARY_DIR "/plugins/hostile_" way ".so"
#define ENERGY(way) TS_BINARY_DIR "/plugins/hostile_energy_" way ".so"

enum { QUERIES = 48, TRAPS = 12 }; /* point-point queries are a quarter */

static char *others; /* what the other methods answer when nobody misbehaves */

/* The lines of a per-query file that are not about the method. */
static char *lines_of_others(const char *name) {
    size_t length;
    char *text = read_bytes(scratch("%s", name), &length), *to = text;
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n');
        const size_t size = end ? (size_t)(end - line) + 1 : strlen(line);
        char *method = strstr(line, ",hostile,");
        const bool kept = !method || method > line + size;
        if (kept) memmove(to, line, size);
        if (kept) to += size;
        line += size;
    }
    *to = '\0';
    return text;
}

static void setup(void) {
    command_setup();
    shell("touchstone dataset generate generic,grazing --count 24 --seed 3 --out q.h5");
    expect(0, "", "");
    shell("touchstone replay q.h5 --backend certified,exact --repetitions 0 --per-query others.csv");
    expect(0, "", "");
    others = lines_of_others("others.csv");
}

static void teardown(void) {
    free(others);
    command_teardown();
}

static void replay(const char *plugin, const char *more) {
    shell("touchstone replay q.h5 --backend hostile,certified,exact --plugin %s --query-timeout 5 "
          "--plugin-memory 512 --json r.json --per-query a.csv %s",
          plugin, more);
}

static void check_others(const char *plugin) {
    char *now = lines_of_others("a.csv");
    ck_assert_msg(strcmp(now, others) == 0, "%s changes what others answer, or what is true:\n%.2000s", plugin, now);
    free(now);
}

/* The method's cell of all kinds; the caller deletes the whole. */
static const cJSON *cell_of(cJSON **whole) {
    *whole = read_json("r.json");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(*whole, "data_sets");
    const cJSON *cell = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(list, 0), "cells");
    for (cell = cell->child; cell; cell = cell->next) {
        if (strcmp(string_of(cell, "backend"), "hostile") == 0 && strcmp(string_of(cell, "kind"), "all") == 0) break;
    }
    ck_assert_ptr_nonnull(cell);
    return cell;
}

static double count_of(const cJSON *cell, const char *list, const char *name) {
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(cell, list), name);
    return cJSON_IsNumber(count) ? count->valuedouble : 0.0;
}

/* Whoever sleeps as long as this run of the tests says is a child of it. Others sleep other times, none of which begins
 * with these digits: what a run that was killed has left behind is none of ours. */
static void name_the_sleep(void) {
    char seconds[32];
    snprintf(seconds, sizeof seconds, "987654.%010d", (int)getpid());
    setenv("TS_HOSTILE_SLEEP", seconds, 1);
}

static void nobody_sleeps(void) {
    shell("! grep -lsa 'slee[p].%s' /proc/[0-9]*/cmdline", getenv("TS_HOSTILE_SLEEP"));
    expect(0, "", "");
}

/* ---- Methods ---- */

/* They write into the query, set flush-to-zero, ...: in their own process it is nobody's harm. */
START_TEST(what_is_done_to_a_process_stays_in_it) {
    static const char *const ways[] = {
        METHOD("writes_query"), METHOD("writes_t_max"),   METHOD("flushes_to_zero"),   METHOD("rounds_upwards"),
        METHOD("sets_locale"),  METHOD("changes_folder"), METHOD("raises_exceptions"), METHOD("closes_files"),
        METHOD("prints"),       METHOD("leaves_a_child"), METHOD("blocks_signals"),    METHOD("comes_back_twice")};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        cJSON *whole;
        replay(ways[w], "--repetitions 0");
        expect(0, "hostile", "");
        check_others(ways[w]);
        const cJSON *cell = cell_of(&whole);
        ck_assert_msg(count_of(cell, "verdicts", "error") == 0.0, "%s has errors", ways[w]);
        ck_assert_msg(number_of(cell, "queries") == (double)QUERIES, "%s lost queries", ways[w]);
        cJSON_Delete(whole);
    }
    nobody_sleeps();
}
END_TEST

/* The same while they are timed. */
START_TEST(times_are_taken_where_nothing_can_be_spoilt) {
    static const char *const ways[] = {METHOD("writes_query"), METHOD("flushes_to_zero"), METHOD("rounds_upwards")};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        replay(ways[w], "--repetitions 2");
        expect(0, "hostile", "");
        check_others(ways[w]);
    }
}
END_TEST

typedef struct trap {
    const char *plugin, *reason, *words;
    int count; /* of queries that fail by it; 0: one at least */
} trap;

/* Sanitizers end a process in their own way. */
static void check_trap(const trap *t, const char *more) {
    cJSON *whole;
    replay(t->plugin, more);
    expect(0, "hostile", ts_test_is_sanitized() && *t->words ? "hostile " : t->words);
    check_others(t->plugin);
    const cJSON *cell = cell_of(&whole);
    const double failed =
        ts_test_is_sanitized() ? count_of(cell, "verdicts", "error") : count_of(cell, "errors", t->reason);
    ck_assert_msg(t->count > 0 ? failed == t->count : failed > 0.0, "%s: %g queries are '%s'", t->plugin, failed,
                  t->reason);
    ck_assert_msg(number_of(cell, "queries") == (double)QUERIES, "%s lost queries", t->plugin);
    cJSON_Delete(whole);
}

START_TEST(a_query_that_ends_the_process_fails_alone_and_by_name) {
    static const trap traps[] = {
        {METHOD("t_exits"), "exited", "hostile ended its process on query ", TRAPS},
        {METHOD("t_exits_at_once"), "exited", "ended its process on query ", TRAPS},
        {METHOD("t_aborts"), "crashed", "hostile crashed on query ", TRAPS},
        {METHOD("t_crashes"), "crashed", "crashed on query ", TRAPS},
        {METHOD("t_overflows_the_stack"), "crashed", "crashed on query ", TRAPS},
        {METHOD("t_traps_arithmetic"), "crashed", "crashed on query ", TRAPS},
        {METHOD("t_terminates_itself"), "crashed", "crashed on query ", TRAPS},
        {METHOD("t_unmaps_what_is_shared"), "crashed", "crashed on query ", TRAPS},
        {METHOD("t_crashes_together"), "crashed", "crashed on query ", 0},
    };
    for (size_t k = 0; k < sizeof traps / sizeof *traps; ++k) check_trap(&traps[k], "--repetitions 0");
    check_trap(&traps[2], "--repetitions 1");
    if (ts_test_is_sanitized()) return; /* no limit of memory there */
    check_trap(&(trap){METHOD("t_allocates"), "crashed", "crashed on query ", TRAPS},
               "--repetitions 0 --plugin-memory 128 --query-timeout 10");
}
END_TEST

START_TEST(a_query_that_hangs_is_timed_out) {
    static const trap traps[] = {
        {METHOD("t_loops"), "timed_out", "hostile took too long for query ", TRAPS},
        {METHOD("t_sleeps"), "timed_out", "took too long for query ", TRAPS},
        {METHOD("t_stops_itself"), "timed_out", "took too long for query ", TRAPS},
    };
    for (size_t k = 0; k < sizeof traps / sizeof *traps; ++k) {
        check_trap(&traps[k], "--repetitions 0 --query-timeout 0.2");
    }
}
END_TEST

START_TEST(nonsense_is_an_error_by_its_reason) {
    static const trap traps[] = {
        {METHOD("t_says_nan"), "nan", "", TRAPS},
        {METHOD("t_says_outside"), "outside", "", TRAPS},
        {METHOD("t_says_no_status"), "status", "", TRAPS},
        {METHOD("t_says_private_status"), "status", "", TRAPS},
    };
    for (size_t k = 0; k < sizeof traps / sizeof *traps; ++k) check_trap(&traps[k], "--repetitions 0");
}
END_TEST

/* Its own answers of the block, and the queries that it is still to be asked, are lost to it; ours are not. */
START_TEST(what_is_shared_is_copied_and_checked) {
    cJSON *whole;
    replay(METHOD("t_overwrites_what_is_shared"), "--repetitions 0");
    ck_assert_int_le(command_code, 1);
    check_others("t_overwrites_what_is_shared");
    ck_assert_double_gt(count_of(cell_of(&whole), "errors", "status"), 0.0);
    cJSON_Delete(whole);
}
END_TEST

START_TEST(a_method_that_fails_too_often_is_given_up) {
    cJSON *whole;
    replay(METHOD("crashes"), "--repetitions 0 --plugin-restarts 5 --jobs 1");
    expect(1, "hostile", "hostile crashed on query ");
    check_others("crashes");
    const cJSON *cell = cell_of(&whole);
    ck_assert_double_eq(count_of(cell, "verdicts", "error"), QUERIES);
    ck_assert_double_eq(count_of(cell, "errors", "given_up"), QUERIES - 6);
    cJSON_Delete(whole);
}
END_TEST

/* Whatever it does with batches and with timing, one query has one answer. */
START_TEST(an_answer_that_depends_on_how_it_is_asked_is_inconsistent) {
    static const char *const ways[] = {METHOD("t_lies_alone"), METHOD("t_lies_together"), METHOD("t_changes"),
                                       METHOD("t_takes_turns")};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        cJSON *whole;
        for (int repetitions = 0; repetitions < 2; ++repetitions) {
            replay(ways[w], repetitions ? "--repetitions 2" : "--repetitions 0");
            expect(1, "hostile", "hostile answers in two ways query ");
            check_others(ways[w]);
            const cJSON *cell = cell_of(&whole);
            const double unsafe = number_of(cell, "unsafe");
            ck_assert_double_eq(count_of(cell, "verdicts", "inconsistent") + unsafe, TRAPS);
            ck_assert_double_gt(count_of(cell, "verdicts", "inconsistent"), 0.0);
            cJSON_Delete(whole);
        }
    }
}
END_TEST

START_TEST(a_method_that_cannot_be_loaded_is_refused) {
    static const struct {
        const char *plugin, *words;
        int code;
    } refused[] = {
        {METHOD("exits_in_constructor"), "ended its process while being loaded", 4},
        {METHOD("hangs_in_constructor"), "took too long while being loaded", 4},
        {METHOD("crashes_in_symbol"), "while being loaded", 4},
        {METHOD("crashes_in_create"), "while a method was created", 4},
        {METHOD("has_too_many_options"), "options", 2},
        {METHOD("has_a_bad_name"), "is no name for a backend", 2},
    };
    for (size_t k = 0; k < sizeof refused / sizeof *refused; ++k) {
        shell("touchstone replay q.h5 --repetitions 0 --query-timeout 0.3 --plugin %s", refused[k].plugin);
        expect(refused[k].code, "", refused[k].words);
    }
}
END_TEST

/* Twelve queries hang: after one more of them, which gets a second, none is asked. */
START_TEST(the_user_can_stop_a_method_that_hangs) {
    static const char *const signals[] = {"INT", "TERM"};
    for (int s = 0; s < 2; ++s) {
        shell(
            "'%s/touchstone' replay q.h5 --repetitions 0 --backend hostile --query-timeout 1000 --plugin %s & sleep 2; "
            "start=$(date +%%s); kill -%s $!; wait $!; code=$?; test $(($(date +%%s) - start)) -lt 10 && exit $code",
            TS_BINARY_DIR, METHOD("t_loops"), signals[s]);
        expect(130, "", "");
    }
}
END_TEST

/* Its second step asks about points near each other, dozens of times. It is interrupted and has not failed: a process
 * that hangs gets a second more, and one that has ended is not brought back. */
START_TEST(the_user_can_stop_a_simulation_whose_method_hangs_or_ends) {
    static const char *const plugins[] = {METHOD("t_loops"), METHOD("t_exits_later")};
    for (int k = 0; k < 2; ++k) {
        shell("'%s/touchstone' simulate granules-on-cloth --size tiny --steps 2 --ccd hostile --query-timeout 1000 "
              "--plugin %s --out run --checkpoint-every 1 & child=$!; n=0; until grep -qs "
              "'\"kind\":\"step\"' run/log.jsonl || test $n -gt 6000; do n=$((n + 1)); sleep 0.01; done; sleep 1; "
              "start=$(date +%%s); kill -INT $child; wait $child; code=$?; "
              "test $(($(date +%%s) - start)) -lt 10 && exit $code",
              TS_BINARY_DIR, plugins[k]);
        expect(130, "interrupted", "");
        ck_assert_ptr_null(strstr(command_out, "could not answer"));
        shell("rm -r run");
    }
}
END_TEST

START_TEST(show_says_what_happened_to_the_query) {
    shell("n=$(touchstone replay q.h5 --repetitions 0 --backend hostile --plugin %s 2>&1 | sed -n "
          "'s/.*crashed on query \\([0-9]*\\) .*/\\1/p' | head -n 1); touchstone show q.h5 $n --backend hostile "
          "--plugin %s",
          METHOD("t_aborts"), METHOD("t_aborts"));
    expect(0, ts_test_is_sanitized() ? "error" : "crashed", "");
    shell(
        "n=$(touchstone replay q.h5 --repetitions 0 --backend hostile --plugin %s 2>&1 | sed -n "
        "'s/.*answers in two ways query \\([0-9]*\\) .*/\\1/p' | head -n 1); touchstone show q.h5 $n --backend hostile "
        "--plugin %s",
        METHOD("t_lies_alone"), METHOD("t_lies_alone"));
    expect(0, "asked again: hit at 0.", "");
}
END_TEST

START_TEST(every_output_tells_why_a_shared_object_fails) {
    static const char *const ways[][2] = {{METHOD("t_exits"), "exited"}, {METHOD("t_says_nan"), "nan"}};
    for (size_t w = 0; w < 2; ++w) {
        replay(ways[w][0], "--repetitions 0 --csv t.csv --markdown t.md --latex t.tex");
        expect(0, "hostile", "");
        shell(
            "grep -q 'error_%s' t.csv && grep -qi '%s' t.md && grep -qi '%s' t.tex && grep -q ',error,0,%s,' a.csv && "
            "touchstone report r.json --out page --no-plots --replace --plugin %s && "
            "grep -q '\"what\":\"error\",\"why\":\"%s\"' page/index.html && "
            "grep -q '\"verdict\":\"error\",\"reason\":\"%s\"' page/index.html",
            ways[w][1], ways[w][1], ways[w][1], ways[w][1], ways[w][0], ways[w][1], ways[w][1]);
        if (!ts_test_is_sanitized()) expect(0, "failing queries", "");
    }
}
END_TEST

/* The debugger's way: in this process a crash is one of this process. */
START_TEST(a_method_can_be_loaded_into_this_process) {
    replay(METHOD("t_aborts"), "--repetitions 0 --in-process");
    ck_assert_int_ne(command_code, 0);
    replay(METHOD("t_says_nan"), "--repetitions 0 --in-process");
    expect(0, "hostile", "");
    check_others("t_says_nan");
}
END_TEST

/* There what it does to its questions and to the process is undone, and told of it. */
START_TEST(in_this_process_meddling_is_undone) {
    static const struct {
        const char *plugin;
        int least; /* of the failures */
    } ways[] = {
        {METHOD("writes_query"), QUERIES},
        {METHOD("writes_t_max"), QUERIES},
        {METHOD("rounds_upwards"), QUERIES},
#if defined(__x86_64__)
        {METHOD("flushes_to_zero"), QUERIES},
        {METHOD("rounds_in_one_unit"), QUERIES},
        {METHOD("cuts_precision"), QUERIES},
#endif
        {METHOD("raises_exceptions"), QUERIES},
        {METHOD("sets_locale"), QUERIES},
        {METHOD("uses_a_locale"), QUERIES},
    };
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        cJSON *whole;
        replay(ways[w].plugin, "--repetitions 1 --in-process --fail-on unsafe,inconsistent");
        expect(0, "hostile", "hostile meddled with what is not its own on query ");
        check_others(ways[w].plugin);
        const cJSON *cell = cell_of(&whole);
        const double meddled = count_of(cell, "errors", "meddled");
        ck_assert_msg(meddled >= ways[w].least, "%s: %g queries", ways[w].plugin, meddled);
        cJSON_Delete(whole);
    }
}
END_TEST

/* ---- Elsewhere ---- */

START_TEST(a_simulation_ends_with_an_error_not_with_the_method) {
    shell("touchstone simulate stack-1mm --size tiny --steps 2 --ccd hostile --plugin %s --out run --json s.json",
          METHOD("crashes"));
    ck_assert_msg(command_code == 1, "exit code %d: %s%s", command_code, command_out, command_err);
    cJSON *whole = read_json("s.json");
    cJSON_Delete(whole);
}
END_TEST

/* What it has started holds its output open: it has ended all the same, and is not waited for until it is late. */
START_TEST(a_program_leaves_nobody_behind) {
    shell("touchstone replay q.h5 --limit 4 --repetitions 0 --backend stays --plugin-exec "
          "'stays: setsid sleep %s & setsid sh -c \"sleep %s\" & exit 1'",
          getenv("TS_HOSTILE_SLEEP"), getenv("TS_HOSTILE_SLEEP"));
    expect(1, "stays", "stays ended its process on query 0 ");
    expect(1, "stays", "fails by 'unanswered'");
    nobody_sleeps();
}
END_TEST

START_TEST(energies_fail_where_they_misbehave) {
    static const struct {
        const char *plugin, *words;
        int code;
        double seconds;
    } energies[] = {
        {ENERGY("exits"), "hostile failed ", 1, 5.0},
        {ENERGY("crashes"), "hostile failed ", 1, 5.0},
        {ENERGY("loops"), "took too long", 1, 0.1},
        {ENERGY("rounds_upwards"), "", 0, 5.0},
        {ENERGY("writes_inputs"), "", 0, 5.0},
        {ENERGY("exits_in_constructor"), "while being loaded", 4, 5.0},
        {ENERGY("has_a_name_that_ends_nowhere"), "needs a name", 2, 5.0},
    };
    for (size_t k = 0; k < sizeof energies / sizeof *energies; ++k) {
        shell("touchstone barrier --plugin %s --samples 8 --query-timeout %g --plugin-restarts 20", energies[k].plugin,
              energies[k].seconds);
        expect(energies[k].code, "", energies[k].words);
    }
}
END_TEST

int main(void) {
    name_the_sleep();
    TCase *cases = tcase_create("hostile");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, what_is_done_to_a_process_stays_in_it);
    tcase_add_test(cases, times_are_taken_where_nothing_can_be_spoilt);
    tcase_add_test(cases, a_query_that_ends_the_process_fails_alone_and_by_name);
    tcase_add_test(cases, a_query_that_hangs_is_timed_out);
    tcase_add_test(cases, nonsense_is_an_error_by_its_reason);
    tcase_add_test(cases, what_is_shared_is_copied_and_checked);
    tcase_add_test(cases, a_method_that_fails_too_often_is_given_up);
    tcase_add_test(cases, an_answer_that_depends_on_how_it_is_asked_is_inconsistent);
    tcase_add_test(cases, a_method_that_cannot_be_loaded_is_refused);
    tcase_add_test(cases, the_user_can_stop_a_method_that_hangs);
    tcase_add_test(cases, the_user_can_stop_a_simulation_whose_method_hangs_or_ends);
    tcase_add_test(cases, show_says_what_happened_to_the_query);
    tcase_add_test(cases, every_output_tells_why_a_shared_object_fails);
    tcase_add_test(cases, a_method_can_be_loaded_into_this_process);
    tcase_add_test(cases, in_this_process_meddling_is_undone);
    tcase_add_test(cases, a_simulation_ends_with_an_error_not_with_the_method);
    tcase_add_test(cases, a_program_leaves_nobody_behind);
    tcase_add_test(cases, energies_fail_where_they_misbehave);
    Suite *suite = suite_create("hostile plug-ins");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
