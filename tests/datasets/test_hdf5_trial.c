/* SPDX-License-Identifier: MIT
 * Trying a file in a process of its own. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "datasets/hdf5_trial.h"
#include "tests/datasets/scratch.h"

static void do_nothing(const char *path) {
    (void)path;
}

/* The signal is the path. */
static void die(const char *path) {
    const int number = atoi(path);
    signal(number, SIG_DFL);
    raise(number);
}

static void leave(const char *path) {
    (void)path;
    _exit(0);
}

static void need_limits(const char *path) {
    struct rlimit time, core;
    getrlimit(RLIMIT_CPU, &time);
    getrlimit(RLIMIT_CORE, &core);
    if (time.rlim_cur > 60 || core.rlim_cur != 0) die(path);
}

static void write_words(const char *path) {
    (void)path;
    if (write(STDERR_FILENO, "words", 5) != 5) _exit(1);
}

/* The number of the next file to be opened: larger when any was left open. */
static int next_file(void) {
    const int next = open("/dev/null", O_RDONLY);
    ck_assert_int_ge(next, 0);
    close(next);
    return next;
}

static void check_trials(void) {
    const char *signals[] = {"8", "11", "6", "9", "24"}; /* FPE, SEGV, ABRT, KILL, XCPU */
    const int before = next_file();
    ts_error error;
    ck_assert_int_eq(ts_hdf5_try("x", do_nothing, &error), TS_OK);
    ck_assert_int_eq(ts_hdf5_try("9", need_limits, &error), TS_OK);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        ck_assert_int_eq(ts_hdf5_try(signals[i], die, &error), TS_ERROR_DATA);
        ck_assert_ptr_nonnull(strstr(error.message, "HDF5 library fails"));
    }
    ck_assert_int_eq(ts_hdf5_try("x", leave, &error), TS_ERROR_DATA);
    ck_assert_int_eq(next_file(), before);
}

START_TEST(test_trials) {
    check_trials();
}
END_TEST

/* A host that does not want to hear of its children: the system keeps no exit codes. */
START_TEST(test_children_ignored) {
    signal(SIGCHLD, SIG_IGN);
    check_trials();
}
END_TEST

/* What a dying library says goes nowhere. */
START_TEST(test_silence) {
    int ends[2];
    char byte;
    ts_error error;
    ck_assert_int_eq(pipe(ends), 0);
    const int old = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    const ts_status status = ts_hdf5_try("x", write_words, &error);
    dup2(old, STDERR_FILENO);
    close(ends[1]);
    ck_assert_int_eq(status, TS_OK);
    ck_assert_int_eq(read(ends[0], &byte, 1), 0);
    close(ends[0]);
    close(old);
}
END_TEST

/* No file can be opened any more, so no pipe. */
START_TEST(test_no_pipe) {
    struct rlimit limit, none;
    ts_error error;
    getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = (rlim_t)next_file();
    setrlimit(RLIMIT_NOFILE, &none);
    const ts_status status = ts_hdf5_try("x.h5", do_nothing, &error);
    setrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_int_eq(status, TS_ERROR_MEMORY);
    ck_assert_ptr_nonnull(strstr(error.message, "x.h5 cannot be tried in a process of its own: no pipe"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hdf5 trial");
    TCase *tests = tcase_create("trial");
    tcase_add_test(tests, test_trials);
    tcase_add_test(tests, test_children_ignored);
    tcase_add_test(tests, test_silence);
    tcase_add_test(tests, test_no_pipe);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
