/* SPDX-License-Identifier: MIT
 * Trying a file in a process of its own. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
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
    ck_assert_int_eq(ts_hdf5_try(NULL, "x", do_nothing, &error), TS_OK);
    ck_assert_int_eq(ts_hdf5_try(NULL, "9", need_limits, &error), TS_OK);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        ck_assert_int_eq(ts_hdf5_try(NULL, signals[i], die, &error), TS_ERROR_DATA);
        ck_assert_ptr_nonnull(strstr(error.message, "HDF5 library fails"));
    }
    ck_assert_int_eq(ts_hdf5_try(NULL, "x", leave, &error), TS_ERROR_DATA);
    ck_assert_int_eq(next_file(), before);
}

START_TEST(test_trials) {
    const struct rlimit core = {1, 1}; /* more than the child is to have, where that is allowed */
    setrlimit(RLIMIT_CORE, &core);
    check_trials();
}
END_TEST

/* A host that does not want to hear of its children: the system keeps no exit codes. */
START_TEST(test_children_ignored) {
    signal(SIGCHLD, SIG_IGN);
    check_trials();
    signal(SIGCHLD, SIG_DFL);
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
    const ts_status status = ts_hdf5_try(NULL, "x", write_words, &error);
    dup2(old, STDERR_FILENO);
    close(ends[1]);
    ck_assert_int_eq(status, TS_OK);
    ck_assert_int_eq(read(ends[0], &byte, 1), 0);
    close(ends[0]);
    close(old);
}
END_TEST

/* No file can be opened any more, so no socket. */
START_TEST(test_no_socket) {
    struct rlimit limit, none;
    ts_error error;
    getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = (rlim_t)next_file();
    setrlimit(RLIMIT_NOFILE, &none);
    const ts_status status = ts_hdf5_try(NULL, "x.h5", do_nothing, &error);
    setrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_int_eq(status, TS_ERROR_MEMORY);
    ck_assert_ptr_nonnull(strstr(error.message, "x.h5 cannot be tried in a process of its own: no socket"));
}
END_TEST

/* ---- One process for many ---- */

/* What the attempts leave for us. */
typedef struct traces {
    pid_t process; /* of the last one */
    int attempts;
    char path[8];
} traces;

static traces *seen;

static void share_traces(void) {
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(seen, MAP_FAILED);
}

static void leave_a_trace(const char *path) {
    seen->process = getpid();
    ++seen->attempts;
    snprintf(seen->path, sizeof seen->path, "%s", path);
}

START_TEST(test_one_process) {
    const int before = next_file();
    ts_hdf5_trial trial = {0};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "a", leave_a_trace, error));
    const pid_t child = seen->process;
    ck_assert_int_ne(child, getpid());
    ck_assert_str_eq(seen->path, "a");
    check_ok(ts_hdf5_try(&trial, "", leave_a_trace, error));
    ck_assert_str_eq(seen->path, "");
    check_ok(ts_hdf5_try(&trial, "longer", leave_a_trace, error));
    ck_assert_str_eq(seen->path, "longer");
    ck_assert_int_eq(seen->process, child);
    ck_assert_int_eq(seen->attempts, 3);
    ck_assert_int_eq(waitpid(child, NULL, WNOHANG), 0);
    ts_hdf5_trial_end(&trial);
    ck_assert_int_eq(waitpid(child, NULL, WNOHANG), -1);
    ck_assert_int_eq(trial.child, 0);
    ts_hdf5_trial_end(&trial); /* there is none */
    ck_assert_int_eq(next_file(), before);
}
END_TEST

/* The next file gets a new process. */
START_TEST(test_after_a_crash) {
    const int before = next_file();
    ts_hdf5_trial trial = {0};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "a", leave_a_trace, error));
    const pid_t first = seen->process;
    check_fails(ts_hdf5_try(&trial, "11", die, error), TS_ERROR_DATA, "11 is a damaged HDF5 file");
    check_fails(ts_hdf5_try(&trial, "8", die, error), TS_ERROR_DATA, "8 is a damaged HDF5 file");
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    check_ok(ts_hdf5_try(&trial, "b", leave_a_trace, error));
    ck_assert_int_ne(seen->process, first);
    ts_hdf5_trial_end(&trial);
    ck_assert_int_eq(next_file(), before);
}
END_TEST

static void die_after_others(const char *path) {
    const bool is_first = seen->process != getpid();
    leave_a_trace(path);
    if (!is_first) die("11");
}

