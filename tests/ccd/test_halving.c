/* SPDX-License-Identifier: MIT
 * Halving around a scripted test: how often it asks, about which steps, and what it answers. */
#include "ccd/halving.h"

#include "tests/ccd/motions.h"

/* Calls steps free once row 0 moves less than `reach` in direction 2; fails once below `fails_below`. */
typedef struct halving_script {
    double reach, fails_below;
} halving_script;

static ts_step_answer scripted(const ts_ccd_query *step, const void *self) {
    const halving_script *script = self;
    ck_assert_double_eq(step->t_max, 1.0);
    ck_assert_mem_eq(step->x0[3], ((const double[3]){-1.0, 3.0, 0.0}), sizeof step->x0[3]);
    ck_assert_mem_eq(step->x0[3], step->x1[3], sizeof step->x0[3]);
    const double moved = step->x0[0][2] - step->x1[0][2];
    if (moved < script->fails_below) return TS_STEP_FAILED;
    return moved < script->reach ? TS_STEP_FREE : TS_STEP_COLLIDES;
}

static ts_ccd_result halve(const halving_script *script, double t_max, double s) {
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0); /* moves by 2 */
    query.t_max = t_max;
    ts_ccd_result result;
    ts_answer_by_halving(&query, s, scripted, script, &result);
    return result;
}

START_TEST(halves_until_free) {
    ts_ccd_result result = halve(&(halving_script){.reach = 0.3}, 1.0, 0.25);
    ck_assert_int_eq(result.status, TS_CCD_HIT);
    ck_assert_double_eq(result.toi, 0.75 * 0.125);
    ck_assert_uint_eq(result.iterations, 4);
    result = halve(&(halving_script){.reach = 0.3}, 0.5, 0.25);
    ck_assert_double_eq(result.toi, 0.75 * 0.125);
    ck_assert_uint_eq(result.iterations, 3);
}
END_TEST

START_TEST(a_free_step_is_not_scaled) {
    const ts_ccd_result result = halve(&(halving_script){.reach = 3.0}, 0.75, 0.1);
    ck_assert_int_eq(result.status, TS_CCD_FREE);
    ck_assert_double_eq(result.toi, 0.75);
    ck_assert_uint_eq(result.iterations, 1);
}
END_TEST

/* 1 - 2 t is 1 for t = 2^-55: any shorter step is the same one. */
START_TEST(the_limit_is_a_step_that_moves_nothing) {
    const ts_ccd_result result = halve(&(halving_script){.reach = 0.0}, 1.0, 0.5);
    ck_assert_int_eq(result.status, TS_CCD_LIMIT);
    ck_assert_double_eq(result.toi, 0x1p-56);
    ck_assert_uint_eq(result.iterations, 56);
}
END_TEST

START_TEST(a_step_that_moves_nothing_may_be_free) {
    const ts_ccd_result result = halve(&(halving_script){.reach = 0x1p-60}, 1.0, 0.5);
    ck_assert_int_eq(result.status, TS_CCD_HIT);
    ck_assert_double_eq(result.toi, 0x1p-56);
}
END_TEST

static ts_step_answer too_wide(const ts_ccd_query *step, const void *self) {
    const double *below = self;
    return step->x0[0][2] - step->x1[0][2] < *below ? TS_STEP_TOO_WIDE : TS_STEP_COLLIDES;
}

/* A question that the arithmetic cannot hold is a failure, unless shorter and shorter steps have led there. */
START_TEST(an_arithmetic_that_ends_is_a_limit) {
    const ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0);
    ts_ccd_result result;
    ts_answer_by_halving(&query, 0.1, too_wide, &(double){0.3}, &result);
    ck_assert_int_eq(result.status, TS_CCD_LIMIT);
    ck_assert_uint_eq(result.iterations, 4);
    ts_answer_by_halving(&query, 0.1, too_wide, &(double){3.0}, &result);
    ck_assert_int_eq(result.status, TS_CCD_FAILED);
}
END_TEST

START_TEST(a_failure_is_final) {
    const ts_ccd_result result = halve(&(halving_script){.reach = 0.3, .fails_below = 0.6}, 1.0, 0.1);
    ck_assert_int_eq(result.status, TS_CCD_FAILED);
    ck_assert_uint_eq(result.iterations, 3);
}
END_TEST

/* x1 - x0 overflows: the step cannot be halved. */
START_TEST(an_overflowing_step_fails) {
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0);
    query.x0[0][2] = 1.7e308;
    query.x1[0][2] = -1.7e308;
    ts_ccd_result result;
    ts_answer_by_halving(&query, 0.1, scripted, &(halving_script){.reach = 1.0}, &result);
    ck_assert_int_eq(result.status, TS_CCD_FAILED);
    ck_assert_uint_eq(result.iterations, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("halving");
    TCase *tests = tcase_create("halving");
    tcase_add_test(tests, halves_until_free);
    tcase_add_test(tests, a_free_step_is_not_scaled);
    tcase_add_test(tests, the_limit_is_a_step_that_moves_nothing);
    tcase_add_test(tests, a_step_that_moves_nothing_may_be_free);
    tcase_add_test(tests, an_arithmetic_that_ends_is_a_limit);
    tcase_add_test(tests, a_failure_is_final);
    tcase_add_test(tests, an_overflowing_step_fails);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
