/* SPDX-License-Identifier: MIT
 * `touchstone barrier` as built: the solver's energies keep their bounds, plug-ins are judged or refused. */
#include "tests/cli/command.h"

#define TERM(name) TS_BINARY_DIR "/plugins/term_" name ".so"
#define HOSTILE(way) TS_BINARY_DIR "/plugins/hostile_barrier_" way ".so"
#define TEXTBOOK TS_BINARY_DIR "/plugins/textbook_barrier.so"

/* The reduced sweep of every term. */
START_TEST(the_solver_keeps_its_bounds) {
    const int samples = ts_test_is_sanitized() ? 2 : 12, points = ts_test_is_sanitized() ? 400 : 4000;
    shell("touchstone barrier --samples %d --scan %d --json r.json", samples, points);
    expect(0, "Every bound is kept.", "");
    cJSON *json = read_json("r.json");
    const cJSON *sweeps = cJSON_GetObjectItem(json, "sweeps"), *sweep;
    int barriers = 0;
    ck_assert_int_gt(cJSON_GetArraySize(sweeps), 50);
    cJSON_ArrayForEach(sweep, sweeps) {
        ck_assert_int_eq((int)number_of(sweep, "samples"), samples);
        barriers += strcmp(string_of(sweep, "term"), "barrier-mollified") == 0;
    }
    ck_assert_int_eq(barriers, 3);
    const cJSON *scans = cJSON_GetObjectItem(json, "scans"), *scan;
    ck_assert_int_gt(cJSON_GetArraySize(scans), 30);
    cJSON_ArrayForEach(scan, scans) {
        ck_assert_int_ge((int)number_of(scan, "points"), points * 7 / 8);
        ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(scan, "findings")), 0);
    }
    cJSON_Delete(json);
}
END_TEST

START_TEST(the_same_for_any_number_of_threads) {
    shell("touchstone barrier --term friction,mollifier-edge-edge --samples 70 --scan 50000 --threads 1 > one");
    expect(0, "", "");
    shell("touchstone barrier --term friction,mollifier-edge-edge --samples 70 --scan 50000 --threads 3 > three; cmp "
          "one three");
    expect(0, "", "");
}
END_TEST

START_TEST(a_textbook_barrier_is_found_wanting) {
    shell("touchstone barrier --plugin %s --samples 60 --scan 50000", TEXTBOOK);
    expect(1, "textbook-barrier", "");
    expect(1, "MISSED", "");
    /* The line that it prints to see the worst point shows it. */
    shell("cp %s 'a term.so'; touchstone barrier --plugin './a term.so' --query-timeout 5 --samples 60 --scan 50000 > "
          "all",
          TEXTBOOK);
    shell("grep -m 1 -o 'touchstone barrier --plugin .*' all > line; cat line");
    expect(0, "touchstone barrier --plugin './a term.so' --query-timeout 5 --term textbook-barrier --at ", "");
    shell("eval \"$(cat line)\"");
    expect(0, "reference  relative", "");
}
END_TEST

START_TEST(terms_without_a_reference_are_held_to_their_own_values) {
    shell("touchstone barrier --plugin %s", TERM("right"));
    expect(0, "Every bound is kept.", "");
    shell("touchstone barrier --plugin %s", TERM("gradient"));
    expect(1, "gradient is not the derivative of the value", "");
    shell("touchstone barrier --plugin %s", TERM("hessian"));
    expect(1, "Hessian is not the derivative of the gradient", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("gradient"));
    expect(1, "gradient: NOT what its differences are", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("right"));
    expect(0, "Hessian: as its differences are", "");
}
END_TEST

START_TEST(infinite_derivatives_of_finite_values_are_wrong) {
    shell("touchstone barrier --plugin %s --scan 0", TERM("infinite"));
    expect(1, "gradient is not the derivative of the value", "");
    shell("touchstone barrier --plugin %s --scan 20000 --samples 1", TERM("infinite"));
    expect(1, "overflow: at ", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("infinite"));
    expect(1, "gradient: NOT what its differences are", "");
}
END_TEST

