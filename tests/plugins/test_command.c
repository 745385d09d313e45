/* SPDX-License-Identifier: MIT
 * --plugin and --plugin-exec of the built command. */
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support.h"

#define AXES TS_BINARY_DIR "/plugins/axes.so"
#define FRAGILE TS_BINARY_DIR "/plugins/fragile.so"

static char folder[] = "/tmp/touchstone-plugins-XXXXXX";
static char output[1 << 16]; /* standard output and error */

/* Runs "touchstone ARGUMENTS" in the test's folder; returns the exit code. */
__attribute__((format(printf, 1, 2))) static int run(const char *format, ...) {
    char arguments[2048], command[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    snprintf(command, sizeof command, "cd %s && '%s/touchstone' %s 2>&1 </dev/null", folder, TS_BINARY_DIR, arguments);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    const int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status), "%s: ended by a signal", arguments);
    return WEXITSTATUS(status);
}

static void expect(const char *text) {
    ck_assert_msg(strstr(output, text) != NULL, "'%s' is not in the output:\n%s", text, output);
}

START_TEST(list_shows_what_the_user_brings) {
    ck_assert_int_eq(run("list backends --plugin " AXES " --plugin-exec 'mine: cat' --plugin-exec 'sort -r, or so'"),
                     0);
    expect("axes\n  separation along the coordinate axes");
    expect("option axes.s: real");
    expect("mine\n  the program: cat\n");
    expect("exec-2\n  the program: sort -r, or so\n");
    ck_assert_int_eq(run("list backends --plugin " AXES ":s=0.25"), 0);
}
END_TEST

START_TEST(replay_and_show_run_it) {
    ck_assert_int_eq(run("dataset generate generic --count 40 --seed 3 --out q.h5"), 0);
    ck_assert_int_eq(run("replay q.h5 --repetitions 0 --backend axes,slow --plugin %s:s=0.25 --json r.json "
                         "--plugin-exec 'slow: while read -r kind rest; do test $kind = block || echo hit 0; done'",
                         AXES),
                     0);
    expect("axes");
    expect("slow");
    ck_assert_int_eq(run("show q.h5 7 --backend axes --plugin " AXES), 0);
    expect("axes");
}
END_TEST

/* A program that ends at every query: all answers are errors, and the run goes on to its end, and fails. */
START_TEST(a_crash_does_not_stop_the_run) {
    ck_assert_int_eq(run("dataset generate generic --count 12 --seed 3 --out c.h5"), 0);
    ck_assert_int_eq(run("replay c.h5 --repetitions 1 --backend dead,accd --plugin-exec 'dead: exit 1'"), 1);
    expect("accd");
    expect("fails by 'unanswered' (see --fail-on): dead in c.h5");
    ck_assert_int_eq(run("replay c.h5 --repetitions 1 --backend dead,accd --plugin-exec 'dead: exit 1' --csv d.csv"),
                     1);
}
END_TEST

/* It crashes on six queries, as often as it may, and twice as often while it is timed. */
START_TEST(failures_while_timed_do_not_count) {
    ck_assert_int_eq(run("dataset generate generic --count 40 --seed 3 --out k.h5"), 0);
    for (int repetitions = 0; repetitions < 4; repetitions += 3) {
        for (int block = 40; block > 0; block -= 30) {
            ck_assert_int_eq(run("replay k.h5 --backend fragile --plugin %s --plugin-restarts 6 --jobs 1 --block %d "
                                 "--repetitions %d --allow-unsafe",
                                 FRAGILE, block, repetitions),
                             0);
            expect("crashed");
            ck_assert_ptr_null(strstr(output, "given up"));
            ck_assert_ptr_null(strstr(output, "given_up"));
            ck_assert_ptr_null(strstr(output, "not asked any more"));
        }
    }
    run("replay k.h5 --backend fragile --plugin %s --plugin-restarts 3 --jobs 1 --repetitions 0", FRAGILE);
    expect("not asked any more");
}
END_TEST

