/* SPDX-License-Identifier: MIT
 * A thread that stays on a processor, and a process that follows it there and back. */
#define _GNU_SOURCE
#include "tests/support.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/processor.h"

static cpu_set_t allowed_to(pid_t process) {
    cpu_set_t allowed;
    ck_assert_int_eq(sched_getaffinity(process, sizeof allowed, &allowed), 0);
    return allowed;
}

START_TEST(a_thread_stays_and_leaves) {
    const cpu_set_t before = allowed_to(0);
    ts_stay stay;
    ts_stay_on_processor(&stay);
    ck_assert(stay.holds);
    const cpu_set_t here = allowed_to(0);
    ck_assert_int_eq(CPU_COUNT(&here), 1);
    ck_assert(CPU_ISSET((size_t)sched_getcpu(), &here));
    ts_leave_processor(&stay);
    const cpu_set_t after = allowed_to(0);
    ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

START_TEST(a_process_follows) {
    const cpu_set_t before = allowed_to(0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        for (;;) pause();
    }
    ts_stay stay;
    ts_stay_on_processor(&stay);
    ts_follow_to_processor(child);
    const cpu_set_t ours = allowed_to(0), its = allowed_to(child);
    ts_leave_processor(&stay);
    ts_follow_to_processor(child);
    const cpu_set_t its_after = allowed_to(child);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ck_assert_int_eq(CPU_COUNT(&its), 1);
    ck_assert(CPU_EQUAL(&ours, &its));
    ck_assert(CPU_EQUAL(&before, &its_after));
}
END_TEST

START_TEST(what_never_stayed_is_not_changed) {
    const cpu_set_t before = allowed_to(0);
    const ts_stay stay = {.holds = false};
    ts_leave_processor(&stay);
    const cpu_set_t after = allowed_to(0);
    ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("processor");
    TCase *all = tcase_create("all");
    tcase_add_test(all, a_thread_stays_and_leaves);
    tcase_add_test(all, a_process_follows);
    tcase_add_test(all, what_never_stayed_is_not_changed);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