/* Table, last line and file say the same. */
START_TEST(a_term_that_is_judged_nowhere_does_not_pass) {
    shell("touchstone barrier --plugin %s --samples 20 --scan 20000 --json n.json", TERM("nowhere"));
    expect(1, "nothing is judged: no point has a finite value", "");
    expect(1, "of these 20 outside the domain", "");
    cJSON *json = read_json("n.json");
    const cJSON *sweep = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "sweeps"), 0);
    const cJSON *scan = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "scans"), 0);
    ck_assert(number_of(sweep, "outside") == 20.0 && cJSON_IsTrue(cJSON_GetObjectItem(sweep, "failed")));
    ck_assert(number_of(scan, "outside") == number_of(scan, "judged"));
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(scan, "failed")));
    cJSON_Delete(json);
    shell("touchstone barrier --plugin %s --samples 20 --scan 0", TERM("nowhere"));
    expect(1, "nothing is judged", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("nowhere"));
    expect(0, "outside the domain", "");
    shell("touchstone barrier --plugin %s --samples 20 --scan 0", TERM("no_number"));
    expect(1, "overflow: at 20 points", "");
    shell("touchstone barrier --plugin %s --at 1e-4,1e-3,2e-2", TERM("no_number"));
    expect(1, "overflow", "");
}
END_TEST

START_TEST(what_is_no_term_is_refused) {
    static const struct {
        const char *plugin, *why;
        int code;
    } REFUSED[] = {
        {TERM("no_symbol"), "has no symbol ts_term_plugin; it must export 'const ts_term *ts_term_plugin(void)'", 4},
        {TERM("no_term"), "returned no term", 4},
        {TERM("other_abi"), "was built for version 2 of ts_term, this is 1", 2},
        {TERM("no_name"), "needs a name of letters", 2},
        {TERM("no_reference"), "there is no reference called nothing", 2},
        {TERM("other_inputs"), "its reference mollifier has 1 and 1", 2},
        {TERM("no_function"), "lacks its function", 2},
        {"missing.so", "cannot be opened", 4},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; ++i) {
        shell("touchstone barrier --plugin %s", REFUSED[i].plugin);
        expect(REFUSED[i].code, "", REFUSED[i].why);
    }
    shell("touchstone barrier --plugin %s --plugin %s", TEXTBOOK, TEXTBOOK);
    expect(2, "", "another one has a term called textbook-barrier");
}
END_TEST

START_TEST(one_point_number_by_number) {
    /* D = 1/2 of Dhat = 1: b = ln 2 / 4 */
    shell("touchstone barrier --term barrier --at 0.5,0,1");
    expect(0, "0.1732867951399863", "");
    expect(0, "gradient: off by ", "");
    shell("touchstone barrier --term barrier --at 0.5,0");
    expect(2, "", "--at: barrier has 1 inputs and 2 parameters, but 2 numbers were given");
    shell("touchstone barrier --term barrier --at 0.5,0,x");
    expect(2, "", "'x' is no finite decimal number");
    shell("touchstone barrier --term barrier --at 1e-330,1e-3,1e-3");
    expect(2, "", "--at: '1e-330' is no finite decimal number; as a double it would be 0");
    shell("touchstone barrier --term barrier --at 0x1p-1,0,1");
    expect(2, "", "'0x1p-1' is no finite decimal number");
    shell("touchstone barrier --at 0.5,0,1");
    expect(2, "", "--at needs one term");
    for (const char *const *option =
             (const char *const[]){"json r.json", "plot p", "samples 9", "scan 0", "seed 2", NULL};
         *option; ++option) {
        shell("touchstone barrier --term barrier --at 0.5,0,1 --%s", *option);
        expect(2, "", "does nothing beside --at");
    }
}
END_TEST

/* Goes on once the condition holds, or after minutes without it, which what follows then shows. */
#define UNTIL(condition) "n=0; until " condition " || test $n -gt 6000; do n=$((n + 1)); sleep 0.01; done; "

/* Sweeps that were not reached are in the file, without errors; nobody is told that their bounds are kept. The signal
   comes once the process catches it (bit 1 of SigCgt is SIGINT, bit 14 SIGTERM). */
