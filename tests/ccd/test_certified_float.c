/* SPDX-License-Identifier: MIT
 * The certified method in floats: as safe and as proven as in doubles, on every family; only offsets count. */

#include "tests/ccd/promises.h"
#include <touchstone/dataset.h>

static uint64_t seed;
static ts_ccd_method method;

static void setup(void) {
    seed = ts_test_seed();
    method = method_with("certified-float", NULL);
}

static void teardown(void) {
    ts_ccd_method_clear(&method);
}

/* A toi is a float. */
static ts_ccd_result check_promises(const ts_ccd_query *query) {
    const ts_ccd_result result = answer_of(&method, query);
    check_safe(query, &result);
    check_proven(&method, query, &result);
    if (result.status == TS_CCD_HIT) ck_assert_double_eq(result.toi, (double)(float)result.toi);
    return result;
}

static void check_families(int count) {
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int n = 0; n < TS_CCD_KINDS * count; ++n) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)(n / TS_CCD_KINDS), (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
            check_promises(&query);
        }
    }
}

START_TEST(every_family) {
    check_families(ts_test_cases(120));
}
END_TEST

START_TEST(every_family_without_a_gap) {
    ts_ccd_method_clear(&method);
    method = method_with("certified-float", "{\"s\": 0, \"max_advances\": 128}");
    check_families(ts_test_cases(40));
}
END_TEST

/* A t_max that is no float, and a min_distance that is none. */
START_TEST(numbers_between_floats) {
    ts_random random;
    ts_random_init(&random, seed, 3);
    for (int i = ts_test_cases(2000); i-- > 0;) {
        ts_ccd_query query;
        ts_family_find(i % 2 ? "generic" : "cloth-thick")
            ->generate(seed, (uint64_t)i, (ts_ccd_kind)(i / 2 % TS_CCD_KINDS), &query);
        query.t_max = ts_random_unit(&random);
        query.min_distance *= 0.5 + ts_random_unit(&random);
        const ts_ccd_result result = check_promises(&query);
        if (result.status == TS_CCD_FREE) ck_assert_double_eq(result.toi, query.t_max);
    }
}
END_TEST

/* As good as doubles where floats of offsets are enough. */
START_TEST(wide_gaps_are_answered_alike) {
    ts_ccd_method doubles = method_with("certified", NULL);
    const int cases = ts_test_cases(2000);
    int other = 0;
    for (int i = 0; i < cases; ++i) {
        ts_ccd_query query;
        ts_family_find("generic")->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        const ts_ccd_result a = check_promises(&query), b = answer_of(&doubles, &query);
        other += a.status != b.status || fabs(a.toi - b.toi) > 1e-2 * query.t_max;
    }
    ck_assert_int_le(other, cases / 50);
    ts_ccd_method_clear(&doubles);
}
END_TEST

/* A million metres away, to where doubles represent every row, nothing changes: no coordinate is ever a float. */
START_TEST(an_exact_translation_changes_nothing) {
    for (int i = ts_test_cases(500); i-- > 0;) {
        ts_ccd_query query, away;
        ts_family_find("generic")->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        for (int r = 0; r < 12; ++r) {
            query.x0[r / 3][r % 3] = (double)(float)query.x0[r / 3][r % 3];
            query.x1[r / 3][r % 3] = (double)(float)query.x1[r / 3][r % 3];
        }
        away = query;
        for (int r = 0; r < 3 * ts_ccd_vertices(query.kind); ++r) {
            away.x0[r / 3][r % 3] += 0x1p20;
            away.x1[r / 3][r % 3] += 0x1p20;
            query.x0[r / 3][r % 3] = away.x0[r / 3][r % 3] - 0x1p20;
            query.x1[r / 3][r % 3] = away.x1[r / 3][r % 3] - 0x1p20;
        }
        const ts_ccd_result here = answer_of(&method, &query), there = answer_of(&method, &away);
        ck_assert(here.status == there.status && here.toi == there.toi && here.iterations == there.iterations);
    }
}
END_TEST

/* Rows from 1e-300 to 1e300, scaled as they have to be. */
START_TEST(a_power_of_two_changes_nothing) {
    for (int i = ts_test_cases(500); i-- > 0;) {
        ts_ccd_query query;
        ts_family_find("cloth-thick")->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        const ts_ccd_result here = answer_of(&method, &query);
        const double factor = i % 2 ? 0x1p900 : 0x1p-900;
        query.min_distance *= factor;
        for (int r = 0; r < 12; ++r) {
            query.x0[r / 3][r % 3] *= factor;
            query.x1[r / 3][r % 3] *= factor;
        }
        const ts_ccd_result there = check_promises(&query);
        ck_assert(here.status == there.status && here.toi == there.toi && here.iterations == there.iterations);
    }
}
END_TEST

START_TEST(it_says_that_it_works_in_floats) {
    const ts_ccd_backend *floats = ts_ccd_find("certified-float");
    ck_assert(floats && floats->capabilities & TS_CCD_IN_FLOATS && floats->certify);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("certified-float");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, every_family);
    tcase_add_test(cases, every_family_without_a_gap);
    tcase_add_test(cases, numbers_between_floats);
    tcase_add_test(cases, wide_gaps_are_answered_alike);
    tcase_add_test(cases, an_exact_translation_changes_nothing);
    tcase_add_test(cases, a_power_of_two_changes_nothing);
    tcase_add_test(cases, it_says_that_it_works_in_floats);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
