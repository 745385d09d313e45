/* SPDX-License-Identifier: MIT
 * Friction against Coulomb: what sticks, creeps and slides on a slope, and how far a sliding body goes. The slope is a
 * level board under turned gravity. */
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

static const double G = 9.81, EPS_V = 1e-3;

typedef struct slope {
    double degrees, mu;
    int lags;
    double speed; /* along the slope at the start */
    double h;
} slope;

static ts_setup on_board(const slope *given) {
    const double angle = given->degrees * M_PI / 180.0;
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.h = given->h;
    setup.settings.eps_v = EPS_V;
    setup.settings.tolerance = 1e-7;
    setup.settings.friction_lags = given->lags;
    setup.settings.gravity[0] = G * sin(angle);
    setup.settings.gravity[1] = -G * cos(angle);
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_mesh level = ts_test_sheet(1, 8.0, 0.0);
    ts_test_shift(&level, -2.0, 0.0, 0.0); /* one triangle under all of the way: no edge to cross */
    ts_test_add(&setup, "board", level, &board);
    return setup;
}

static void add_slider(ts_setup *setup, bool is_cube, double speed) {
    ts_new_body slider = {.body.material = ts_test_material(), .velocity = {speed, 0, 0}};
    slider.body.material.young = 1e6;
    if (is_cube)
        ts_test_add(setup, "cube", ts_test_cube(0.1, (const double[3]){0, 0.05 + 5e-4, 0}), &slider);
    else
        ts_test_add(setup, "cloth", ts_test_sheet(3, 0.1, 5e-4), &slider);
}

/* The slider as it lies on a board of strong friction: steps that each start at rest. */
static void settle(const slope *given, bool is_cube, double (*rest_x)[3]) {
    ts_setup setup = on_board(given);
    add_slider(&setup, is_cube, 0.0);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 5.0, &method);
    const size_t nodes = s->bodies.nodes;
    double fastest = 1.0;
    for (int k = 0; k < 1000 && fastest > 1e-6; ++k) {
        ts_test_step(s);
        double(*v)[3] = s->state.v;
        fastest = 0.0;
        for (size_t i = 0; i < nodes; ++i) fastest = fmax(fastest, fabs(v[i][1]));
        memset(v, 0, nodes * sizeof *v);
    }
    ck_assert_double_le(fastest, 1e-6);
    memcpy(rest_x, s->state.x, nodes * sizeof *rest_x);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}

static ts_simulation *put_on(const slope *given, bool is_cube, ts_ccd_method *method) {
    double x[64][3];
    settle(given, is_cube, x);
    ts_setup setup = on_board(given);
    add_slider(&setup, is_cube, given->speed);
    memcpy(setup.x, x, setup.bodies.nodes * sizeof *setup.x);
    return ts_test_start(&setup, given->mu, method);
}

/* Velocity of the slider's centre of mass along the slope. */
static double speed_of(const ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    double momentum = 0.0, mass = 0.0;
    for (size_t i = b->body[1].node_first; i < b->nodes; ++i) {
        momentum += b->mass[i] * s->state.v[i][0];
        mass += b->mass[i];
    }
    return momentum / mass;
}

static double place_of(const ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    double moment = 0.0, mass = 0.0;
    for (size_t i = b->body[1].node_first; i < b->nodes; ++i) {
        moment += b->mass[i] * s->state.x[i][0];
        mass += b->mass[i];
    }
    return moment / mass;
}

static ts_step_report slide(ts_simulation *s, const slope *given) {
    const ts_step_report report = ts_test_step(s);
    if (given->lags == 0) ck_assert_double_lt(report.friction_change, 1e-3);
    if (given->lags > 0) ck_assert_int_eq(report.minimisations, given->lags);
    return report;
}

