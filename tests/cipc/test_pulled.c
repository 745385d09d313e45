/* SPDX-License-Identifier: MIT
 * Prescribed nodes whose way is not free at once: how far they are moved before the first minimisation, and that they
 * are pulled there against whatever holds them. */
#include "tests/cipc/small_scenes.h"
#include "tests/scenes/blind_method.h"

/* The first displacement of a step, that of prescribed nodes. */
static void hear_first(void *self, int iteration, const ts_displacement *displacement) {
    if (iteration == -1) *(double *)self = displacement->fraction;
}

static ts_simulation *start_heard(ts_setup *setup, const ts_ccd_method *method, double *first) {
    ts_error error;
    ts_simulation *s = NULL;
    ts_test_complete(setup, 0.0);
    const ts_simulation_hooks hooks = {.method = method, .displacements = {hear_first, first}};
    ck_assert_msg(ts_simulation_create(setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    return s;
}

/* A rod of one segment is stretched by a half, while a particle has to be pushed out of the way first. Of that the pull
 * at its strongest leaves more than counts as arrived: what is left over from minimisation to minimisation, added up,
 * leads the end there. */
START_TEST(what_a_stiff_spring_holds_arrives) {
    const double length = 0.01, ahead = 0.002;
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body body = {.body.material = ts_test_material()};
    ts_test_add(&setup, "particle", ts_test_particle(length + ahead, 0, 0), &body);
    body.body.material.young = 1e9;
    ts_test_add(&setup, "rod", ts_test_rod(1, length, 0.0), &body);
    ts_test_tell(&setup, 1, (const int32_t[]){1});
    ts_test_tell(&setup, 1, (const int32_t[]){2})->velocity[0] = 0.5 * length / setup.settings.h;
    ts_ccd_method method;
    double first = -1.0;
    ts_test_certified(&method);
    ts_simulation *s = start_heard(&setup, &method, &first);
    const ts_step_report report = ts_test_step(s);
    ck_assert_double_gt(first, 0.0);
    ck_assert_double_lt(first, 1.0);
    ck_assert_double_ge(report.prescribed_fraction, 0.999);
    ck_assert_double_eq_tol(s->state.x[2][0], 1.5 * length, 1e-3 * 0.5 * length);
    ck_assert_double_gt(s->state.x[0][0], s->state.x[2][0]);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A particle is led into the thickness of another, and the method sees nothing: half of the way is finite, and gone.
 */
START_TEST(half_of_a_way_that_ends_badly_is_gone) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    const ts_new_body particle = {.body = {.material = ts_test_material(), .offset = 1e-3}};
    ts_test_add(&setup, "still", ts_test_particle(0, 0, 0), &particle);
    ts_test_add(&setup, "led", ts_test_particle(0, 0.02, 0), &particle);
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_test_tell(&setup, 1, (const int32_t[]){1})->velocity[1] = -0.0195 / setup.settings.h;
    ts_ccd_method method;
    double first = -1.0;
    ts_step_report report;
    ts_error error;
    ck_assert_int_eq(ts_ccd_register(&BLIND, &error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "blind", NULL, &error), TS_OK);
    ts_simulation *s = start_heard(&setup, &method, &first);
    ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
    ck_assert_double_eq(first, 0.5);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pulled");
    TCase *tests = tcase_create("pulled");
    tcase_add_test(tests, what_a_stiff_spring_holds_arrives);
    tcase_add_test(tests, half_of_a_way_that_ends_badly_is_gone);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
