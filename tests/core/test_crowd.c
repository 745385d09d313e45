/* SPDX-License-Identifier: MIT
 * How many threads are taken while other programs want the cores too: the decisions by made-up clocks, what threads
 * wait for by three of them on one core. */
#define _GNU_SOURCE
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>

#include "core/clock.h"
#include "core/crowd.h"
#include "core/share.h"
#include "tests/support.h"

/* Between looks, s: a binary fraction, so that sums are exact. */
static const double LOOK = 0x1p-4;

/* A process whose threads wait for `share` seconds a second. */
typedef struct life {
    ts_crowd crowd;
    double now, waited;
} life;

static life begin(int most) {
    life made = {.now = 100.0, .waited = 7.0};
    ts_crowd_begin(&made.crowd, most, made.now, made.waited);
    return made;
}

/* Returns how many threads were taken in the mean. */
static double live(life *of, double seconds, double share) {
    double sum = 0.0;
    const int looks = (int)ceil(seconds / LOOK);
    for (int k = 0; k < looks; ++k) {
        of->now += LOOK;
        of->waited += LOOK * share;
        sum += ts_crowd_look(&of->crowd, of->now, of->waited);
    }
    return sum / looks;
}

START_TEST(alone_all_threads_are_taken) {
    life of = begin(4);
    ck_assert_double_eq(live(&of, 60.0, 0.05), 4.0);
}
END_TEST

START_TEST(in_a_crowd_threads_leave_one_by_one) {
    life of = begin(3);
    ck_assert_double_eq(live(&of, LOOK, 0.9), 3.0); /* too short a time to judge by */
    live(&of, LOOK, 0.9);
    ck_assert_int_eq(of.crowd.threads, 2);
    live(&of, 0.1, 0.9);
    ck_assert_int_eq(of.crowd.threads, 1);
    ck_assert_double_eq(live(&of, 1.0, 0.9), 1.0); /* never none */
}
END_TEST

START_TEST(one_that_leaves_is_enough_where_it_was_one_too_many) {
    life of = begin(4);
    live(&of, 0.1, 0.9);
    ck_assert_double_eq(live(&of, 0.4, 0.05), 3.0);
}
END_TEST

START_TEST(they_come_back_when_it_is_over) {
    life of = begin(3);
    live(&of, 2.0, 0.9);
    ck_assert_int_eq(of.crowd.threads, 1);
    live(&of, 1.0, 0.05);
    ck_assert_int_eq(of.crowd.threads, 3);
    ck_assert_double_eq(live(&of, 30.0, 0.05), 3.0);
}
END_TEST

/* Threads that come back too early are the less often in the way the longer the crowd stays. */
START_TEST(a_crowd_that_stays_is_seldom_tried) {
    life of = begin(2);
    double tries[3] = {0.0};
    for (int part = 0; part < 3; ++part) {
        for (double end = of.now + 64.0; of.now < end;) {
            const int before = of.crowd.threads;
            live(&of, LOOK, before == 2 ? 0.9 : 0.02);
            tries[part] += of.crowd.threads > before;
        }
    }
    ck_assert_double_ge(tries[0], 4.0);
    ck_assert_double_le(tries[0], 10.0);
    ck_assert_double_le(tries[1], 5.0);
    ck_assert_double_ge(tries[2], 3.0); /* but it is tried */
    live(&of, 20.0, 0.02);
    ck_assert_int_eq(of.crowd.threads, 2);
    live(&of, 1.0, 0.02);
    live(&of, 0.1, 0.9); /* another crowd, later */
    ck_assert_int_eq(of.crowd.threads, 1);
    ck_assert_double_lt(of.crowd.until - of.now, 1.0);
}
END_TEST

/* A thread that ends takes along what it had waited for. */
START_TEST(less_than_before_is_no_crowd) {
    life of = begin(2);
    of.waited = 0.0;
    ck_assert_double_eq(live(&of, 1.0, 0.05), 2.0);
}
END_TEST

/* ---- This process ---- */

/* All threads that OpenMP begins from now on share the core that this one is on. */
static cpu_set_t onto_one_core(void) {
    cpu_set_t before, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    return before;
}

static void work_for(double seconds) {
#pragma omp parallel
    {
        const double start = ts_seconds();
        while (ts_seconds() - start < seconds) {}
    }
}

/* First of all, because threads begin with the affinity of the one that begins them. */
START_TEST(threads_on_one_core_wait_and_one_leaves) {
    double before, after;
    if (!ts_crowd_waited(&before)) {
        puts("skipped: this system does not tell what threads wait for");
        return;
    }
    omp_set_dynamic(0);
    omp_set_num_threads(3);
    const cpu_set_t allowed = onto_one_core();
    work_for(0.0);
    ck_assert(ts_crowd_waited(&before));
    work_for(0.4);
    ck_assert(ts_crowd_waited(&after));
    ck_assert_double_ge(after - before, 0.6); /* 0.8 of the three together, and more where others are there */
    omp_set_num_threads(2);
    ts_crowd_watch(false);
    ts_crowd_mind();
    work_for(0.2);
    ts_crowd_mind();
    ck_assert_int_eq(omp_get_max_threads(), 2); /* nobody watches */
    ts_crowd_watch(true);
    for (int k = 0; k < 100 && omp_get_max_threads() == 2; ++k) {
        work_for(0.02);
        ts_crowd_mind();
    }
    ck_assert_int_eq(omp_get_max_threads(), 1);
    ts_crowd_watch(false);
    ck_assert_int_eq(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}
END_TEST

START_TEST(room_is_what_there_is_at_most) {
    omp_set_num_threads(3);
    ck_assert_int_eq(ts_threads_at_most(2), 2);
    ck_assert_int_eq(ts_threads_at_most(5), 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("crowd");
    TCase *process = tcase_create("this process"), *decisions = tcase_create("decisions");
    tcase_add_test(process, threads_on_one_core_wait_and_one_leaves);
    tcase_add_test(process, room_is_what_there_is_at_most);
    tcase_add_test(decisions, alone_all_threads_are_taken);
    tcase_add_test(decisions, in_a_crowd_threads_leave_one_by_one);
    tcase_add_test(decisions, one_that_leaves_is_enough_where_it_was_one_too_many);
    tcase_add_test(decisions, they_come_back_when_it_is_over);
    tcase_add_test(decisions, a_crowd_that_stays_is_seldom_tried);
    tcase_add_test(decisions, less_than_before_is_no_crowd);
    suite_add_tcase(suite, process);
    suite_add_tcase(suite, decisions);
    return ts_run_suite(suite);
}
