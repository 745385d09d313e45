/* SPDX-License-Identifier: MIT
 * The oracle as a backend: its time of impact against the exact truth and against (1-s) t* in rationals, for
 * every family, every kind and every s. */
#include <gmp.h>
#include <math.h>

#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

static ts_ccd_method method_at(double s) {
    ts_ccd_method method = {0};
    ts_error error = {0};
    char options[64];
    snprintf(options, sizeof options, "{\"s\": %.17g}", s);
    ck_assert_msg(ts_oracle_register_backend(&error) == TS_OK, "%s", error.message);
    ck_assert_msg(ts_ccd_method_init(&method, "exact", options, &error) == TS_OK, "%s", error.message);
    return method;
}

static ts_ccd_result answer_at(double s, const ts_ccd_query *query) {
    ts_ccd_method method = method_at(s);
    const ts_ccd_result result = answer_of(&method, query);
    ts_ccd_method_clear(&method);
    return result;
}

/* Sign of toi - (1-s) t, exactly. */
static int compare_scaled(double toi, double s, double t) {
    mpq_t scaled, factor;
    mpq_inits(scaled, factor, NULL);
    mpq_set_d(scaled, s);
    mpq_set_ui(factor, 1, 1);
    mpq_sub(scaled, factor, scaled);
    mpq_set_d(factor, t);
    mpq_mul(scaled, scaled, factor);
    mpq_set_d(factor, toi);
    const int sign = mpq_cmp(factor, scaled);
    mpq_clears(scaled, factor, NULL);
    return sign;
}

/* The largest double that is at most (1-s) lo; with s = 0 the largest that is before t*. */
static void check_answer(const ts_ccd_query *query, double s, const ts_ccd_result *result) {
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_EXACT, &truth), TS_OK);
    ck_assert_int_eq(result->status, truth.contact ? TS_CCD_HIT : TS_CCD_FREE);
    ck_assert(result->iterations >= 1 && result->iterations <= 3);
    if (!truth.contact) return;
    if (truth.hi == 0.0) {
        ck_assert(result->toi == 0.0);
    } else if (s > 0.0) {
        ck_assert_int_le(compare_scaled(result->toi, s, truth.lo), 0);
        ck_assert_int_gt(compare_scaled(nextafter(result->toi, 1.0), s, truth.lo), 0);
        ck_assert(result->toi < truth.lo || truth.lo == 0.0);
    } else {
        ck_assert(result->toi < truth.hi && nextafter(result->toi, 1.0) == truth.hi);
    }
}

