/* SPDX-License-Identifier: MIT
 * ACCD in single precision: it sees floats and nothing else, is the double's to single precision where gaps are wide,
 * and misses what floats cannot tell apart. */
#include <touchstone/ccd.h>

#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

static ts_ccd_query rounded(const ts_ccd_query *query) {
    ts_ccd_query made = *query;
    made.min_distance = (double)(float)query->min_distance;
    made.t_max = (double)(float)query->t_max;
    for (int i = 0; i < 12; ++i) {
        made.x0[i / 3][i % 3] = (double)(float)query->x0[i / 3][i % 3];
        made.x1[i / 3][i % 3] = (double)(float)query->x1[i / 3][i % 3];
    }
    return made;
}

/* Every toi that is not cut at t_max is a float, too. */
START_TEST(only_floats_are_seen) {
    ts_ccd_method method = method_with("accd-float", NULL);
    const uint64_t seed = ts_test_seed();
    for (int i = ts_test_cases(400); i-- > 0;) {
        ts_ccd_query query;
        ts_family_find(i % 2 ? "generic" : "cloth-thick")
            ->generate(seed, (uint64_t)i, (ts_ccd_kind)(i / 2 % 4), &query);
        const ts_ccd_query seen = rounded(&query);
        const ts_ccd_result of_doubles = answer_of(&method, &query), of_floats = answer_of(&method, &seen);
        ck_assert_int_eq(of_doubles.status, of_floats.status);
        ck_assert_uint_eq(of_doubles.iterations, of_floats.iterations);
        if (of_floats.status != TS_CCD_HIT) continue;
        ck_assert_double_eq(of_doubles.toi, of_floats.toi);
        ck_assert_double_eq(of_floats.toi, (double)(float)of_floats.toi);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* Random motions of size 1 are well conditioned: as many advances, and the same toi to 1e-3 of it. */
START_TEST(wide_gaps_are_answered_alike) {
    ts_ccd_method floats = method_with("accd-float", NULL), doubles = method_with("accd", NULL);
    const uint64_t seed = ts_test_seed();
    int hits = 0, cases = ts_test_cases(2000), other = 0;
    for (int i = 0; i < cases; ++i) {
        ts_ccd_query query;
        ts_family_find("generic")->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % 4), &query);
        const ts_ccd_query seen = rounded(&query);
        const ts_ccd_result a = answer_of(&floats, &seen), b = answer_of(&doubles, &seen);
        other += a.status != b.status || a.iterations != b.iterations;
        if (a.status != TS_CCD_HIT || b.status != TS_CCD_HIT || a.iterations != b.iterations) continue;
        ++hits;
        ck_assert_double_eq_tol(a.toi, b.toi, 1e-3 * b.toi);
    }
    ck_assert_int_gt(hits, cases / 20);
    ck_assert_int_le(other, cases / 50);
    ts_ccd_method_clear(&floats);
    ts_ccd_method_clear(&doubles);
}
END_TEST

/* Query 1697 of datasets/recorded/stack-10mm.h5, in floats: coordinates of 0.18 m, a gap of 8.8e-6 m. */
START_TEST(a_gap_of_few_units_is_lost) {
    ts_ccd_method floats = method_with("accd-float", NULL), doubles = method_with("accd", NULL);
    const ts_ccd_query query = {.kind = TS_POINT_TRIANGLE,
                                .x0 = {{-0x1.2e164ap-3, 0x1.423bcp-7, -0x1.2d5ad6p-6},
                                       {-0x1.412234p-3, 0x1.85ef4p-7, 0x1.324c04p-5},
                                       {-0x1.2624fap-3, 0x1.039fecp-7, -0x1.f86212p-6},
                                       {-0x1.7999d6p-3, 0x1.40d582p-5, -0x1.3c5ec2p-6}},
                                .x1 = {{-0x1.2fa87cp-3, 0x1.f92768p-8, -0x1.29f6e2p-6},
                                       {-0x1.429d8ep-3, 0x1.432e2ep-7, 0x1.34027ep-5},
                                       {-0x1.2a6f62p-3, 0x1.be3fd8p-8, -0x1.ecf24ap-6},
                                       {-0x1.75abe4p-3, 0x1.1838ccp-5, -0x1.5903bp-6}},
                                .t_max = 1.0};
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
    ck_assert(truth.contact);
    ck_assert_int_eq(answer_of(&floats, &query).status, TS_CCD_FREE);
    const ts_ccd_result safe = answer_of(&doubles, &query);
    ck_assert(safe.status == TS_CCD_HIT && safe.toi < truth.lo);
    ts_ccd_method_clear(&floats);
    ts_ccd_method_clear(&doubles);
}
END_TEST

START_TEST(it_says_that_it_works_in_floats) {
    const ts_ccd_backend *floats = ts_ccd_find("accd-float"), *doubles = ts_ccd_find("accd");
    ck_assert(floats && floats->capabilities & TS_CCD_IN_FLOATS);
    ck_assert(doubles && !(doubles->capabilities & TS_CCD_IN_FLOATS));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("accd-float");
    TCase *tests = tcase_create("accd-float");
    ts_error error;
    if (ts_ccd_register_builtin(&error) != TS_OK) return 1;
    tcase_add_test(tests, only_floats_are_seen);
    tcase_add_test(tests, wide_gaps_are_answered_alike);
    tcase_add_test(tests, a_gap_of_few_units_is_lost);
    tcase_add_test(tests, it_says_that_it_works_in_floats);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
