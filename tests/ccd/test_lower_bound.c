/* SPDX-License-Identifier: MIT
 * The lower bound on motions with a known answer, and that it never exceeds the exact time of impact. */
#include <touchstone/ccd.h>

#include "tests/ccd/families.h"

/* Head on, the bound is the time of impact: approached from below, to rounding. */
START_TEST(head_on_motions_are_bounded_tightly) {
    static const double separations[] = {0.0, 0.25, 0.5}, scales[] = {1.0, 0x1p-30, 0x1p400, 0x1p-400, 0x1p-1000};
    ts_ccd_method method = method_with("lower-bound", NULL);
    for (int n = 0; n < TS_CCD_KINDS * 3 * 5; ++n) {
        const double xi = separations[n / 4 % 3], contact = (1.0 - xi) / 2.0;
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), xi, 1.5, scales[n / 12]);
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert_double_lt(result.toi, contact);
        ck_assert_double_gt(result.toi, contact * (1.0 - 1e-13));
        query.t_max = contact * (1.0 - 1e-12);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(no_relative_motion_is_free_unless_in_contact) {
    ts_ccd_method method = method_with("lower-bound", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        for (int i = 0; i < ts_ccd_vertices(query.kind); ++i) {
            for (int c = 0; c < 3; ++c) query.x1[i][c] = query.x0[i][c] + 0.5;
        }
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
        query.min_distance = 1.0;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_HIT);
        ck_assert_double_eq(answer_of(&method, &query).toi, 0.0);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

static int contacts, positive;

/* Never after the contact, never free with one; a bound of 0 is one too, so there must be others. */
static void check_truth(const ts_ccd_query *query, const ts_ccd_result *result) {
    const ts_oracle_truth truth = truth_of(query);
    ck_assert(result->status == TS_CCD_FREE || result->status == TS_CCD_HIT);
    if (!truth.contact) return;
    ck_assert_int_eq(result->status, TS_CCD_HIT);
    ck_assert_double_le(result->toi, truth.lo);
    ++contacts;
    positive += result->toi > 0.0;
}

START_TEST(it_bounds_the_exact_time) {
    contacts = positive = 0;
    answer_families("lower-bound", NULL, 40, check_truth);
    ck_assert_int_gt(contacts, 400);
    ck_assert_int_gt(positive, contacts / 2);
}
END_TEST

START_TEST(any_finite_input_is_bounded) {
    ts_ccd_method method = method_with("lower-bound", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int n = ts_test_cases(200); n-- > 0;) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 4));
        const ts_ccd_result result = answer_of(&method, &query);
        check_truth(&query, &result);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lower-bound");
    TCase *tests = tcase_create("lower-bound");
    tcase_add_test(tests, head_on_motions_are_bounded_tightly);
    tcase_add_test(tests, no_relative_motion_is_free_unless_in_contact);
    tcase_add_test(tests, it_bounds_the_exact_time);
    tcase_add_test(tests, any_finite_input_is_bounded);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