START_TEST(the_answer_is_the_truth_rounded_down_and_scaled) {
    static const double scales[] = {0.0, 0x1p-1074, 1e-17, 0.1, 0.5, 1.0 / 3.0, 0x1.fffffffffffffp-1};
    const int count = ts_test_cases(12);
    for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s) {
        ts_ccd_method method = method_at(scales[s]);
        for (size_t f = 0; f < ts_family_count(); ++f) {
            for (int n = 0; n < TS_CCD_KINDS * count; ++n) {
                ts_ccd_query query;
                ts_family_at(f)->generate(7, (uint64_t)(n / TS_CCD_KINDS), (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
                const ts_ccd_result result = answer_of(&method, &query);
                check_answer(&query, scales[s], &result);
            }
        }
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* Two points that meet at t = at, a double. */
static ts_ccd_query meeting(double at) {
    /* x(t) = (1-t) at + t (at - 1) = at - t, exact for the times below. */
    return (ts_ccd_query){.kind = TS_POINT_POINT, .x0 = {{0}, {at}}, .x1 = {{0}, {at - 1.0}}, .t_max = 1.0};
}

START_TEST(a_contact_at_a_double_is_answered_by_known_times) {
    const ts_ccd_query half = meeting(0.5), whole = meeting(1.0), start = meeting(0.0);
    ck_assert(answer_at(0.5, &half).toi == 0.25);
    ck_assert(answer_at(0.0, &half).toi == nextafter(0.5, 0.0));
    ck_assert(answer_at(0x1p-1074, &half).toi == nextafter(0.5, 0.0));
    ck_assert(answer_at(0.25, &whole).toi == 0.75);
    ck_assert(answer_at(0.0, &whole).toi == nextafter(1.0, 0.0));
    ck_assert(answer_at(0.0, &start).toi == 0.0);
    ck_assert(answer_at(0.1, &start).toi == 0.0);
    ck_assert_int_eq(answer_at(0.1, &start).status, TS_CCD_HIT);
}
END_TEST

START_TEST(a_contact_between_doubles_is_answered_by_the_one_before) {
    /* 3t = 1. */
    ts_ccd_query third = {.kind = TS_POINT_POINT, .x0 = {{1}, {0}}, .x1 = {{-2}, {0}}, .t_max = 1.0};
    ck_assert(answer_at(0.0, &third).toi == 1.0 / 3.0); /* which rounds down */
    third.t_max = 1.0 / 3.0;
    ck_assert_int_eq(answer_at(0.0, &third).status, TS_CCD_FREE);
    third.t_max = nextafter(third.t_max, 1.0);
    ck_assert_int_eq(answer_at(0.0, &third).status, TS_CCD_HIT);
}
END_TEST

START_TEST(the_least_times_are_rounded_to_zero) {
    /* (1-t) e - t = 0 at t = e / (1 + e), between 0 and e = 2^-1074. */
    const ts_ccd_query least = {.kind = TS_POINT_POINT, .x0 = {{0x1p-1074}, {0}}, .x1 = {{-1}, {0}}, .t_max = 1.0};
    ck_assert(answer_at(0.0, &least).toi == 0.0);
    ck_assert(answer_at(0.1, &least).toi == 0.0);
    ck_assert_int_eq(answer_at(0.1, &least).status, TS_CCD_HIT);
}
END_TEST

START_TEST(min_distance_and_t_max_count) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.25, 1.0, 1.0); /* contact at 3/8 */
        ck_assert(answer_at(0.5, &query).toi == 0.1875);
        query.t_max = 0.375;
        ck_assert_int_eq(answer_at(0.5, &query).status, TS_CCD_HIT);
        query.t_max = nextafter(0.375, 0.0);
        ck_assert_int_eq(answer_at(0.5, &query).status, TS_CCD_FREE);
    }
}
END_TEST

START_TEST(a_query_the_oracle_refuses_is_a_failure) {
    ts_ccd_query query = head_on(TS_POINT_EDGE, 0.0, 0.0, 1.0);
    query.x1[2][1] = NAN;
    ck_assert_int_eq(answer_at(0.1, &query).status, TS_CCD_FAILED);
}
END_TEST

START_TEST(it_is_registered_once_and_declares_its_option) {
    ts_error error = {0};
    const size_t count = (ts_oracle_register_backend(&error), ts_ccd_backend_count());
    ck_assert_int_eq(ts_oracle_register_backend(&error), TS_OK);
    ck_assert_uint_eq(ts_ccd_backend_count(), count);
    ts_ccd_method method = method_at(0.25);
    ck_assert(method.kept_gap == 0.25);
    ck_assert_ptr_null(method.backend->certify);
    ts_ccd_method_clear(&method);
    ck_assert_int_eq(ts_ccd_method_init(&method, "exact", "{\"s\": 1}", &error), TS_ERROR_USAGE);
    ck_assert_int_eq(ts_ccd_method_init(&method, "exact", "{\"s\": -0.5}", &error), TS_ERROR_USAGE);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("exact_backend");
    tcase_add_test(cases, the_answer_is_the_truth_rounded_down_and_scaled);
    tcase_add_test(cases, a_contact_at_a_double_is_answered_by_known_times);
    tcase_add_test(cases, a_contact_between_doubles_is_answered_by_the_one_before);
    tcase_add_test(cases, the_least_times_are_rounded_to_zero);
    tcase_add_test(cases, min_distance_and_t_max_count);
    tcase_add_test(cases, a_query_the_oracle_refuses_is_a_failure);
    tcase_add_test(cases, it_is_registered_once_and_declares_its_option);
    Suite *suite = suite_create("exact_backend");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