/* What goes wrong in a process that has tried other files is not held against the last one. */
START_TEST(test_not_its_fault) {
    ts_hdf5_trial trial = {0};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "a", die_after_others, error));
    check_ok(ts_hdf5_try(&trial, "b", die_after_others, error));
    ck_assert_int_eq(seen->attempts, 3);
    ts_hdf5_trial_end(&trial);
}
END_TEST

/* Ended from outside while it waits: no signal reaches us. */
START_TEST(test_killed) {
    ts_hdf5_trial trial = {0};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "a", leave_a_trace, error));
    const pid_t child = trial.child; /* 0 would be all of us */
    ck_assert_int_gt(child, 0);
    kill(child, SIGKILL);
    siginfo_t end;
    ck_assert_int_eq(waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT), 0);
    check_ok(ts_hdf5_try(&trial, "b", leave_a_trace, error));
    ck_assert_int_ne(seen->process, child);
    ts_hdf5_trial_end(&trial);
}
END_TEST

/* Its minute begins anew with each file. */
static void need_a_minute(const char *path) {
    struct rusage used;
    struct rlimit time;
    do getrusage(RUSAGE_SELF, &used);
    while (used.ru_utime.tv_sec + used.ru_stime.tv_sec < atoi(path));
    getrlimit(RLIMIT_CPU, &time);
    seen->attempts = (int)time.rlim_cur;
}

START_TEST(test_each_has_a_minute) {
    ts_hdf5_trial trial = {0};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "1", need_a_minute, error));
    ck_assert_int_eq(seen->attempts, 60);
    check_ok(ts_hdf5_try(&trial, "0", need_a_minute, error));
    ck_assert_int_ge(seen->attempts, 61);
    ck_assert_int_le(seen->attempts, 62);
    ts_hdf5_trial_end(&trial);
}
END_TEST

static void stay_busy(const char *path) {
    struct rlimit time;
    getrlimit(RLIMIT_CPU, &time);
    time.rlim_cur = 1;
    setrlimit(RLIMIT_CPU, &time);
    while (*(volatile const char *)path == 'x') continue;
}

/* Also where the program lets that signal pass. */
START_TEST(test_too_long) {
    ts_hdf5_trial trial = {0};
    signal(SIGXCPU, SIG_IGN);
    check_fails(ts_hdf5_try(&trial, "x", stay_busy, error), TS_ERROR_DATA, "x is a damaged HDF5 file");
    signal(SIGXCPU, SIG_DFL);
}
END_TEST

static void sleep_on(const char *path) {
    (void)path;
    for (;;) pause();
}

/* One that does nothing, as on a disk that is gone, uses up no processor time. It is not asked a second time. */
START_TEST(test_sleeping) {
    const int before = next_file();
    ts_hdf5_trial trial = {.patience = 1};
    share_traces();
    check_ok(ts_hdf5_try(&trial, "a", leave_a_trace, error));
    check_fails(ts_hdf5_try(&trial, "x", sleep_on, error), TS_ERROR_DATA, "nothing came of it for 1 s");
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(trial.patience, 1);
    check_ok(ts_hdf5_try(&trial, "b", leave_a_trace, error));
    ck_assert_str_eq(seen->path, "b");
    ts_hdf5_trial_end(&trial);
    ck_assert_int_eq(next_file(), before);
}
END_TEST

/* Whoever waits for the end of our pipe does not wait for the child. */
START_TEST(test_pipes) {
    ts_hdf5_trial trial = {0};
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    check_ok(ts_hdf5_try(&trial, "x", do_nothing, error));
    close(ends[1]);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    ck_assert_int_eq(poll(&end, 1, 10000), 1);
    ck_assert(end.revents & POLLHUP);
    close(ends[0]);
    ts_hdf5_trial_end(&trial);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hdf5 trial");
    TCase *tests = tcase_create("trial");
    tcase_add_test(tests, test_trials);
    tcase_add_test(tests, test_children_ignored);
    tcase_add_test(tests, test_silence);
    tcase_add_test(tests, test_no_socket);
    suite_add_tcase(suite, tests);
    TCase *many = tcase_create("many");
    tcase_add_test(many, test_one_process);
    tcase_add_test(many, test_after_a_crash);
    tcase_add_test(many, test_not_its_fault);
    tcase_add_test(many, test_killed);
    tcase_add_test(many, test_each_has_a_minute);
    tcase_add_test(many, test_too_long);
    tcase_add_test(many, test_sleeping);
    tcase_add_test(many, test_pipes);
    suite_add_tcase(suite, many);
    return ts_run_suite(suite);
}
