/* SPDX-License-Identifier: MIT
 * Child processes: their ends, their limits, several at once, none left behind. */
#include "tests/datasets/scratch.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "benches/table/children.h"
#include "core/clock.h"

enum { MOST = 8 };

/* What the reports of a run say. */
typedef struct heard {
    ts_child_report report[MOST];
    int count[MOST];
    int stop_after; /* ends of which the last one fails; 0: none does */
    int ends;
    bool stops; /* interrupted from the first question on */
} heard;

static ts_status hear(void *self, size_t job, const ts_child_report *report, ts_error *error) {
    heard *all = self;
    all->report[job] = *report;
    ++all->count[job];
    if (++all->ends != all->stop_after) return TS_OK;
    error->status = TS_ERROR_DATA;
    return TS_ERROR_DATA;
}

static bool asked_to_stop(void *self) {
    const heard *all = self;
    return all->stops;
}

/* A line of shell as a job. */
typedef struct script {
    const char *line;
    double seconds;
    uint64_t bytes;
} script;

static char SHELL[] = "/bin/sh", OPTION[] = "-c";

static ts_status run(const script *scripts, size_t count, size_t at_once, heard *all) {
    char *arguments[MOST][4], output[MOST][512];
    ts_child_job jobs[MOST];
    for (size_t k = 0; k < count; ++k) {
        arguments[k][0] = SHELL;
        arguments[k][1] = OPTION;
        arguments[k][2] = strdup(scripts[k].line);
        arguments[k][3] = NULL;
        snprintf(output[k], sizeof output[k], "%s", scratch("out%zu", k));
        jobs[k] = (ts_child_job){arguments[k], output[k], scripts[k].seconds, scripts[k].bytes};
    }
    ts_error error;
    const ts_children_options options = {
        .jobs = jobs, .count = count, .at_once = at_once, .ended = hear, .interrupted = asked_to_stop, .self = all};
    const ts_status status = ts_children_run(&options, &error);
    for (size_t k = 0; k < count; ++k) free(arguments[k][2]);
    return status;
}

static char *text_of(const char *name) {
    size_t length;
    return read_bytes(scratch("%s", name), &length);
}

/* ---- Ends ---- */

START_TEST(each_end_is_told_and_disturbs_no_other) {
    const script scripts[] = {{"echo fine; echo and this >&2", 0, 0},
                              {"exit 7", 0, 0},
                              {"kill -SEGV $$", 0, 0},
                              {"read x; test -z \"$x\"", 0, 0}};
    heard all = {0};
    ck_assert_int_eq(run(scripts, 4, 2, &all), TS_OK);
    const struct {
        ts_child_end end;
        int code;
    } expected[] = {{TS_CHILD_EXITED, 0}, {TS_CHILD_EXITED, 7}, {TS_CHILD_SIGNALLED, SIGSEGV}, {TS_CHILD_EXITED, 0}};
    for (int k = 0; k < 4; ++k) {
        ck_assert_int_eq(all.count[k], 1);
        ck_assert_int_eq(all.report[k].end, expected[k].end);
        ck_assert_int_eq(all.report[k].code, expected[k].code);
        ck_assert(all.report[k].most_bytes > 0 && all.report[k].seconds >= 0.0);
    }
    char *text = text_of("out0");
    ck_assert_str_eq(text, "fine\nand this\n");
    free(text);
}
END_TEST

START_TEST(a_program_that_is_not_there_is_told) {
    char *const arguments[] = {(char[]){"/no/such/program"}, NULL};
    const ts_child_job job = {.arguments = arguments, .output = scratch("out")};
    heard all = {0};
    ts_error error;
    const ts_children_options options = {.jobs = &job, .count = 1, .at_once = 3, .ended = hear, .self = &all};
    ck_assert_int_eq(ts_children_run(&options, &error), TS_OK);
    ck_assert_int_eq(all.report[0].end, TS_CHILD_EXITED);
    ck_assert_int_eq(all.report[0].code, 127);
}
END_TEST

/* ---- Limits ---- */

START_TEST(a_child_out_of_time_may_say_what_it_did) {
    const script scripts[] = {{"trap 'echo stopped; exit 130' INT; while :; do sleep 0.05; done", 0.2, 0},
                              {"exit 0", 30.0, 0}};
    heard all = {0};
    ck_assert_int_eq(run(scripts, 2, 2, &all), TS_OK);
    ck_assert_int_eq(all.report[0].end, TS_CHILD_OUT_OF_TIME);
    ck_assert_int_eq(all.report[0].code, 130);
    ck_assert(all.report[0].seconds >= 0.2);
    ck_assert_int_eq(all.report[1].end, TS_CHILD_EXITED);
    char *text = text_of("out0");
    ck_assert_str_eq(text, "stopped\n");
    free(text);
}
END_TEST

