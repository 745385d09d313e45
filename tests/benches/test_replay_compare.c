/* SPDX-License-Identifier: MIT
 * A judged answer beside what the method said while it was timed. */
#include <math.h>

#include "benches/replay_compare.h"
#include "tests/support.h"

enum { QUERIES = 2, REPETITIONS = 3, ASKED = 2 * REPETITIONS };

static const ts_ccd_method METHOD = {.backend = NULL};
static const ts_replay_options OPTIONS = {.methods = &METHOD, .method_count = 1, .repetitions = REPETITIONS};

static ts_ccd_query queries[QUERIES];
static ts_ccd_result judged[QUERIES], others[QUERIES], said[ASKED * QUERIES];
static ts_ccd_failure failures[QUERIES];
static bool differs[QUERIES];

/* Every query is hit at 1/2, however it is asked: first alone, then in a batch. */
static void setup(void) {
    for (int q = 0; q < QUERIES; ++q) {
        queries[q] = (ts_ccd_query){.kind = TS_POINT_POINT, .t_max = 1.0};
        judged[q] = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.5};
        failures[q] = TS_CCD_FAILURE_NONE;
    }
    for (int i = 0; i < ASKED * QUERIES; ++i) said[i] = judged[0];
}

static void compare(void) {
    const ts_replay_block block = {.count = QUERIES, .queries = queries};
    ts_replay_work work = {.options = &OPTIONS,
                           .room = QUERIES,
                           .results = judged,
                           .failures = failures,
                           .others = others,
                           .differs = differs,
                           .times = {.answers = said, .batched = said + REPETITIONS * QUERIES}};
    ts_compare_answers(&work, &block, 0, 0, QUERIES);
}

START_TEST(one_answer_that_differs_is_noted) {
    compare();
    ck_assert(!differs[0] && !differs[1]);
    for (int i = 0; i < ASKED; ++i) {
        setup();
        said[i * QUERIES + 1].toi = 0.25;
        compare();
        ck_assert_msg(!differs[0] && differs[1], "asked for the %dth time", i + 1);
        ck_assert_double_eq(others[1].toi, 0.25);
        ck_assert_int_eq(failures[1], TS_CCD_FAILURE_NONE);
    }
}
END_TEST

START_TEST(one_failure_is_the_answer) {
    for (int i = 0; i < ASKED; ++i) {
        setup();
        said[i * QUERIES].toi = NAN;
        compare();
        ck_assert(!differs[0] && !differs[1]);
        ck_assert_int_eq(judged[0].status, TS_CCD_FAILED);
        ck_assert_int_eq(failures[0], TS_CCD_FAILURE_NAN);
        ck_assert_int_eq(judged[1].status, TS_CCD_HIT);
    }
}
END_TEST

/* As a method is said to be that has no batches. */
START_TEST(what_was_not_asked_in_a_batch_does_not_differ) {
    for (int i = REPETITIONS * QUERIES; i < ASKED * QUERIES; ++i) said[i].status = TS_CCD_UNSUPPORTED;
    compare();
    ck_assert(!differs[0] && !differs[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("replay compare");
    TCase *cases = tcase_create("replay compare");
    tcase_add_checked_fixture(cases, setup, NULL);
    tcase_add_test(cases, one_answer_that_differs_is_noted);
    tcase_add_test(cases, one_failure_is_the_answer);
    tcase_add_test(cases, what_was_not_asked_in_a_batch_does_not_differ);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