START_TEST(an_interrupted_run_ends_orderly) {
    for (int k = 0; k < 2; ++k) {
        shell("'%s/touchstone' barrier --threads 1 --scan 0 --samples 100000 --json i.json & child=$!; " UNTIL(
                  "grep -q '^SigCgt:.*[4-7c-f]..[2367abef]$' /proc/$child/status") "kill -%s $child; wait $child",
              TS_BINARY_DIR, k ? "TERM" : "INT");
        expect(130, "Interrupted: sweeps are incomplete.", "");
        ck_assert_ptr_null(strstr(command_out, "Every bound is kept"));
        cJSON *json = read_json("i.json");
        const cJSON *sweeps = cJSON_GetObjectItem(json, "sweeps");
        const cJSON *last = cJSON_GetArrayItem(sweeps, cJSON_GetArraySize(sweeps) - 1);
        ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(json, "interrupted")));
        ck_assert_int_eq((int)number_of(last, "samples"), 0);
        cJSON_Delete(json);
    }
}
END_TEST

START_TEST(mistakes_are_told) {
    shell("touchstone barrier --term barier");
    expect(2, "", "there is no term called 'barier'; the nearest is 'barrier'");
    shell("touchstone barrier --json no/such/folder.json");
    expect(2, "", "no/such");
    shell("touchstone barrier --help");
    expect(0, "--samples", "");
}
END_TEST

/* Without gnuplot the scripts are all there is, and the output says so. */
START_TEST(plots_do_without_gnuplot) {
    shell("PATH=. %s/touchstone barrier --term mollifier --samples 8 --scan 2000 --plot plots", TS_BINARY_DIR);
    expect(0, "gnuplot is not installed; data and scripts of 1 plots are in plots", "");
    shell("test -s plots/mollifier-crossing.gp && test -s plots/mollifier-crossing.dat");
    expect(0, "", "");
    shell("echo mine >plots/mollifier-crossing.gp && touchstone barrier --term mollifier --samples 8 --json r.json "
          "--plot plots");
    expect(2, "", "plots/mollifier-crossing.dat exists");
    shell("! ls r.json && rm plots/*.dat && ! touchstone barrier --term mollifier --samples 8 --scan 0 --plot plots && "
          "grep mine plots/mollifier-crossing.gp");
    expect(0, "mine", "plots/mollifier-crossing.gp exists");
    shell("if command -v gnuplot; then touchstone barrier --term mollifier --samples 8 --scan 0 --plot plots "
          "--replace && "
          "test -s plots/mollifier-crossing.svg; fi");
    expect(0, "", "");
}
END_TEST

static double norm_error_of(const cJSON *sweep, const char *quantity) {
    const cJSON *errors = cJSON_GetObjectItem(cJSON_GetObjectItem(sweep, "errors"), quantity);
    return number_of(cJSON_GetObjectItem(errors, "of_norm"), "most");
}

/* First derivatives as the comments of a published header have them: named, and nothing else. */
START_TEST(commented_derivatives_are_found_wrong) {
    static const char *const NAMES[] = {"cubic", "two_stage"};
    for (int k = 0; k < 2; ++k) {
        shell("touchstone barrier --plugin " TS_BINARY_DIR
              "/plugins/commented_%s.so --samples 60 --scan 20000 --json r.json",
              NAMES[k]);
        expect(1, "scan of gap  gradient: ", "");
        cJSON *json = read_json("r.json");
        const cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "sweeps"), 0);
        ck_assert_double_gt(norm_error_of(row, "gradient"), 0.9);
        ck_assert_double_lt(norm_error_of(row, "value"), 1e-3); /* digits lost near contact, no more */
        cJSON_Delete(json);
    }
}
END_TEST

/* The object that is judged above keeps contact apart as well. */
START_TEST(a_judged_barrier_runs_in_the_solver) {
    shell("touchstone simulate barrier-block --steps 3 --barrier " TEXTBOOK " --json run.json");
    expect(0, "complete after step 3", "");
    cJSON *json = read_json("run.json");
    ck_assert_double_gt(number_of(json, "gap_least"), 0.0);
    ck_assert_double_lt(number_of(json, "gap_least"), 1.0);
    cJSON_Delete(json);
    shell("touchstone simulate barrier-block --steps 3 --barrier " TERM("right"));
    expect(0, "complete after step 3", "");
    shell("touchstone simulate barrier-block --steps 3 --barrier " TERM("no_term"));
    expect(4, "", "returned no term");
    shell("touchstone simulate barrier-block --barrier lgo");
    expect(2, "", "--barrier: there is no 'lgo'; did you mean 'log'?");
}
END_TEST

