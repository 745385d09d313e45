/* SPDX-License-Identifier: GPL-2.0-or-later
 * Cloth in contact through whole steps: on a slope it sticks or slides as friction says, and slides without friction as
 * a point does; pressed between boards it keeps moving, and its gaps. */
#include <check.h>
#include <math.h>

#include "tests/ndb/ndb_scenes.h"

static const double TANGENT = 0.5, GRAVITY = 9.81; /* of the slope; m/s^2 */

/* Cloth of 8 cm just above a board; gravity is turned instead of them. */
static ts_setup on_slope(void) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body board = ts_test_obstacle(0.0);
    const double cosine = 1.0 / sqrt(1.0 + TANGENT * TANGENT);
    setup.settings.h = 1.0 / 150.0;
    setup.settings.gravity[0] = GRAVITY * TANGENT * cosine;
    setup.settings.gravity[1] = -GRAVITY * cosine;
    ts_test_add(&setup, "board", ts_test_sheet(2, 1.0, 0.0), &board);
    ts_test_add_cloth(&setup, "cloth", 8, 0.9e-3, ts_test_cloth());
    return setup;
}

static double mean_x(const ts_simulation *s) {
    double sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body[s->bodies.body_of[i]].obstacle) continue;
        sum += s->state.x[i][0] - s->bodies.rest[i][0];
        ++count;
    }
    return sum / (double)count;
}

/* How far the cloth has slid after each of two numbers of steps, m. */
static void slide(double mu, const char *options, const int steps[2], double out[2]) {
    ts_setup setup = on_slope();
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    ts_test_complete(&setup, mu);
    ts_test_certified(&method);
    ts_test_choose_ndb(&setup, options);
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_msg(ts_simulation_create(&setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    for (int n = 1; n <= steps[1]; ++n) {
        ts_step_report report;
        ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
        ts_test_verify(s);
        if (n == steps[0]) out[0] = mean_x(s);
        if (n == steps[1]) out[1] = mean_x(s);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}

/* What a point slides, m. */
static double analytic(double mu, int steps) {
    const double h = 1.0 / 150.0, along = (TANGENT - mu) * GRAVITY / sqrt(1.0 + TANGENT * TANGENT);
    return along * h * h * steps * (steps + 1) / 2.0;
}

/* The first steps are the fall onto the board: what counts is between the two times. Friction converges with the
 * tolerance (docs/ndb.md); without it nothing of contact may hold the cloth back. */
START_TEST(friction_decides_on_a_slope) {
    static const int steps[2] = {30, 60};
    static const struct {
        double mu, most_off; /* of the analytic way */
    } cases[] = {{0.0, 0.01}, {0.3, 0.05}, {0.49, 0.5}};
    double out[2];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        slide(cases[k].mu, "{\"tolerance\": 1e-5}", steps, out);
        const double way = out[1] - out[0], expected = analytic(cases[k].mu, 60) - analytic(cases[k].mu, 30);
        printf("mu %g: slides %.6f m, a point %.6f m\n", cases[k].mu, way, expected);
        ck_assert_double_le(fabs(way - expected), cases[k].most_off * expected);
    }
    slide(0.6, "{\"tolerance\": 1e-5}", steps, out);
    printf("mu 0.6: slides %.6f m\n", out[1] - out[0]);
    ck_assert_double_le(fabs(out[1] - out[0]), 1e-3 * 30 / 150.0); /* slower than eps_v */
}
END_TEST

/* Two sheets between boards that close from 4 to 2.4 mm, where three gaps of dhat would not fit, and wait. */
START_TEST(pressed_sheets_are_not_locked) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body board = ts_test_obstacle(0.0);
    int32_t lid[9];
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    setup.settings.h = 1.0 / 150.0;
    ts_test_add(&setup, "lid", ts_test_sheet(2, 0.2, 4e-3), &board);
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.2, 0.0), &board);
    ts_test_add_cloth(&setup, "lower", 5, 1.1e-3, ts_test_cloth());
    ts_test_add_cloth(&setup, "upper", 5, 2.3e-3, ts_test_cloth());
    for (int i = 0; i < 9; ++i) lid[i] = i;
    ts_condition *press = ts_test_tell(&setup, 9, lid);
    press->velocity[1] = -1.6e-3 / 0.1;
    press->end = 0.1;
    ts_test_complete(&setup, 0.3);
    ts_test_certified(&method);
    ts_test_choose_ndb(&setup, "{\"K\": 3, \"lg_per_step\": 50}");
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_msg(ts_simulation_create(&setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    double least = INFINITY;
    for (int n = 1; n <= 30; ++n) {
        ts_step_report report;
        ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
        ck_assert(report.outcome == TS_STEP_DONE || report.outcome == TS_STEP_LIMIT);
        least = fmin(least, report.least_gap);
        ts_test_verify(s);
    }
    printf("pressed: lid at %.6f m, least gap %.3g m\n", s->state.x[0][1], least);
    ck_assert_double_eq_tol(s->state.x[0][1], 2.4e-3, 1e-5);
    ck_assert_double_ge(least, 1e-2 * 1e-3); /* the floor */
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cloth at rest and sliding");
    TCase *tests = tcase_create("resting");
    tcase_add_test(tests, friction_decides_on_a_slope);
    tcase_add_test(tests, pressed_sheets_are_not_locked);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
