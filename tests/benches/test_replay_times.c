/* SPDX-License-Identifier: GPL-2.0-or-later
 * A pass that is asked again: the least times, and every answer that is unlike the first. */
#include "tests/datasets/scratch.h"

#include <math.h>

#include "benches/replay_times.h"

enum { QUERIES = 4, REPETITIONS = 2 };

/* The queries to which the method now says another toi, or fails. */
static int other, fails;

static void answer(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    const int number = (int)query->x0[0][0];
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = number == other ? 0.25 : 0.5};
    if (number == fails) *result = (ts_ccd_result){.status = TS_CCD_FAILED};
}

/* Queries that were asked together, in each call. */
static size_t together;
static bool batch_fails;

static void answer_batch(void *self, size_t count, const ts_ccd_query *asked, ts_ccd_result *results) {
    for (size_t q = 0; q < count; ++q) answer(self, &asked[q], &results[q]);
    if (batch_fails) results[count - 1].toi = NAN;
    together = count;
}

static const ts_ccd_backend BACKEND = {.abi = TS_CCD_ABI,
                                       .name = "moody",
                                       .capabilities = TS_CCD_CAN_POINT_POINT,
                                       .query = answer,
                                       .query_batch = answer_batch};

static const ts_ccd_method METHOD = {.backend = &BACKEND};
static const ts_replay_options OPTIONS = {
    .methods = &METHOD, .method_count = 1, .repetitions = REPETITIONS, .block = QUERIES};

static ts_replay_times times;
static ts_ccd_query queries[QUERIES];
static ts_replay_block block;

static void ask(int pass, int round) {
    ck_assert(ts_replay_time(&times, &block, 0, pass, round));
}

static void setup(void) {
    for (int q = 0; q < QUERIES; ++q) {
        queries[q] = (ts_ccd_query){.kind = TS_POINT_POINT, .t_max = 1.0};
        queries[q].x0[0][0] = q;
    }
    block = (ts_replay_block){.count = QUERIES, .queries = queries};
    other = fails = -1;
    together = 0;
    batch_fails = false;
    check_ok(ts_replay_times_init(&times, &OPTIONS, error));
    ask(0, 0);
}

static void teardown(void) {
    ts_replay_times_clear(&times);
}

static double sample(int pass, int q) {
    return times.samples[pass * QUERIES + q];
}

static ts_ccd_result said(int pass, int q) {
    return times.answers[pass * QUERIES + q];
}

/* No clock decides: a time that none can beat stands, and one that all beat does not. */
START_TEST(the_least_time_stands) {
    const double least = 1e-6, most = 1e18;
    ask(1, 0);
    times.samples[QUERIES + 1] = least;
    times.samples[QUERIES + 2] = most;
    ask(1, 1);
    ck_assert_double_eq(sample(1, 1), least);
    ck_assert_double_lt(sample(1, 2), most);
    for (int q = 0; q < QUERIES; ++q) ck_assert_double_ge(sample(1, q), 0.0);
}
END_TEST

START_TEST(another_answer_is_kept_whenever_it_came) {
    other = 1;
    ask(1, 0);
    other = 3;
    ask(1, 1);
    other = -1;
    ask(1, 2);
    ck_assert_double_eq(said(1, 0).toi, 0.5);
    ck_assert_double_eq(said(1, 1).toi, 0.25);
    ck_assert_double_eq(said(1, 2).toi, 0.5);
    ck_assert_double_eq(said(1, 3).toi, 0.25);
}
END_TEST

START_TEST(a_failure_is_kept_and_what_has_no_time_gets_none) {
    ask(1, 0);
    ck_assert(ts_replay_may_repeat(&times, &block, 1));
    fails = 2;
    ask(1, 1);
    ck_assert(!ts_replay_may_repeat(&times, &block, 1));
    fails = -1;
    times.samples[QUERIES + 3] = NAN;
    ask(1, 2);
    ck_assert_int_eq(said(1, 2).status, TS_CCD_FAILED);
    ck_assert_int_eq(said(1, 1).status, TS_CCD_HIT);
    ck_assert_double_nan(sample(1, 3));
    ck_assert(!isnan(sample(1, 1)));
}
END_TEST

/* Both columns of the table are of the same queries. */
START_TEST(a_batch_is_of_the_queries_that_are_answered_alone) {
    fails = 2;
    ask(1, 0);
    ask(REPETITIONS, 0);
    ck_assert_uint_eq(together, QUERIES - 1);
    for (int q = 0; q < QUERIES; ++q) ck_assert_int_eq(isnan(times.batch_ns[q]) != 0, q == fails);
    batch_fails = true;
    ask(REPETITIONS, 0);
    for (int q = 0; q < QUERIES; ++q) ck_assert(isnan(times.batch_ns[q]));
}
END_TEST

/* What was timed once is no repetition: whatever the one sample is, all sums have the same of it. */
START_TEST(a_query_that_was_timed_once_counts_alike_in_every_run) {
    double sums[2][REPETITIONS];
    for (int run = 0; run < 2; ++run) {
        ts_replay_cell cell = {.repetition_sum = sums[run]};
        for (int r = 0; r < REPETITIONS; ++r) {
            sums[run][r] = 0.0;
            times.samples[r * QUERIES] = 1000.0 + r;
            times.samples[r * QUERIES + 1] = (run == 0 ? 1.1 : 3.0) * TS_SLOW_QUERY_NS;
        }
        ck_assert_double_eq(ts_replay_enter_time(&times, &cell, &block, 0, 0), 1000.5);
        ck_assert_double_eq(ts_replay_enter_time(&times, &cell, &block, 0, 1), times.samples[1]);
    }
    for (int r = 0; r < REPETITIONS; ++r) {
        ck_assert_double_eq(sums[0][r], 1000.0 + r + TS_SLOW_QUERY_NS);
        ck_assert_double_eq(sums[0][r], sums[1][r]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("times of a replay");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, the_least_time_stands);
    tcase_add_test(all, another_answer_is_kept_whenever_it_came);
    tcase_add_test(all, a_failure_is_kept_and_what_has_no_time_gets_none);
    tcase_add_test(all, a_batch_is_of_the_queries_that_are_answered_alone);
    tcase_add_test(all, a_query_that_was_timed_once_counts_alike_in_every_run);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
