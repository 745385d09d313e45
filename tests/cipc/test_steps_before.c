/* SPDX-License-Identifier: MIT
 * What steps take from those before: nodes that are let go, what acts on nodes that are moved, and which step a force
 * is of. */
#include "cipc/integrator.h"
#include "tests/cipc/small_scenes.h"

/* Rules that are exact in free fall. */
static const ts_integrator SECOND_ORDER[] = {TS_IMPLICIT_MIDPOINT, TS_NEWMARK, TS_BDF2};

static ts_setup setup_of(ts_integrator integrator, double tolerance) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = integrator;
    setup.settings.tolerance = tolerance;
    return setup;
}

/* Led along for ten steps, two particles fall from there as if they had been thrown; a third one is never held, and a
 * fourth one always. */
START_TEST(what_is_let_go_falls_as_if_thrown) {
    enum { LED = 10, STEPS = 30 };
    const double h = 0.01, speed = 0.3;
    ts_setup setup = setup_of(SECOND_ORDER[_i], 1e-10);
    const ts_new_body particle = {.body.material = ts_test_material()};
    for (int i = 0; i < 4; ++i) ts_test_add(&setup, "particle", ts_test_particle(i, 0, 0), &particle);
    ts_condition *led = ts_test_tell(&setup, 2, (const int32_t[]){0, 1});
    led->end = LED * h;
    led->velocity[2] = speed;
    ts_test_tell(&setup, 1, (const int32_t[]){3});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < STEPS; ++k) ts_test_step(s);
    const double free = (STEPS - LED) * h, all = STEPS * h, g = 9.81;
    for (int i = 0; i < 2; ++i) {
        ck_assert_double_eq_tol(s->state.v[i][1], -g * free, 1e-9);
        ck_assert_double_eq_tol(s->state.x[i][1], -0.5 * g * free * free, 1e-9);
        ck_assert_double_eq_tol(s->state.x[i][2], speed * all, 1e-9);
    }
    ck_assert_double_eq_tol(s->state.v[2][1], -g * all, 1e-9);
    ck_assert_double_eq(s->state.x[3][1], 0.0);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Led around a circle, one from a time within a step on, particles leave it along its tangent, as fast as they went:
 * not as the chord of their last step. */