START_TEST(a_child_that_goes_on_is_killed) {
    const script scripts[] = {{"trap '' INT; while :; do sleep 0.05; done", 0.1, 0}};
    heard all = {0};
    ck_assert_int_eq(run(scripts, 1, 1, &all), TS_OK);
    ck_assert_int_eq(all.report[0].end, TS_CHILD_OUT_OF_TIME);
    ck_assert_int_eq(all.report[0].code, SIGKILL);
}
END_TEST

START_TEST(a_child_above_its_memory_is_killed) {
    const script scripts[] = {{"x=0123456789abcdef; while :; do x=$x$x; done", 30.0, UINT64_C(64) << 20},
                              {"exit 0", 0, UINT64_C(64) << 20}};
    heard all = {0};
    ck_assert_int_eq(run(scripts, 2, 1, &all), TS_OK);
    ck_assert_int_eq(all.report[0].end, TS_CHILD_OUT_OF_MEMORY);
    ck_assert(all.report[0].most_bytes > UINT64_C(64) << 20);
    ck_assert_int_eq(all.report[1].end, TS_CHILD_EXITED);
    ck_assert(all.report[1].most_bytes < UINT64_C(64) << 20);
}
END_TEST

/* ---- Ending them all ---- */

/* Waits until the process of that number is gone: a grandchild is reaped by whoever took it over. */
static void check_gone(const char *name) {
    char *text = text_of(name);
    const pid_t process = (pid_t)strtol(text, NULL, 10);
    free(text);
    ck_assert_int_gt(process, 1);
    const double start = ts_seconds();
    char path[64], state = '?';
    for (bool is_there = true; is_there && state != 'Z';) {
        snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
        FILE *file = fopen(path, "r");
        is_there = file && fscanf(file, "%*d %*s %c", &state) == 1;
        if (file) fclose(file);
        ck_assert_msg(ts_seconds() - start < 20.0, "process %ld is left behind", (long)process);
    }
}

START_TEST(what_a_child_started_ends_with_it) {
    char line[1200];
    snprintf(line, sizeof line, "sleep 100 & echo $! > %s; wait", scratch("grandchild"));
    const script scripts[] = {{line, 1.0, 0}};
    heard all = {0};
    ck_assert_int_eq(run(scripts, 1, 1, &all), TS_OK);
    ck_assert_int_eq(all.report[0].end, TS_CHILD_OUT_OF_TIME);
    check_gone("grandchild");
}
END_TEST

START_TEST(an_interruption_kills_all) {
    const script scripts[] = {{"sleep 100", 0, 0}, {"sleep 100", 0, 0}, {"sleep 100", 0, 0}};
    heard all = {.stops = true};
    const double start = ts_seconds();
    ck_assert_int_eq(run(scripts, 3, 2, &all), TS_ERROR_INTERRUPTED);
    ck_assert(ts_seconds() - start < 50.0);
    ck_assert_int_eq(all.ends, 0);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}
END_TEST

START_TEST(a_listener_that_fails_ends_the_run) {
    const script scripts[] = {{"exit 0", 0, 0}, {"sleep 100", 0, 0}, {"exit 0", 0, 0}};
    heard all = {.stop_after = 1};
    const double start = ts_seconds();
    ck_assert_int_eq(run(scripts, 3, 2, &all), TS_ERROR_DATA);
    ck_assert(ts_seconds() - start < 50.0);
    ck_assert_int_eq(all.ends, 1);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("children");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, each_end_is_told_and_disturbs_no_other);
    tcase_add_test(cases, a_program_that_is_not_there_is_told);
    tcase_add_test(cases, a_child_out_of_time_may_say_what_it_did);
    tcase_add_test(cases, a_child_that_goes_on_is_killed);
    tcase_add_test(cases, a_child_above_its_memory_is_killed);
    tcase_add_test(cases, what_a_child_started_ends_with_it);
    tcase_add_test(cases, an_interruption_kills_all);
    tcase_add_test(cases, a_listener_that_fails_ends_the_run);
    Suite *suite = suite_create("children");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