/* The supplement's slope of atan 0.5 = 26.565 degrees: under mu = 0.5 a body may creep at eps_v, no faster. */
START_TEST(half_sticks_on_atan_half) {
    const slope given = {.degrees = 26.565, .mu = 0.5, .lags = _i / 2 ? 0 : 1, .h = 0.01};
    ts_ccd_method method;
    ts_simulation *s = put_on(&given, _i % 2, &method);
    const double start = place_of(s);
    for (int k = 1; k <= 60; ++k) {
        slide(s, &given);
        ck_assert_double_lt(fabs(speed_of(s)), 1.2 * EPS_V);
        ck_assert_double_lt(place_of(s) - start, 1.2 * EPS_V * 0.01 * k);
    }
    ts_test_verify(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* So many lags as are asked for, though a body that rests has settled before. */
START_TEST(a_given_number_of_lags_is_kept) {
    const slope given = {.degrees = 5.0, .mu = 0.5, .lags = 4, .h = 0.01};
    ts_ccd_method method;
    ts_simulation *s = put_on(&given, true, &method);
    for (int k = 0; k < 10; ++k) ck_assert_double_lt(slide(s, &given).friction_change, 1e-3);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Above the slope's coefficient friction is as strong as the pull at the speed v with f1(v / eps_v) = tan / mu:
 * v = eps_v (1 - sqrt(1 - tan / mu)). */
START_TEST(what_sticks_creeps_at_the_smoothings_speed) {
    const slope given = {.degrees = 26.565, .mu = 0.6, .lags = 1, .h = 0.01};
    ts_ccd_method method;
    ts_simulation *s = put_on(&given, _i, &method);
    for (int k = 0; k < 60; ++k) slide(s, &given);
    const double creep = EPS_V * (1.0 - sqrt(1.0 - tan(given.degrees * M_PI / 180.0) / given.mu));
    ck_assert_double_eq_tol(speed_of(s) / creep, 1.0, 0.02);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* mu = 0.49 slides with g (sin - mu cos), ahead by less than eps_v, below which friction is not yet full. */
START_TEST(less_than_half_slides) {
    const slope given = {.degrees = 26.565, .mu = 0.49, .lags = _i / 2 ? 0 : 1, .h = 0.01};
    const double angle = given.degrees * M_PI / 180.0, pull = G * (sin(angle) - given.mu * cos(angle));
    ts_ccd_method method;
    ts_simulation *s = put_on(&given, _i % 2, &method);
    double halfway = 0.0;
    for (int k = 1; k <= 60; ++k) {
        slide(s, &given);
        ck_assert_double_gt(speed_of(s), pull * 0.01 * k - 0.2 * EPS_V);
        ck_assert_double_lt(speed_of(s), pull * 0.01 * k + 1.2 * EPS_V);
        if (k == 20) halfway = speed_of(s);
    }
    ck_assert_double_eq_tol((speed_of(s) - halfway) / (pull * 0.4), 1.0, 0.01);
    ts_test_verify(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

static double energy_of(ts_simulation *s) {
    const ts_energies e = s->choice.solver->energies(s->self);
    return e.kinetic + e.elastic + e.gravity + e.contact;
}

/* On level ground: stops after v / (mu g), having gone v^2 / (2 mu g), less half a step's way under implicit Euler;
 * energy only falls, and that of motion too as long as nothing rocks. */
START_TEST(a_slider_stops_where_coulomb_says) {
    const slope given = {.mu = 0.3, .lags = 1, .speed = 0.5, .h = 0.005};
    const bool is_cube = _i == 1;
    const double deceleration = given.mu * G, seconds = given.speed / deceleration;
    ts_ccd_method method;
    ts_simulation *s = put_on(&given, is_cube, &method);
    const double start = place_of(s);
    double kinetic = s->choice.solver->energies(s->self).kinetic, energy = energy_of(s);
    const double scale = kinetic;
    for (int k = 1; k <= 60; ++k) {
        slide(s, &given);
        const double time = given.h * k, kinetic_now = s->choice.solver->energies(s->self).kinetic,
                     energy_now = energy_of(s);
        ck_assert_double_le(energy_now, energy + 1e-9 * scale);
        if (!is_cube) ck_assert_double_le(kinetic_now, kinetic + 1e-9 * scale);
        kinetic = kinetic_now;
        energy = energy_now;
        if (time < 0.9 * seconds) {
            ck_assert_double_eq_tol(speed_of(s), given.speed - deceleration * time, 0.02 * given.speed);
        }
    }
    const double way = given.speed * given.speed / (2.0 * deceleration) - 0.5 * given.h * given.speed;
    ck_assert_double_lt(fabs(speed_of(s)), 0.1 * EPS_V);
    ck_assert_double_eq_tol((place_of(s) - start) / way, 1.0, 0.02);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("friction answers");
    TCase *tests = tcase_create("friction answers");
    tcase_add_loop_test(tests, half_sticks_on_atan_half, 0, 4);
    tcase_add_test(tests, a_given_number_of_lags_is_kept);
    tcase_add_loop_test(tests, what_sticks_creeps_at_the_smoothings_speed, 0, 2);
    tcase_add_loop_test(tests, less_than_half_slides, 0, 4);
    tcase_add_loop_test(tests, a_slider_stops_where_coulomb_says, 0, 2);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
