/* SPDX-License-Identifier: MIT
 * T-BSC with proven bounds: what it calls free is free, it says `collides` where a sign is uncertain, which then may
 * halve for ever. */
#include <touchstone/ccd.h>

#include "tests/ccd/families.h"

START_TEST(head_on_motions_are_halved) {
    static const double scales[] = {1.0, 0x1p-30, 0x1p400, 0x1p-400};
    check_halved("tbsc-bounded", scales, 4);
}
END_TEST

/* No error at an inflection point: the step is split there. */
START_TEST(two_contacts_and_an_inflection) {
    check_two_contacts("tbsc-bounded");
}
END_TEST

START_TEST(a_start_in_contact_never_gets_free) {
    ts_ccd_method method = method_with("tbsc-bounded", NULL);
    ts_ccd_query touching = head_on(TS_EDGE_EDGE, 0.0, 0.0, 1.0);
    touching.x0[0][2] = touching.x0[1][2] = 0.0;
    ck_assert_int_eq(answer_of(&method, &touching).status, TS_CCD_LIMIT);
    ts_ccd_method_clear(&method);
}
END_TEST

static int contacts, false_positives;

/* Whole steps, whose ends are not rounded: no contact is ever missed. */
static void check_truth(const ts_ccd_query *query, const ts_ccd_result *result) {
    if (query->t_max != 1.0) return;
    ck_assert_int_ne(result->status, TS_CCD_UNSUPPORTED);
    const bool contact = truth_of(query).contact;
    if (result->status == TS_CCD_FREE) ck_assert(!contact);
    contacts += contact;
    false_positives += !contact && result->status != TS_CCD_FREE;
}

START_TEST(it_is_conservative) {
    contacts = false_positives = 0;
    answer_families("tbsc-bounded", NULL, 100, check_truth);
    ck_assert_int_gt(contacts, 100);
    ck_assert_int_gt(false_positives, 20);
}
END_TEST

START_TEST(other_queries_are_unsupported) {
    ts_ccd_method method = method_with("tbsc-bounded", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_ccd_query query = head_on((ts_ccd_kind)kind, kind < 2 ? 0.25 : 0.0, 0.0, 1.0);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_UNSUPPORTED);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("tbsc-bounded", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(4000); n-- > 0;) {
        ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 2));
        query.min_distance = 0.0;
        const ts_ccd_result result = answer_of(&method, &query);
        if (result.status == TS_CCD_FREE) ck_assert(!truth_of(&query).contact);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tbsc-bounded");
    TCase *tests = tcase_create("tbsc-bounded");
    tcase_add_test(tests, head_on_motions_are_halved);
    tcase_add_test(tests, two_contacts_and_an_inflection);
    tcase_add_test(tests, a_start_in_contact_never_gets_free);
    tcase_add_test(tests, it_is_conservative);
    tcase_add_test(tests, other_queries_are_unsupported);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