/* In the command itself it shares with the solver what it sets. */
START_TEST(a_barrier_that_changes_the_rounding_is_refused) {
    shell("touchstone simulate barrier-block --steps 3 --barrier %s", HOSTILE("rounds_upwards"));
    expect(2, "", "'hostile-barrier' leaves the rounding, ");
    shell("touchstone simulate barrier-block --steps 3 --threads 2 --barrier %s", HOSTILE("rounds_upwards_later"));
    expect(4, "", "a plug-in has left the rounding, ");
}
END_TEST

START_TEST(a_barrier_cannot_end_a_run_as_if_it_were_complete) {
    shell("touchstone simulate barrier-block --steps 3 --barrier %s --json run.json", HOSTILE("exits_later"));
    expect(5, "", "has ended the run, by exit or _exit");
    ck_assert_int_ne(access("run.json", F_OK), 0);
}
END_TEST

/* The child that it forks returns too, and would go on with the run in the same folder. */
START_TEST(a_barrier_that_returns_twice_goes_on_once) {
    shell("touchstone simulate barrier-block --steps 3 --barrier %s --out run", HOSTILE("comes_back_twice_later"));
    expect(0, "3 steps verified exactly", "");
    shell("grep -c '\"kind\":\"step\"' run/log.jsonl");
    expect(0, "3\n", "");
}
END_TEST

START_TEST(one_signal_ends_a_barrier_that_hangs) {
    shell("timeout --preserve-status -s TERM 5 " TS_BINARY_DIR
          "/touchstone simulate barrier-block --steps 3 --barrier %s",
          HOSTILE("hangs_later"));
    expect(130, "", "did not return");
}
END_TEST

START_TEST(barriers_stand_side_by_side) {
    shell("touchstone table --barriers cipc,quadratic --scenes barrier-block --steps 3 --out t");
    expect(0, "barrier-block, quadratic: finished", "");
    shell("cat t/table.md");
    expect(0, "quadratic", "");
    shell("touchstone table --barriers cipc,quadratic --scenes barrier-block --steps 3 --out t");
    expect(2, "", "go on with --resume");
    shell("touchstone table --barriers cipc,log --scenes barrier-block --steps 3 --out t --resume --json copy.json");
    expect(0, "[  1/1] barrier-block, log: finished", "");
    cJSON *json = read_json("t/table.json");
    const cJSON *cells = cJSON_GetObjectItem(json, "cells"), *cell;
    ck_assert_int_eq(cJSON_GetArraySize(cells), 2);
    cJSON_ArrayForEach(cell, cells) {
        ck_assert_int_eq((int)number_of(cell, "steps_verified"), 3);
        ck_assert_double_gt(number_of(cell, "condition"), 1.0);
        ck_assert_double_gt(number_of(cell, "iterations_per_step"), 0.0);
        ck_assert_double_le(number_of(cell, "gap_least"), number_of(cell, "gap_tenth"));
        ck_assert_double_le(number_of(cell, "gap_tenth"), number_of(cell, "gap_median"));
        ck_assert_double_le(number_of(cell, "gap_median"), number_of(cell, "gap_top"));
        ck_assert_double_lt(number_of(cell, "gap_top"), 1.0);
        /* 1 kg at rest on contact alone, as far as it is at rest. */
        const double error = number_of(cell, "force_error"), weight = 9.81;
        ck_assert_double_lt(error, 0.01);
        ck_assert_double_lt(fabs(number_of(cell, "contact_force") - weight), 1.01 * error * weight);
    }
    cJSON_Delete(json);
    check_same_file(scratch("t/table.json"), scratch("copy.json"));
    shell("touchstone table --barriers cpic");
    expect(2, "", "the nearest is 'cipc'");
}
END_TEST

/* Without gravity all energy is that of the particle, which is faster or slower than the 0.5 m/s that it came with; a
 * particle that is still on its way has not bounced. */
