/* SPDX-License-Identifier: MIT
 * The published T-BSC: halving, inflections, and a pair at rest, which it never lets go. That it answers as published:
 * tests/datasets/test_published.c. */
#include <touchstone/ccd.h>

#include "tests/ccd/families.h"

START_TEST(head_on_motions_are_halved) {
    static const double scales[] = {1.0};
    check_halved("tbsc", scales, 1);
}
END_TEST

/* No error at an inflection point: the step is split there. */
START_TEST(two_contacts_and_an_inflection) {
    check_two_contacts("tbsc");
}
END_TEST

/* In the plane of the triangle, a metre away from it, and moving off: no sign is certain however short the step. */
START_TEST(a_coplanar_pair_collides_for_ever) {
    const ts_ccd_query apart = {.kind = TS_POINT_TRIANGLE,
                                .x0 = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                .x1 = {{-2, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                .t_max = 1.0};
    ts_ccd_method method = method_with("tbsc", NULL), bounded = method_with("tbsc-bounded", NULL);
    ck_assert(!truth_of(&apart).contact);
    ck_assert_int_eq(answer_of(&method, &apart).status, TS_CCD_LIMIT);
    ck_assert_int_eq(answer_of(&bounded, &apart).status, TS_CCD_FREE);
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&bounded);
}
END_TEST

START_TEST(any_finite_input_is_answered) {
    ts_ccd_method method = method_with("tbsc", NULL);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int n = ts_test_cases(1000); n-- > 0;) {
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
    Suite *suite = suite_create("tbsc");
    TCase *tests = tcase_create("tbsc");
    tcase_add_test(tests, head_on_motions_are_halved);
    tcase_add_test(tests, two_contacts_and_an_inflection);
    tcase_add_test(tests, a_coplanar_pair_collides_for_ever);
    tcase_add_test(tests, any_finite_input_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