/* A program that crashes at every second query of a process fails, though no query fails by itself. */
START_TEST(a_crash_now_and_then_is_counted) {
    ck_assert_int_eq(run("dataset generate generic --count 12 --seed 3 --out f.h5"), 0);
    ck_assert_int_eq(
        run("replay f.h5 --repetitions 1 --backend flaky --fail-on error --json flaky.json --plugin-exec 'flaky: while "
            "read -r kind rest; do test $kind = block && continue; test -n \"$again\" && kill -9 $$; again=1; echo hit "
            "0; done'"),
        1);
    expect("fails by 'error' (see --fail-on): flaky");
    expect("crashed");
}
END_TEST

/* One that ends after each block, all of which it has answered, does nothing wrong. */
START_TEST(a_program_may_end_after_a_block) {
    ck_assert_int_eq(run("dataset generate generic --count 12 --seed 3 --out o.h5"), 0);
    for (int block = 1; block <= 5; block += 4) {
        ck_assert_int_eq(
            run("replay o.h5 --repetitions 1 --backend once --backend-option once.block=%d --fail-on error "
                "--plugin-exec 'once: read -r word n; for i in $(seq $n); do read -r query; echo hit 0; "
                "done'",
                block),
            0);
    }
}
END_TEST

START_TEST(refusals_are_usage_or_data_errors_in_one_line) {
    static const struct {
        const char *arguments, *reason;
        int code;
    } refused[] = {
        {"list backends --plugin absent.so", "plug-in absent.so cannot be opened", 4},
        {"list backends --plugin " TS_BINARY_DIR "/plugins/broken_no_symbol.so", "has no symbol", 4},
        {"list backends --plugin " TS_BINARY_DIR "/plugins/broken_taken_name.so", "is registered already", 2},
        {"list backends --plugin " TS_BINARY_DIR "/plugins/broken_other_abi.so", "interface version", 2},
        {"list backends --plugin " AXES " --plugin " AXES, "is registered already", 2},
        {"list backends --plugin-exec 'accd: true'", "is registered already", 2},
        {"replay . --plugin " AXES ":speed=1", "has no option 'speed'", 2},
        {"replay . --plugin " AXES ":s=7", "expected a value in [0, 0.98", 2},
        {"replay . --plugin " AXES ":s", "cannot be opened", 4},
        {"list backends --plugin " AXES ":speed=1", "has no option 'speed'", 2},
        {"list backends --plugin " AXES ":s=7", "expected a value in [0, 0.98", 2},
        {"list scenes --plugin " AXES ":s=much", "expected a number", 2},
        {"report absent.json --out page --plugin " AXES ":s=7", "expected a value in [0, 0.98", 2},
        {"merge absent.json --plugin " AXES ":s=7", "expected a value in [0, 0.98", 2},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        ck_assert_msg(run("%s", refused[i].arguments) == refused[i].code, "%s: %s", refused[i].arguments, output);
        expect(refused[i].reason);
        ck_assert_msg(strchr(output, '\n') == output + strlen(output) - 1, "more than one line: %s", output);
    }
}
END_TEST

static int remove_folder(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void) {
    if (!mkdtemp(folder)) return EXIT_FAILURE;
    Suite *suite = suite_create("plug-ins of the command");
    TCase *tests = tcase_create("command");
    tcase_add_test(tests, list_shows_what_the_user_brings);
    tcase_add_test(tests, replay_and_show_run_it);
    tcase_add_test(tests, a_crash_does_not_stop_the_run);
    tcase_add_test(tests, failures_while_timed_do_not_count);
    tcase_add_test(tests, a_crash_now_and_then_is_counted);
    tcase_add_test(tests, a_program_may_end_after_a_block);
    tcase_add_test(tests, refusals_are_usage_or_data_errors_in_one_line);
    suite_add_tcase(suite, tests);
    const int code = ts_run_suite(suite);
    return remove_folder() == 0 ? code : EXIT_FAILURE;
}