START_TEST(a_bounce_is_told_by_its_energy) {
    for (int whole = 0; whole < 2; ++whole) {
        shell("touchstone table --barriers cipc,log-normalized --scenes barrier-bounce --out t --replace --steps %d",
              whole ? 100 : 2);
        expect(0, "barrier-bounce, log-normalized: finished", "");
        cJSON *json = read_json("t/table.json");
        const cJSON *cell;
        cJSON_ArrayForEach(cell, cJSON_GetObjectItem(json, "cells")) {
            const cJSON *error = cJSON_GetObjectItem(cell, "restitution_error");
            const double fast = number_of(cell, "jitter") / 0.5;
            ck_assert_int_eq(cJSON_IsNumber(error), whole);
            if (whole) ck_assert_double_eq_tol(error->valuedouble, 1.0 - fast * fast, 1e-9);
            if (!whole) ck_assert_double_eq_tol(fast, 1.0, 1e-12);
        }
        cJSON_Delete(json);
    }
}
END_TEST

START_TEST(a_table_of_barriers_is_a_page_and_compared) {
    shell("touchstone table --barriers cipc,log --scenes barrier-block --steps 2 --out t");
    expect(0, "t has it all", "");
    shell("touchstone report t/table.json --out page && grep -q 'Newton iterations per step' page/index.html && "
          "test -s page/plots/barrier-iterations.gp && test -s page/plots/barrier-gaps.dat");
    expect(0, "page/index.html: no failing query", "");
    shell("touchstone compare t/table.json t/table.json");
    expect(0, "2 records compared", "");
    shell("sed 's/\"gap_least\"/\"gap_worst\"/' t/table.json > u.json; touchstone report u.json --out other");
    expect(4, "", "gap_worst");
}
END_TEST

START_TEST(a_table_of_barriers_of_another_scene_is_refused) {
    shell(
        "mkdir -p other && cp %s/datasets/scenes/barrier-bounce.json mine.json && "
        "sed 's/\"time_step\": *[0-9.e-]*/\"time_step\": 0.003/' mine.json > other/mine.json && ! cmp -s mine.json "
        "other/mine.json && for d in . other; do touchstone table --barriers cipc,log --scenes $d/mine.json --steps 1 "
        "--out $d/t || exit 1; done",
        TS_SOURCE_DIR);
    expect(0, "finished", "");
    shell("touchstone compare t/table.json other/t/table.json");
    expect(2, "", "measured other data by the name of mine with the barrier cipc");
}
END_TEST

/* As by a power cut: what was finished is kept, the rest is run, and nothing differs but the times. */
START_TEST(a_killed_table_of_barriers_goes_on) {
    static const char ARGUMENTS[] =
        "--barriers cipc,ipc,log,cubic --scenes barrier-block,barrier-rod --steps 3 --jobs 1";
    shell("touchstone table %s --out whole", ARGUMENTS);
    expect(0, "[  8/8] barrier-rod, cubic: finished", "");
    /* The run that was under way ends with the table, but a moment later. */
    shell("%s/touchstone table %s --out t & child=$!; " UNTIL(
              "test -s t/runs/barrier-block-cipc/results.json") "kill -KILL $child; wait $child; code=$?; sleep 0.5; "
                                                                "exit $code",
          TS_BINARY_DIR, ARGUMENTS);
    ck_assert_int_eq(command_code, 128 + 9);
    shell("test ! -e t/table.json && touchstone table %s --out t --resume", ARGUMENTS);
    expect(0, "finished", "");
    ck_assert_ptr_null(strstr(command_out, "] barrier-block, cipc: "));
    shell("for t in whole t; do sed '/\"date\"/d; /seconds_per_step/d; /checksum/d' $t/table.json > $t.json; done; "
          "cmp whole.json t.json");
    expect(0, "", "");
}
END_TEST

