/* SPDX-License-Identifier: MIT
 * What timing does, not how long it takes: which queries it calls, how often, and when it stops. */
#include "tests/support.h"

#include <math.h>
#include <time.h>

#include "ccd/timing.h"
#include "core/clock.h"

/* A method that counts its calls and works as long as the query's first coordinate says, in seconds of its thread's
 * clock; its first call may have to wait besides. */
static int calls;
static bool first_waits;

static void count_call(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    if (calls++ == 0 && first_waits) nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
    if (query->x0[0][0] > 0.0) {
        const double start = ts_thread_seconds();
        while (ts_thread_seconds() - start < query->x0[0][0]) continue;
    }
    *result = (ts_ccd_result){.status = TS_CCD_FREE};
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI, .name = "counter", .capabilities = TS_CCD_CAN_POINT_POINT, .query = count_call};

static const ts_ccd_method METHOD = {.backend = &BACKEND};

static ts_stopwatch stopwatch;

static void setup(void) {
    ts_stopwatch_calibrate(&stopwatch);
    stopwatch.stop = NULL;
    calls = 0;
    first_waits = false;
}

static ts_ccd_query query_of(ts_ccd_kind kind, double seconds) {
    ts_ccd_query query = {.kind = kind, .t_max = 1.0};
    query.x0[0][0] = seconds;
    return query;
}

enum { MOST = 16 };

static ts_ccd_result answers[MOST];

static bool time_them(const ts_ccd_query *queries, size_t count, int repetitions, double *samples) {
    const ts_timed_block block = {queries, count, repetitions, samples, answers};
    return ts_time_queries(&stopwatch, &METHOD, &block);
}

START_TEST(a_fast_query_is_repeated_within_a_sample) {
    const ts_ccd_query query = query_of(TS_POINT_POINT, 0.0);
    double samples[3];
    ck_assert(time_them(&query, 1, 3, samples));
    ck_assert_int_gt(calls, 3 * 3);
    for (int r = 0; r < 3; ++r) {
        ck_assert(samples[r] >= 0.0 && samples[r] < 1e6);
        ck_assert_int_eq(answers[r].status, TS_CCD_FREE);
    }
}
END_TEST

START_TEST(a_very_slow_query_is_called_once) {
    const ts_ccd_query query = query_of(TS_POINT_POINT, 0.06);
    double samples[5];
    ck_assert(time_them(&query, 1, 5, samples));
    ck_assert_int_eq(calls, 1);
    ck_assert(samples[0] >= TS_SLOW_QUERY_NS);
    for (int r = 1; r < 5; ++r) ck_assert_double_eq(samples[r], samples[0]);
}
END_TEST

START_TEST(waiting_once_does_not_make_a_query_slow) {
    const ts_ccd_query query = query_of(TS_POINT_POINT, 0.001);
    double samples[3];
    first_waits = true;
    ck_assert(time_them(&query, 1, 3, samples));
    ck_assert_int_gt(calls, 3);
    ck_assert(samples[0] >= 1e6 && fmin(samples[1], samples[2]) >= 1e6);
}
END_TEST

START_TEST(a_kind_the_method_lacks_is_not_timed) {
    const ts_ccd_query queries[] = {query_of(TS_EDGE_EDGE, 0.0), query_of(TS_POINT_POINT, 0.0)};
    double samples[4];
    ck_assert(time_them(queries, 2, 2, samples));
    ck_assert(isnan(samples[0]) && isnan(samples[2]));
    ck_assert(!isnan(samples[1]) && !isnan(samples[3]));
}
END_TEST

static bool after_one(void *self) {
    return ++*(int *)self > 1;
}

