/* SPDX-License-Identifier: MIT
 * The referee of a simulation: what it counts of a block of answers, and whom it asks again. */

#include "benches/referee.h"
#include "ccd/failure.h"
#include "ccd/registry.h"
#include "core/error.h"
#include "tests/support.h"

/* A point that meets another at t = 1/2. */
static const ts_ccd_query MEETING = {.kind = TS_POINT_POINT, .x0 = {{0}, {1.0}}, .x1 = {{0}, {-1.0}}, .t_max = 1.0};

static int asked_alone; /* how often */

static ts_status create(const char *options, void **self) {
    (void)options;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

/* Alone it says another time than together; thick queries fail alone. */
static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self;
    ++asked_alone;
    *result = (ts_ccd_result){.status = asked->min_distance > 0.0 ? TS_CCD_FAILED : TS_CCD_HIT, .toi = 0.125};
}

static void query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    (void)self, (void)queries;
    for (size_t q = 0; q < n; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.25};
}

static ts_ccd_backend backend_of(const char *name) {
    return (ts_ccd_backend){.abi = TS_CCD_ABI,
                            .name = name,
                            .summary = "a test's",
                            .source = "a test",
                            .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
                            .create = create,
                            .query = query,
                            .query_batch = query_batch,
                            .destroy = destroy};
}

enum { QUERIES = 300 }; /* more than the referee judges at once */

typedef struct heard {
    ts_ccd_query queries[QUERIES];
    ts_ccd_result results[QUERIES];
    ts_ccd_failure failures[QUERIES];
} heard;

/* All hits at 1/4, which is safe. */
static void fill(heard *h) {
    for (size_t q = 0; q < QUERIES; ++q) {
        h->queries[q] = MEETING;
        h->results[q] = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.25};
        h->failures[q] = TS_CCD_FAILURE_NONE;
    }
}

static ts_referee referee_of(const char *name, const heard *h) {
    ts_ccd_method method;
    ts_referee referee;
    const ts_ccd_block block = {QUERIES, h->queries, h->results, h->failures};
    asked_alone = 0;
    ck_assert_int_eq(ts_ccd_method_init(&method, name, NULL, NULL), TS_OK);
    ts_referee_init(&referee, &method);
    ts_referee_begin_step(&referee);
    ts_referee_listen(&referee, &block);
    ts_ccd_method_clear(&method);
    return referee;
}

START_TEST(errors_are_counted_by_reason) {
    static heard h;
    fill(&h);
    for (size_t q = 0; q < 7; ++q) {
        h.results[q].status = TS_CCD_FAILED;
        h.failures[q] = q < 5 ? TS_CCD_FAILURE_CRASHED : TS_CCD_FAILURE_NAN;
    }
    h.results[299].status = TS_CCD_LIMIT;
    const ts_referee referee = referee_of("ours", &h);
    ck_assert_uint_eq(referee.counts[TS_VERDICT_ERROR], 7);
    ck_assert_uint_eq(referee.failures[TS_CCD_FAILURE_CRASHED], 5);
    ck_assert_uint_eq(referee.failures[TS_CCD_FAILURE_NAN], 2);
    ck_assert_uint_eq(referee.failures[TS_CCD_FAILURE_OWN], 0);
    ck_assert_uint_eq(referee.counts[TS_VERDICT_LIMIT], 1);
    ck_assert_uint_eq(referee.counts[TS_VERDICT_SAFE], QUERIES - 8);
    ck_assert_int_eq(asked_alone, 0);
}
END_TEST

START_TEST(a_method_from_outside_is_asked_again) {
    static heard h;
    fill(&h);
    h.results[0] = (ts_ccd_result){.status = TS_CCD_FAILED};
    h.failures[0] = TS_CCD_FAILURE_EXITED;
    h.results[1].toi = 0.75; /* late: unsafe, whatever it says as well */
    h.queries[2].min_distance = 0x1p-10;
    h.results[3].toi = 0.125; /* the same */
    const ts_referee referee = referee_of("theirs", &h);
    ck_assert_int_eq(asked_alone, QUERIES - 1); /* what has failed has */
    ck_assert_uint_eq(referee.failures[TS_CCD_FAILURE_EXITED], 1);
    ck_assert_uint_eq(referee.failures[TS_CCD_FAILURE_OWN], 1);
    ck_assert_uint_eq(ts_referee_unsafe(&referee), 1);
    ck_assert_uint_eq(referee.counts[TS_VERDICT_SAFE], 1);
    ck_assert_uint_eq(referee.counts[TS_VERDICT_INCONSISTENT], QUERIES - 4);
    ck_assert_uint_eq(referee.step_counts[TS_VERDICT_INCONSISTENT], QUERIES - 4);
}
END_TEST

/* The first unsafe answer is the worst, and a step has its own stalls. */
START_TEST(steps_follow_each_other) {
    static heard h;
    fill(&h);
    h.results[4].toi = 0.75;
    h.results[5].status = TS_CCD_FREE;
    h.results[6].toi = 1e-9;
    ts_referee referee = referee_of("ours", &h);
    ck_assert(referee.has_worst);
    ck_assert_int_eq(referee.worst_verdict, TS_VERDICT_LATE);
    ck_assert_double_eq(referee.worst_answer.toi, 0.75);
    ck_assert_uint_eq(referee.step_stalls, 1);
    ts_referee_begin_step(&referee);
    ck_assert_uint_eq(referee.step_stalls, 0);
    ck_assert_uint_eq(referee.step_counts[TS_VERDICT_LATE], 0);
    ck_assert_uint_eq(referee.stalls, 1);
    ck_assert_uint_eq(ts_referee_unsafe(&referee), 2);
}
END_TEST

int main(void) {
    static ts_ccd_backend ours, theirs;
    ours = backend_of("ours");
    theirs = backend_of("theirs");
    if (ts_ccd_register(&ours, NULL) != TS_OK || ts_ccd_register_foreign(&theirs, NULL) != TS_OK) return EXIT_FAILURE;
    TCase *cases = tcase_create("referee");
    tcase_add_test(cases, errors_are_counted_by_reason);
    tcase_add_test(cases, a_method_from_outside_is_asked_again);
    tcase_add_test(cases, steps_follow_each_other);
    Suite *suite = suite_create("referee");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