/* Terminal, table.md and table.json say why a run left no results; what cannot be opened makes none. */
START_TEST(a_failed_cell_has_its_reason) {
    write_file(scratch("none.json"), "{}");
    shell("touchstone table --barriers cipc --scenes ./none.json --out t");
    expect(1, "  none, cipc: ", "");
    const char *reason = strstr(command_out, "  none, cipc: ") + strlen("  none, cipc: ");
    char why[200];
    snprintf(why, sizeof why, "%.*s", (int)strcspn(reason, "\n"), reason);
    ck_assert_ptr_nonnull(strstr(why, "none.json"));
    cJSON *json = read_json("t/table.json"), *cell = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "cells"), 0);
    ck_assert_str_eq(string_of(cell, "outcome"), "failed");
    ck_assert_str_eq(string_of(cJSON_GetObjectItem(cell, "at"), "message"), why);
    cJSON_Delete(json);
    shell("cat t/table.md");
    expect(0, why, "");
    shell("cat t/table.csv");
    expect(0, "none,cipc,failed,-,-,-,-,-,-,-,-,-,-,-,-,-,-,-\n", "");
    shell("touchstone table --barriers ./missing.so --scenes barrier-block --out other");
    expect(4, "", "cannot be opened");
    shell("test ! -e other && touchstone table --barriers " TERM("other_abi") " --scenes barrier-block --out other");
    expect(2, "", "was built for version 2 of ts_term");
}
END_TEST

/* What was not run was not measured. */
START_TEST(a_stopped_table_of_barriers_has_no_zeros) {
    shell("%s/touchstone table --barriers cipc,ipc,cubic,log --scenes barrier-block,barrier-rod --jobs 1 --out t & "
          "child=$!; " UNTIL("test -s t/runs/barrier-block-cipc.txt") "kill -INT $child; wait $child",
          TS_BINARY_DIR);
    expect(130, "not run", "interrupted");
    shell("cat t/table.csv");
    expect(0, "barrier-rod,log,not run,-,-,-,-,-,-,-,-,-,-,-,-,-,-,-\n", "");
    cJSON *json = read_json("t/table.json"), *cell = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "cells"), 7);
    static const char *const REALS[] = {"iterations_per_step", "gap_least",     "gap_top",   "contact_force",
                                        "restitution_error",   "energy_change", "condition", "seconds_per_step"};
    for (size_t k = 0; k < sizeof REALS / sizeof *REALS; ++k)
        ck_assert(cJSON_IsNull(cJSON_GetObjectItem(cell, REALS[k])));
    cJSON_Delete(json);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barrier_command");
    TCase *tests = tcase_create("barrier");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, the_solver_keeps_its_bounds);
    tcase_add_test(tests, the_same_for_any_number_of_threads);
    tcase_add_test(tests, a_textbook_barrier_is_found_wanting);
    tcase_add_test(tests, terms_without_a_reference_are_held_to_their_own_values);
    tcase_add_test(tests, infinite_derivatives_of_finite_values_are_wrong);
    tcase_add_test(tests, a_term_that_is_judged_nowhere_does_not_pass);
    tcase_add_test(tests, what_is_no_term_is_refused);
    tcase_add_test(tests, one_point_number_by_number);
    tcase_add_test(tests, an_interrupted_run_ends_orderly);
    tcase_add_test(tests, mistakes_are_told);
    tcase_add_test(tests, plots_do_without_gnuplot);
    tcase_add_test(tests, commented_derivatives_are_found_wrong);
    tcase_add_test(tests, a_judged_barrier_runs_in_the_solver);
    tcase_add_test(tests, a_barrier_that_changes_the_rounding_is_refused);
    tcase_add_test(tests, a_barrier_cannot_end_a_run_as_if_it_were_complete);
    tcase_add_test(tests, a_barrier_that_returns_twice_goes_on_once);
    tcase_add_test(tests, one_signal_ends_a_barrier_that_hangs);
    tcase_add_test(tests, barriers_stand_side_by_side);
    tcase_add_test(tests, a_bounce_is_told_by_its_energy);
    tcase_add_test(tests, a_table_of_barriers_is_a_page_and_compared);
    tcase_add_test(tests, a_table_of_barriers_of_another_scene_is_refused);
    tcase_add_test(tests, a_killed_table_of_barriers_goes_on);
    tcase_add_test(tests, a_failed_cell_has_its_reason);
    tcase_add_test(tests, a_stopped_table_of_barriers_has_no_zeros);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