START_TEST(what_turned_is_let_go_along_the_tangent) {
    enum { LED = 10, STEPS = 30 };
    static const double BEGIN[2] = {0.0, 0.0968};
    const double h = 0.01, rate = 6.0, up = 0.2;
    ts_setup setup = setup_of(SECOND_ORDER[_i], 1e-10);
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    const ts_new_body particle = {.body.material = ts_test_material()};
    for (int32_t i = 0; i < 2; ++i) {
        ts_test_add(&setup, "particle", ts_test_particle(1.0 + i, 0, 0), &particle);
        ts_condition *led = ts_test_tell(&setup, 1, &i);
        led->start = BEGIN[i];
        led->end = LED * h;
        led->axis[1] = 1.0;
        led->rate = rate;
        led->velocity[1] = up;
    }
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < STEPS; ++k) ts_test_step(s);
    for (int i = 0; i < 2; ++i) {
        const double r = 1.0 + i, led = LED * h - BEGIN[i], angle = rate * led, free = (STEPS - LED) * h;
        const double v[3] = {-rate * r * sin(angle), up, -rate * r * cos(angle)};
        const double left[3] = {r * cos(angle), up * led, -r * sin(angle)};
        for (int c = 0; c < 3; ++c) {
            ck_assert_double_eq_tol(s->state.v[i][c], v[c], 1e-8);
            ck_assert_double_eq_tol(s->state.x[i][c], left[c] + free * v[c], 1e-8);
        }
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* One node goes by the forces, the other is prescribed, with the way over the time for a velocity; in the limit without
 * inertia nothing has one. Accelerations are what velocities change by, but for Newmark's. */
START_TEST(velocities_and_accelerations_are_those_of_the_rule) {
    static const struct {
        ts_integrator rule;
        double v, a, v_prescribed, a_prescribed;
    } CASES[] = {{TS_IMPLICIT_EULER, 0.3, 2.0, 0.3, 2.0},
                 {TS_IMPLICIT_MIDPOINT, 0.5, 4.0, 0.3, 2.0},
                 {TS_NEWMARK, 0.5, 1.0, 0.3, 2.0},
                 {TS_BDF2, 0.4, 3.0, 0.3, 2.0},
                 {TS_QUASI_STATIC, 0.0, -1.0, 0.0, -1.0}};
    double x[2][3] = {{1.0}, {1.0}}, v[2][3] = {{0.1}, {0.1}}, a[2][3] = {{7.0}, {7.0}};
    double x_before[2][3] = {{0.99}, {0.99}}, v_before[2][3] = {{0.0}};
    const double to[2][3] = {{1.03}, {1.03}};
    const uint8_t prescribed[2] = {0, 1};
    ts_state state = {.step = 4, .x = x, .v = v, .a = a, .x_before = x_before, .v_before = v_before};
    ts_advance_state(CASES[_i].rule, &state, 0.1, &(ts_new_positions){.nodes = 2, .x = to, .prescribed = prescribed});
    ck_assert_double_eq_tol(v[0][0], CASES[_i].v, 1e-12);
    ck_assert_double_eq_tol(a[0][0], CASES[_i].a, 1e-11);
    ck_assert_double_eq_tol(v[1][0], CASES[_i].v_prescribed, 1e-12);
    ck_assert_double_eq_tol(a[1][0], CASES[_i].a_prescribed, 1e-11);
    ck_assert(x[0][0] == 1.03 && x_before[0][0] == 1.0 && v_before[0][0] == 0.1 && state.step == 5);
}
END_TEST

/* A rod of one segment, held stretched by a hundredth, springs back with all of its force in the first step that it is
 * free, which is much shorter than its period. */
START_TEST(a_spring_that_is_let_go_has_all_of_its_force_at_once) {
    const double strain = 0.01, length = 0.1, h = 1e-6;
    ts_setup setup = setup_of(SECOND_ORDER[_i], 1e-12);
    setup.settings.h = h;
    setup.settings.contact = false;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_test_add(&setup, "rod", ts_test_rod(1, length, 0.0), &(ts_new_body){.body.material = ts_test_material()});
    setup.x[1][0] += strain * length;
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_test_tell(&setup, 1, (const int32_t[]){1})->end = 3.0 * h;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    const double young = 1e5, mass = s->bodies.mass[1], area = mass / (1000.0 * 0.5 * length);
    for (int k = 0; k < 4; ++k) ts_test_step(s);
    ck_assert_double_eq_tol(s->state.v[1][0], -h * young * area * strain / mass,
                            0.02 * h * young * area * strain / mass);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A sheet whose nodes, all but the one in its midst, are turned by 28 degrees a step. Half way the chord's compression
 * is 0.029, which its material bears; where the step before took it, 0.11, beyond its limit. So each step moves them
 * all the way, whatever the one before was. */
START_TEST(moved_nodes_meet_what_acts_in_the_midst_of_their_own_step) {
    enum { SIDE = 5, FREE = 12 };
    int32_t turned[SIDE * SIDE];
    size_t count = 0;
    ts_setup setup = setup_of(TS_IMPLICIT_MIDPOINT, 1e-8);
    setup.settings.contact = false;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body cloth = {.body.material = ts_test_material()};
    cloth.body.material.membrane = (ts_model_choice){.name = "orthotropic"};
    cloth.body.material.orthotropy = (ts_orthotropy){
        .a11 = 1e5, .a22 = 1e5, .a12 = 2e4, .g12 = 3e4, .l1 = 0.1, .l2 = 0.1, .l12 = 0.1, .warp = {1.0, 0.0, 0.5}};
    ts_test_add(&setup, "cloth", ts_test_sheet(SIDE - 1, 0.1, 0.0), &cloth);
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        if (i != FREE) turned[count++] = i;
    }
    ts_condition *turn = ts_test_tell(&setup, count, turned);
    turn->axis[1] = 1.0;
    turn->rate = 28.0 * acos(-1.0) / 180.0 / setup.settings.h;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < 6; ++k) {
        const ts_step_report report = ts_test_step(s);
        ck_assert_int_eq(report.minimisations, 1);
        ck_assert_double_eq(report.prescribed_fraction, 1.0);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Held within range of a plate and let go, without gravity, a particle gets what the barrier has stored, and no more.
 */
START_TEST(what_is_let_go_in_contact_gets_what_contact_has) {
    ts_setup setup = setup_of(TS_BDF2, 1e-8);
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    setup.settings.kappa = 1e3;
    const ts_new_body board = ts_test_obstacle(0.0), particle = {.body.material = ts_test_material()};
    ts_test_add(&setup, "board", ts_test_sheet(1, 0.1, 0.0), &board);
    ts_test_add(&setup, "particle", ts_test_particle(0.01, 0.1 * setup.settings.dhat, 0.02), &particle);
    ts_test_tell(&setup, 1, (const int32_t[]){4})->end = 0.02;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < 2; ++k) ts_test_step(s);
    const double stored = s->choice.solver->energies(s->self).contact;
    ck_assert_double_gt(stored, 0.0);
    for (int k = 0; k < 5; ++k) {
        ts_test_step(s);
        ck_assert_double_le(s->choice.solver->energies(s->self).kinetic, stored);
    }
    ck_assert_double_gt(s->state.v[4][1], 0.0);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A rod that is stretched and let go by one end, with h w = 60, has no more energy than was in it; a thick one beside
 * it that stays held, with more than all that the first could win, is none of its own. */
START_TEST(what_is_let_go_by_a_stiff_rod_gets_what_it_has) {
    ts_setup setup = setup_of(TS_BDF2, 1e-8);
    setup.settings.contact = false;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body rod = {.body.material = ts_test_material()};
    rod.body.material.young = 1e9;
    ts_test_add(&setup, "rod", ts_test_rod(2, 0.2, 0.0), &rod);
    for (int i = 0; i < 3; ++i) setup.x[i][0] *= 1.01;
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_test_tell(&setup, 1, (const int32_t[]){2})->end = 0.02;
    if (_i == 1) {
        rod.body.material.thickness *= 30.0;
        ts_test_add(&setup, "held", ts_test_rod(2, 0.2, 0.5), &rod);
        for (int i = 3; i < 6; ++i) setup.x[i][0] *= 2.0;
        ts_test_tell(&setup, 3, (const int32_t[]){3, 4, 5});
    }
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < 2; ++k) ts_test_step(s);
    const double stored = s->choice.solver->energies(s->self).elastic;
    ck_assert_double_gt(stored, 0.0);
    for (int k = 0; k < 5; ++k) {
        ts_test_step(s);
        const ts_energies energies = s->choice.solver->energies(s->self);
        ck_assert_double_le(energies.kinetic + energies.elastic, stored * (1.0 + _i * 1e-12));
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

static double figure_named(const ts_simulation *s, const char *name) {
    ts_figure list[TS_SOLVER_MOST_FIGURES];
    const size_t count = s->choice.solver->figures(s->self, list);
    size_t k = 0;
    while (k < count && strcmp(list[k].name, name) != 0) ++k;
    ck_assert_uint_lt(k, count);
    return list[k].value;
}

/* A particle begins within range of a plate and is thrown up: the force that is told is what it got, beside gravity,
 * and the energy's slope in the first step as in the others; that of BDF2 is one of implicit Euler. So are the force
 * and the imbalance of the results. */
START_TEST(forces_are_those_of_the_step_that_was_made) {
    static const ts_integrator EACH[] = {TS_IMPLICIT_EULER, TS_BDF2};
    ts_setup setup = setup_of(EACH[_i], 1e-10);
    setup.settings.h = 0.002;
    const ts_new_body board = ts_test_obstacle(0.0), particle = {.body.material = ts_test_material()};
    ts_test_add(&setup, "board", ts_test_sheet(1, 0.1, 0.0), &board);
    ts_test_add(&setup, "particle", ts_test_particle(0.01, 0.4 * setup.settings.dhat, 0.02), &particle);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    double force[5][3] = {{0}};
    ts_test_step(s);
    s->choice.solver->contact_forces(s->self, force);
    const double mass = s->bodies.mass[4], got = mass * (s->state.v[4][1] / s->settings.h + 9.81);
    ck_assert_double_gt(got, 2.0 * 9.81 * mass);
    ck_assert_double_eq_tol(force[4][1], got, 1e-6 * got);
    ck_assert_double_eq_tol(figure_named(s, "contact_force"), got, 1e-6 * got);
    ck_assert_double_eq_tol(figure_named(s, "force_error"), got / (9.81 * mass) - 1.0, 1e-5);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("steps before");
    tcase_add_loop_test(cases, what_is_let_go_falls_as_if_thrown, 0, 3);
    tcase_add_loop_test(cases, what_turned_is_let_go_along_the_tangent, 0, 3);
    tcase_add_loop_test(cases, velocities_and_accelerations_are_those_of_the_rule, 0, 5);
    tcase_add_loop_test(cases, a_spring_that_is_let_go_has_all_of_its_force_at_once, 0, 3);
    tcase_add_test(cases, moved_nodes_meet_what_acts_in_the_midst_of_their_own_step);
    tcase_add_test(cases, what_is_let_go_in_contact_gets_what_contact_has);
    tcase_add_loop_test(cases, what_is_let_go_by_a_stiff_rod_gets_what_it_has, 0, 2);
    tcase_add_loop_test(cases, forces_are_those_of_the_step_that_was_made, 0, 2);
    Suite *suite = suite_create("steps before");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
