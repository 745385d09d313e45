/* SPDX-License-Identifier: MIT
 * Ending a program with all that it started: also what left its group, and what is just being started. */
#include "core/host/descendants.h"

#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support.h"

enum { CHILDREN = 3, LIFE = 30, TRIES = 20 }; /* s, should one escape */

/* Where each says that it is there: on a busy machine that takes its time. */
enum { THERE = 60, SOCKET = 61 };

static const char *program;

/* What the program that is ended does, which is this one again. */

_Noreturn static void start_again(void) {
    execl(program, program, "child", (char *)NULL);
    _exit(EXIT_FAILURE);
}

_Noreturn static void start_without_environment(void) {
    char *none[] = {NULL};
    execle(program, program, "idle", (char *)NULL, none);
    _exit(EXIT_FAILURE);
}

static void say_there(void) {
    if (write(THERE, "", 1) != 1) _exit(EXIT_FAILURE);
}

typedef void child_way(void);

_Noreturn static void lead(child_way *go_on) {
    alarm(LIFE);
    say_there();
    for (int k = 0; k < CHILDREN; ++k) {
        if (fork() != 0) continue;
        alarm(LIFE);
        setsid();
        say_there();
        if (go_on) go_on();
        break;
    }
    for (;;) pause();
}

static pid_t start(const char *what, ts_mark *mark) {
    char **list = ts_mark_environment(mark);
    ck_assert_ptr_nonnull(list);
    int there[2], ends[2];
    ck_assert_int_eq(pipe(there), 0);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    ts_mark_socket(mark, ends[1]);
    const pid_t leader = fork();
    if (leader == 0) {
        setpgid(0, 0);
        dup2(there[1], THERE);
        dup2(ends[1], SOCKET);
        execle(program, program, what, (char *)NULL, list);
        _exit(EXIT_FAILURE);
    }
    setpgid(leader, leader);
    free(list);
    close(there[1]);
    close(ends[0]);
    close(ends[1]);
    char one;
    for (int k = 0; k < 1 + CHILDREN; ++k) ck_assert_int_eq(read(there[0], &one, 1), 1);
    close(there[0]);
    return leader;
}

static void nap(long ms) {
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* How many have ended, once nothing is left or ten seconds have passed; orphans have become ours. */
static int reap(bool *is_left) {
    int count = 0;
    for (int k = 0; k < 10000; ++k) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) ++count;
        *is_left = ended == 0;
        if (!*is_left) return count;
        nap(1);
    }
    return count;
}

static void check(const char *what) {
    for (int k = 0; k < TRIES; ++k) {
        ts_mark mark = ts_mark_make();
        const pid_t leader = start(what, &mark);
        nap(k);
        ts_kill_descendants(leader, &mark);
        bool is_left;
        const int ended = reap(&is_left);
        ck_assert_msg(!is_left, "%s %d: only %d processes ended", what, k, ended);
        ck_assert_int_eq(ended, 1 + CHILDREN);
    }
}

START_TEST(what_left_the_group_is_ended) {
    check("leader");
}
END_TEST

/* A process has no environment that could be read while exec starts it: these are always being started. */
START_TEST(what_is_being_started_is_ended) {
    check("leader-of-starters");
}
END_TEST

START_TEST(what_has_emptied_its_environment_is_ended) {
    check("leader-of-bare-ones");
}
END_TEST

START_TEST(others_live_on) {
    ts_mark mark = ts_mark_make(), other = ts_mark_make();
    ck_assert_str_ne(mark.text, other.text);
    const pid_t one = start("leader", &mark), two = start("leader", &other);
    ts_kill_descendants(one, &mark);
    for (int k = 0; k < 1 + CHILDREN; ++k) ck_assert_int_ne(waitpid(-1, NULL, 0), two);
    nap(50);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), 0); /* no other one ends */
    ts_kill_descendants(two, &other);
    bool is_left;
    ck_assert_int_eq(reap(&is_left), 1 + CHILDREN);
    ck_assert(!is_left);
}
END_TEST

int main(int count, char **argument) {
    program = "/proc/self/exe";
    if (count > 1 && strcmp(argument[1], "child") == 0) start_again();
    while (count > 1 && strcmp(argument[1], "idle") == 0) pause();
    if (count > 1 && strcmp(argument[1], "leader-of-starters") == 0) lead(start_again);
    if (count > 1) lead(strcmp(argument[1], "leader-of-bare-ones") == 0 ? start_without_environment : NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    Suite *suite = suite_create("descendants");
    TCase *tests = tcase_create("descendants");
    tcase_add_test(tests, what_left_the_group_is_ended);
    tcase_add_test(tests, what_is_being_started_is_ended);
    tcase_add_test(tests, what_has_emptied_its_environment_is_ended);
    tcase_add_test(tests, others_live_on);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
