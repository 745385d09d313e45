/* SPDX-License-Identifier: GPL-2.0-or-later
 * Cloth in contact through whole steps: on a slope it sticks, or becomes faster as a point of its friction does; a
 * sheet that slides on another draws it along; pressed between boards it keeps moving, and its gaps. */
#include <check.h>
#include <math.h>

#include "core/vec3.h"
#include "scenes/read/scene.h"
#include "tests/ndb/ndb_scenes.h"

/* The slope of bench-ndb-slope, with another friction. */
static ts_simulation *start_on_slope(double mu, const ts_ccd_method *method) {
    ts_scene scene;
    ts_simulation *s = NULL;
    ts_error error;
    const ts_scene_options options = {.solver = "ndb",
                                      .solver_options = "{\"tolerance\": 1e-6, \"lg_per_step\": 4000}"};
    const ts_simulation_hooks hooks = {.method = method};
    ck_assert_int_eq(ts_solver_register(&ts_ndb_solver, &error), TS_OK);
    ck_assert_msg(ts_scene_read(TS_SOURCE_DIR "/benches/micro/ndb_slope.json", &options, &scene, &error) == TS_OK, "%s",
                  error.message);
    ts_bodies *bodies = &scene.setup.bodies;
    for (size_t k = 0; k < bodies->bodies * bodies->bodies; ++k) bodies->friction[k] = mu;
    ck_assert_msg(ts_simulation_create(&scene.setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    ts_scene_clear(&scene);
    return s;
}

static double mean_speed(const ts_simulation *s) {
    double sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body[s->bodies.body_of[i]].obstacle) continue;
        sum += s->state.v[i][0];
        ++count;
    }
    return sum / (double)count;
}

/* How much faster cloth becomes between two steps, m/s, and what a point does. The first steps are the fall onto the
 * board, where friction does not act; below the cloth the board has no edges, on which it would stumble. */
static double gain_speed(double mu, const int steps[2], double *point) {
    ts_ccd_method method;
    ts_error error;
    ts_test_certified(&method);
    ts_simulation *s = start_on_slope(mu, &method);
    double before = 0.0;
    for (int n = 1; n <= steps[1]; ++n) {
        ts_step_report report;
        ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
        ts_test_verify(s);
        if (n == steps[0]) before = mean_speed(s);
    }
    const ts_simulation_settings *settings = &s->settings;
    *point = fmax(settings->gravity[0] + mu * settings->gravity[1], 0.0) * settings->h * (steps[1] - steps[0]);
    const double gained = mean_speed(s) - before;
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return gained;
}

START_TEST(friction_decides_on_a_slope) {
    static const int steps[2] = {30, 60};
    static const double SLIDING[] = {0.0, 0.3, 0.49};
    double point;
    for (size_t k = 0; k < sizeof SLIDING / sizeof *SLIDING; ++k) {
        const double gained = gain_speed(SLIDING[k], steps, &point);
        printf("mu %g: faster by %.6f m/s, a point by %.6f m/s\n", SLIDING[k], gained, point);
        ck_assert_double_le(fabs(gained - point), 5e-3 * point);
    }
    const double gained = gain_speed(0.6, steps, &point);
    printf("mu 0.6: faster by %.3g m/s\n", gained);
    ck_assert_double_le(fabs(gained), 1e-6);
}
END_TEST

/* Momentum of a body in a direction, kg m/s, and its mass. */
static double momentum_of(const ts_simulation *s, int32_t body, int axis, double *mass) {
    double sum = 0.0;
    *mass = 0.0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body_of[i] != body) continue;
        sum += s->bodies.mass[i] * s->state.v[i][axis];
        *mass += s->bodies.mass[i];
    }
    return sum;
}

enum { BOARD, LOWER, UPPER, BODIES };

/* Two sheets on a board without friction and without an edge below them, the upper one smaller; mu is that between
 * them. */
