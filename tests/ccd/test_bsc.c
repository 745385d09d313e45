/* SPDX-License-Identifier: MIT
 * The published BSC: halving, its exception, and the unit of length on which its answer depends. That it answers as
 * published: tests/datasets/test_published.c. */
#include <touchstone/ccd.h>

#include "tests/ccd/families.h"

START_TEST(head_on_motions_are_halved) {
    static const double scales[] = {1.0};
    check_halved("bsc", scales, 1);
}
END_TEST

START_TEST(an_inflection_is_a_failure) {
    ts_ccd_method method = method_with("bsc", NULL);
    const ts_ccd_query query = two_contacts(3);
    ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FAILED);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Query 14 of datasets/recorded/stack-10mm.h5, a contact at 0.567, in metres: numbers of degree 72 underflow, and what
 * is left of them says that there is none. The same query in units of 1/4096 m. */
START_TEST(a_contact_is_missed_in_one_unit_of_length_and_found_in_another) {
    ts_ccd_query query = {.kind = TS_POINT_TRIANGLE,
                          .x0 = {{-0x1.62fe0fd1bae8p-6, 0x1.22eaeb0e923b4p-3, -0x1.856a2cc557947p-7},
                                 {-0x1.4ea805b9ea9ecp-5, 0x1.ba5e353f7ced8p-4, -0x1.038fc8b0ad5dep-7},
                                 {0x1.5e1350b616d0cp-6, 0x1.ba5e353f7ced8p-4, 0x1.47a618ffffb7ap-8},
                                 {-0x1.bd90af17dcf8cp-7, 0x1.ba5e353f7ced8p-4, -0x1.02ae3539a5051p-4}},
                          .x1 = {{-0x1.62fe0fd1bae86p-6, 0x1.4000aa064536fp-4, -0x1.856a2cc55793bp-7},
                                 {-0x1.4ea805b9ea9edp-5, 0x1.aa4b9884c6a3bp-4, -0x1.038fc8b0ad5ep-7},
                                 {0x1.5e1350b616d0cp-6, 0x1.aa4b9884c6a3bp-4, 0x1.47a618ffffb78p-8},
                                 {-0x1.bd90af17dcf8ep-7, 0x1.aa4b9884c6a3bp-4, -0x1.02ae3539a5051p-4}},
                          .t_max = 1.0};
    ts_ccd_method method = method_with("bsc", NULL);
    ck_assert(truth_of(&query).contact);
    ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    for (int i = 0; i < 12; ++i) {
        query.x0[i / 3][i % 3] *= 4096.0;
        query.x1[i / 3][i % 3] *= 4096.0;
    }
    ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_HIT);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("bsc", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(400); n-- > 0;) {
        ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % 2));
        query.min_distance = 0.0;
        const ts_ccd_result result = answer_of(&method, &query);
        ck_assert_int_ne(result.status, TS_CCD_UNSUPPORTED);
        ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bsc");
    TCase *tests = tcase_create("bsc");
    tcase_add_test(tests, head_on_motions_are_halved);
    tcase_add_test(tests, an_inflection_is_a_failure);
    tcase_add_test(tests, a_contact_is_missed_in_one_unit_of_length_and_found_in_another);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