START_TEST(it_stops_when_asked) {
    const ts_ccd_query queries[] = {query_of(TS_POINT_POINT, 0.06), query_of(TS_POINT_POINT, 0.06)};
    double samples[2];
    int asked = 0;
    stopwatch.stop = after_one;
    stopwatch.self = &asked;
    ck_assert(!time_them(queries, 2, 1, samples));
    ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(medians) {
    double odd[] = {3.0, 1.0, 2.0}, even[] = {4.0, 1.0, 3.0, 2.0}, one[] = {7.0};
    ck_assert_double_eq(ts_median(odd, 3), 2.0);
    ck_assert_double_eq(ts_median(even, 4), 2.5);
    ck_assert_double_eq(ts_median(one, 1), 7.0);
}
END_TEST

/* ---- Many in one call ---- */

static void count_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    const double start = ts_thread_seconds();
    (void)self;
    ++calls;
    while (queries[0].x0[0][0] > 0.0 && ts_thread_seconds() - start < queries[0].x0[0][0]) {}
    for (size_t q = 0; q < n; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 1.0 / (double)calls};
}

static const ts_ccd_backend TOGETHER = {
    .abi = TS_CCD_ABI, .name = "together", .capabilities = TS_CCD_CAN_POINT_POINT, .query_batch = count_batch};

static bool time_together(const ts_ccd_query *queries, size_t count, int repetitions, double *samples) {
    const ts_ccd_method method = {.backend = &TOGETHER};
    const ts_timed_batch batch = {queries, count, repetitions, samples, answers};
    return ts_time_batch(&stopwatch, &method, &batch);
}

START_TEST(a_fast_batch_is_repeated_and_divided_by_its_queries) {
    ts_ccd_query queries[4] = {query_of(TS_POINT_POINT, 5e-6)};
    double samples[3];
    /* The very first call may be a slow one, and so may any on a busy machine. */
    for (int round = 0; round < 20 && calls <= 1 + 3; ++round) {
        calls = 0;
        ck_assert(time_together(queries, 4, 3, samples));
    }
    ck_assert_int_gt(calls, 1 + 3);
    for (int r = 0; r < 3; ++r) ck_assert(samples[r] >= 0.99 * 5e3 / 4.0 && samples[r] < 1e6);
    for (int a = 0; a < 12; ++a) ck_assert(answers[a].status == TS_CCD_HIT);
    ck_assert(answers[0].toi == answers[3].toi && answers[4].toi < answers[3].toi && answers[11].toi < answers[4].toi);
}
END_TEST

START_TEST(a_very_slow_batch_is_called_once) {
    const ts_ccd_query query = query_of(TS_POINT_POINT, 0.06);
    double samples[3];
    ck_assert(time_together(&query, 1, 3, samples));
    ck_assert_int_eq(calls, 1);
    ck_assert(samples[0] >= 5e7 && samples[0] == samples[1] && samples[0] == samples[2]);
    ck_assert(answers[2].status == TS_CCD_HIT && answers[2].toi == 1.0);
}
END_TEST

START_TEST(a_batch_stops_when_asked) {
    const ts_ccd_query query = query_of(TS_POINT_POINT, 0.0);
    double samples[2];
    int asked = 0;
    stopwatch.stop = after_one;
    stopwatch.self = &asked;
    ck_assert(!time_together(&query, 1, 2, samples));
    ck_assert_int_eq(calls, 1);
}
END_TEST

START_TEST(who_has_a_batch_of_its_own) {
    const ts_ccd_method method = {.backend = &TOGETHER};
    ck_assert(ts_has_own_batch(&method) && !ts_has_own_batch(&METHOD));
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("timing");
    tcase_add_checked_fixture(cases, setup, NULL);
    tcase_add_test(cases, a_fast_query_is_repeated_within_a_sample);
    tcase_add_test(cases, a_very_slow_query_is_called_once);
    tcase_add_test(cases, waiting_once_does_not_make_a_query_slow);
    tcase_add_test(cases, a_kind_the_method_lacks_is_not_timed);
    tcase_add_test(cases, it_stops_when_asked);
    tcase_add_test(cases, medians);
    tcase_add_test(cases, a_fast_batch_is_repeated_and_divided_by_its_queries);
    tcase_add_test(cases, a_very_slow_batch_is_called_once);
    tcase_add_test(cases, a_batch_stops_when_asked);
    tcase_add_test(cases, who_has_a_batch_of_its_own);
    Suite *suite = suite_create("timing");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