static ts_simulation *start_sheets(double mu, const char *options, const ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_simulation *s = NULL;
    ts_error error;
    setup.settings.h = 1.0 / 150.0;
    ts_mesh square = ts_test_sheet(1, 2.0, 0.0);
    for (size_t i = 0; i < square.nodes; ++i) square.x[i][0] += 0.5;
    ts_test_add(&setup, "board", square, &board);
    ts_test_add_cloth(&setup, "lower", 10, 1.1e-3, ts_test_cloth());
    ts_test_add_cloth(&setup, "upper", 5, 2.2e-3, ts_test_cloth());
    ts_test_complete(&setup, 0.0);
    for (int a = 0; a < BODIES; ++a)
        for (int b = 0; b < BODIES; ++b) setup.bodies.friction[a * BODIES + b] = a != BOARD && b != BOARD ? mu : 0.0;
    ts_test_choose_ndb(&setup, options);
    const ts_simulation_hooks hooks = {.method = method};
    ck_assert_msg(ts_simulation_create(&setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    return s;
}

static void step_sheets(ts_simulation *s, int steps) {
    for (int n = 0; n < steps; ++n) {
        ts_step_report report;
        ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
        ts_test_verify(s);
    }
}

static double speed_of(const ts_simulation *s, int32_t body, int axis) {
    double mass;
    const double momentum = momentum_of(s, body, axis, &mass);
    return momentum / mass;
}

/* What two sheets on the board do while one slides on the other, and stops. */
typedef struct sliding {
    double slower, point;      /* the upper one after half of it, m/s; what a point loses */
    double before, after;      /* momentum of both along the board, kg m/s */
    double lower, upper, mass; /* speeds in the end; of both */
} sliding;

static sliding slide_sheets(const char *options, double mu, double speed) {
    enum { SETTLE = 15, SLIDE = 30, ALL = 60 };
    ts_ccd_method method;
    double lower, upper;
    ts_test_certified(&method);
    ts_simulation *s = start_sheets(mu, options, &method);
    step_sheets(s, SETTLE);
    for (size_t i = 0; i < s->bodies.nodes; ++i) s->state.v[i][0] += s->bodies.body_of[i] == UPPER ? speed : 0.0;
    sliding made = {.before = momentum_of(s, LOWER, 0, &lower) + momentum_of(s, UPPER, 0, &upper)};
    const double falling = speed_of(s, UPPER, 1);
    step_sheets(s, SLIDE);
    made.slower = speed - speed_of(s, UPPER, 0);
    made.point = mu * (9.81 * SLIDE * s->settings.h + speed_of(s, UPPER, 1) - falling);
    step_sheets(s, ALL - SLIDE);
    made.after = momentum_of(s, LOWER, 0, &lower) + momentum_of(s, UPPER, 0, &upper);
    made.lower = speed_of(s, LOWER, 0);
    made.upper = speed_of(s, UPPER, 0);
    made.mass = lower + upper;
    printf("sheets: slower by %.5f m/s, a point by %.5f; together %.12f of %.12f m/s\n", made.slower, made.point,
           made.after / made.mass, made.before / made.mass);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return made;
}

/* The upper sheet is slowed by mu g and the lower one gets what it loses, until they go on together: all of it at any
 * tolerance, as they move as wholes; the more exactly as a point does the smaller the tolerance. */
START_TEST(a_sheet_that_slides_draws_the_other_along) {
    static const char *const OPTIONS[] = {NULL, "{\"tolerance\": 1e-6, \"lg_per_step\": 20000, \"most_outer\": 1000}"};
    static const double OFF[] = {0.1, 0.02}, SPEED = 0.3;
    const sliding made = slide_sheets(OPTIONS[_i], 0.1, SPEED);
    ck_assert_double_eq_tol(made.slower, made.point, OFF[_i] * made.point);
    ck_assert_double_eq_tol(made.after, made.before, 1e-9 * made.before);
    ck_assert_double_eq_tol(made.lower, made.upper, 1e-3 * SPEED);
}
END_TEST

/* Of both sheets about the vertical line through the middle of the board, kg m^2/s. */
static double spin_of(const ts_simulation *s) {
    double sum = 0.0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        const double *x = s->state.x[i], *v = s->state.v[i];
        if (s->bodies.body_of[i] != BOARD) sum += s->bodies.mass[i] * (x[2] * v[0] - x[0] * v[2]);
    }
    return sum;
}

/* The upper sheet spins at 10 rad/s, freely, or until friction has both spin. Implicit Euler leaves w/(1 + (h w)^2) of
 * a body's w in each step, at any tolerance; friction, nothing of the sum. */
START_TEST(a_sheet_that_spins_turns_the_other) {
    static const double W = 10.0, MU[] = {0.0, 0.1};
    enum { STEPS = 60 };
    ts_ccd_method method;
    double middle[3] = {0.0, 0.0, 0.0}, count = 0.0, left = W;
    ts_test_certified(&method);
    ts_simulation *s = start_sheets(MU[_i], NULL, &method);
    step_sheets(s, 15);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body_of[i] != UPPER) continue;
        ts_add(middle, s->state.x[i], middle);
        ++count;
    }
    ts_scale(1.0 / count, middle, middle);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body_of[i] != UPPER) continue;
        s->state.v[i][0] += W * (s->state.x[i][2] - middle[2]);
        s->state.v[i][2] -= W * (s->state.x[i][0] - middle[0]);
    }
    const double before = spin_of(s);
    step_sheets(s, STEPS);
    const double after = spin_of(s);
    for (int n = 0; n < STEPS; ++n) left /= 1.0 + s->settings.h * left * s->settings.h * left;
    printf("sheets: %.4f of the spin is left, and %.4f of one that turned on alone\n", after / before, left / W);
    if (_i == 0) ck_assert_double_eq_tol(after, left / W * before, 0.01 * before);
    ck_assert_double_ge(after, 0.99 * left / W * before);
    ck_assert_double_le(after, before);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
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
    tcase_add_loop_test(tests, a_sheet_that_slides_draws_the_other_along, 0, 2);
    tcase_add_loop_test(tests, a_sheet_that_spins_turns_the_other, 0, 2);
    tcase_add_test(tests, pressed_sheets_are_not_locked);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
