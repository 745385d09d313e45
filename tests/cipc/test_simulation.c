/* SPDX-License-Identifier: MIT
 * The time stepper against closed forms: free fall under each integrator, momentum, energy, rigid motion, rest. */
#include "core/random.h"
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

static const ts_integrator ALL[] = {TS_IMPLICIT_EULER, TS_IMPLICIT_MIDPOINT, TS_NEWMARK, TS_BDF2};

/* y after n steps of free fall from rest at 0, by the recursion of the integrator itself on one number. */
static double fall(ts_integrator integrator, double h, int n) {
    const double g = -9.81;
    double y = 0.0, v = 0.0, y_before = 0.0, v_before = 0.0;
    for (int k = 0; k < n; ++k) {
        double y_next, v_next;
        if (integrator == TS_IMPLICIT_EULER || (integrator == TS_BDF2 && k == 0)) {
            v_next = v + h * g;
            y_next = y + h * v_next;
        } else if (integrator == TS_BDF2) {
            v_next = (4.0 * v - v_before) / 3.0 + 2.0 / 3.0 * h * g;
            y_next = (4.0 * y - y_before) / 3.0 + 2.0 / 3.0 * h * v_next;
        } else { /* midpoint and Newmark are exact here */
            v_next = v + h * g;
            y_next = y + h * v + 0.5 * h * h * g;
        }
        y_before = y, v_before = v, y = y_next, v = v_next;
    }
    return y;
}

START_TEST(a_body_falls_as_its_integrator_says) {
    const ts_integrator integrator = ALL[_i];
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = integrator;
    setup.settings.tolerance = 1e-9;
    ts_test_add(&setup, "cube", ts_test_cube(0.1, (double[3]){0, 0, 0}),
                &(ts_new_body){.body.material = ts_test_material(), .velocity = {0.3, 0, 0}});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    double start[8][3];
    memcpy(start, s->state.x, sizeof start);
    for (int k = 0; k < 20; ++k) ts_test_step(s);
    const double y = fall(integrator, 0.01, 20);
    for (int i = 0; i < 8; ++i) {
        const double *x = s->state.x[i];
        ck_assert_double_eq_tol(x[0] - start[i][0], 0.3 * 0.2, 1e-9);
        ck_assert_double_eq_tol(x[1] - start[i][1], y, 1e-9);
        ck_assert_double_eq_tol(x[2] - start[i][2], 0.0, 1e-9);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(momentum_is_kept_without_external_forces) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = ALL[_i];
    setup.settings.tolerance = 1e-8;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    const ts_new_body spinning = {
        .body.material = ts_test_material(), .velocity = {0.1, 0.2, -0.3}, .angular = {1.0, 2.0, 0.5}};
    ts_test_add(&setup, "cube", ts_test_cube(0.1, (double[3]){1, 0, 0}), &spinning);
    ts_test_add(&setup, "cloth", ts_test_sheet(4, 0.1, 1.0), &spinning);
    ts_test_add(&setup, "rod", ts_test_rod(5, 0.1, -1.0), &spinning);
    for (size_t i = 0; i < setup.bodies.nodes; i += 3) setup.v[i][1] += 0.05; /* and not rigidly */
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    double before[2][3], after[2][3];
    ts_test_momentum(s, before[0], before[1]);
    const double size = sqrt(ts_norm2(before[0]));
    for (int k = 0; k < 10; ++k) ts_test_step(s);
    ts_test_momentum(s, after[0], after[1]);
    for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(after[0][c], before[0][c], 1e-8 * size);
    if (ALL[_i] == TS_IMPLICIT_MIDPOINT) { /* keeps angular momentum too */
        for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(after[1][c], before[1][c], 1e-6 * size);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(energy_decays_under_implicit_euler) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    setup.settings.tolerance = 1e-7;
    ts_test_add(&setup, "cloth", ts_test_sheet(5, 0.2, 0.0), &(ts_new_body){.body.material = ts_test_material()});
    ts_random random;
    ts_random_init(&random, 3, 0);
    for (size_t i = 0; i < setup.bodies.nodes; ++i) {
        for (int c = 0; c < 3; ++c) setup.v[i][c] = ts_random_between(&random, -0.2, 0.2);
    }
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_energies e = s->choice.solver->energies(s->self);
    double before = e.kinetic + e.elastic + e.contact;
    for (int k = 0; k < 30; ++k) {
        ts_test_step(s);
        e = s->choice.solver->energies(s->self);
        const double now = e.kinetic + e.elastic + e.contact;
        ck_assert_double_le(now, before * (1.0 + 1e-9));
        before = now;
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Two particles of the same mass meet head on: neither passes, momentum is kept, the gap stays above xi. */
START_TEST(particles_bounce) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body left = {.body = {.material = ts_test_material(), .offset = 1e-3}, .velocity = {1, 0, 0}};
    ts_new_body right = left;
    right.velocity[0] = -1.0;
    ts_test_add(&setup, "left", ts_test_particle(-0.05, 0, 0), &left);
    ts_test_add(&setup, "right", ts_test_particle(0.05, 0, 0), &right);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 0; k < 20; ++k) {
        ts_test_step(s);
        const ts_state *state = &s->state;
        double apart[3];
        ts_sub(state->x[1], state->x[0], apart);
        ck_assert_double_gt(sqrt(ts_norm2(apart)), 1e-3);
        ck_assert_double_gt(apart[0], 0.0);
        ck_assert_double_eq_tol(state->v[0][0] + state->v[1][0], 0.0, 1e-6);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Two plates with thickness, one on the other: at rest xi < d < xi + dhat (the paper's Fig. 5). */
START_TEST(plates_rest_within_the_barriers_range) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body plate = {.body = {.material = ts_test_material(), .offset = 2e-3}};
    plate.body.material.young = 1e6;
    ts_new_body board = plate;
    board.body.obstacle = true;
    board.body.material.membrane = (ts_model_choice){0};
    board.body.material.bends = false;
    ts_test_add(&setup, "board", ts_test_sheet(4, 0.3, 0.0), &board);
    ts_test_add(&setup, "plate", ts_test_sheet(5, 0.1, 0.0035), &plate);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.1, &method);
    for (int k = 0; k < 60; ++k) ts_test_step(s);
    const ts_bodies *b = &s->bodies;
    for (size_t i = b->body[1].node_first; i < b->nodes; ++i) {
        const double y = s->state.x[i][1];
        ck_assert_double_gt(y, 2e-3);
        ck_assert_double_lt(y, 3e-3);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

static ts_condition hold(size_t first, size_t count) {
    ts_condition condition = {.count = count, .end = INFINITY, .node = malloc((count + 1) * sizeof(int32_t))};
    for (size_t k = 0; k < count; ++k) condition.node[k] = (int32_t)(first + k);
    return condition;
}

/* A prescribed plate is driven onto another that is held: the run stops, says how far it got, and nothing has passed.
 */
START_TEST(a_forced_intersection_is_not_made) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    const ts_new_body plate = {.body.material = ts_test_material()};
    ts_test_add(&setup, "below", ts_test_sheet(2, 0.1, 0.0), &plate);
    ts_test_add(&setup, "above", ts_test_sheet(2, 0.1, 0.02), &plate);
    setup.conditions = (ts_conditions){.count = 2, .condition = malloc(2 * sizeof(ts_condition))};
    setup.conditions.condition[0] = hold(0, 9);
    setup.conditions.condition[1] = hold(9, 9);
    setup.conditions.condition[1].velocity[1] = -1.0;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_step_report report = {0};
    ts_error error;
    for (int k = 0; k < 5 && report.outcome == TS_STEP_DONE; ++k) {
        ck_assert_int_eq(ts_simulation_step(s, &report, &error), TS_OK);
        for (size_t i = 9; i < 18; ++i) ck_assert_double_gt(s->state.x[i][1], s->state.x[0][1]);
    }
    ck_assert_int_eq(report.outcome, TS_STEP_UNREACHED);
    ck_assert_double_lt(report.prescribed_fraction, 0.999);
    ck_assert_int_ge(report.prescribed_worst, 0);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_start_that_intersects_is_refused) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body plate = {.body = {.material = ts_test_material(), .offset = 1e-3}};
    ts_test_add(&setup, "below", ts_test_sheet(2, 0.1, 0.0), &plate);
    ts_test_add(&setup, "above", ts_test_sheet(3, 0.1, 0.0009), &plate);
    ts_error error;
    ts_ccd_method method;
    ts_test_complete(&setup, 0.0);
    ts_test_certified(&method);
    ts_simulation *s = NULL;
    ck_assert_int_eq(ts_simulation_create(&setup, &(ts_simulation_hooks){.method = &method}, &s, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "above"));
    ck_assert_ptr_nonnull(strstr(error.message, "below"));
    ts_setup_clear(&setup);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A triangle has three nodes, which are named, and no fourth. */
START_TEST(a_start_beyond_a_limit_is_refused) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body cloth = {.body.material = ts_test_material()};
    cloth.body.material.strain_limit = (ts_strain_limit){.upper = 1.05, .upper_start = 1.0, .stiffness = 1e3};
    setup.settings.contact = false;
    ts_test_add(&setup, "cloth", ts_test_sheet(1, 0.1, 0.0), &cloth);
    for (size_t i = 0; i < setup.bodies.nodes; ++i) setup.x[i][0] *= 1.1;
    ts_error error;
    ts_simulation *s = NULL;
    ts_test_complete(&setup, 0.0);
    ck_assert_int_eq(ts_simulation_create(&setup, &(ts_simulation_hooks){0}, &s, &error), TS_ERROR_DATA);
    int node[3], read = 0;
    const char *nodes = strstr(error.message, "strain limit of nodes ");
    ck_assert_msg(nodes != NULL, "%s", error.message);
    sscanf(nodes, "strain limit of nodes %d, %d, %d of object 'cloth'%n", &node[0], &node[1], &node[2], &read);
    ck_assert_msg(read > 0, "%s", error.message);
    ts_setup_clear(&setup);
}
END_TEST

/* A soft cube squeezed so fast that its end, without limits, is inside out where halfway is not: under the implicit
 * midpoint rule too no tet is inverted at the end of a step. */
START_TEST(volumes_keep_their_sign_at_the_end_of_a_step) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = TS_IMPLICIT_MIDPOINT;
    setup.settings.contact = false; /* which would keep the faces apart */
    setup.settings.most_iterations = 50;
    ts_new_body cube = {.body = {.material = ts_test_material()}};
    cube.body.material.young = 10.0;
    ts_test_add(&setup, "cube", ts_test_cube(0.1, (const double[3]){0, 0, 0}), &cube);
    for (size_t i = 0; i < 8; ++i) setup.v[i][1] = (_i ? -150.0 : -50.0) * setup.x[i][1]; /* 1/s times h: 1.5, 0.5 */
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_step_report report;
    ts_error error;
    ck_assert_int_eq(ts_simulation_step(s, &report, &error), TS_OK);
    ts_test_verify(s);
    if (_i == 0) ck_assert_int_eq(report.outcome, TS_STEP_DONE);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Which of the standard's additions to the loop are there: trust_region, corrected, energy_settles, by_body. */
static void additions(const char *options, bool has[4]) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add(&setup, "grain", ts_test_particle(0, 0, 0), &(ts_new_body){.body.material = ts_test_material()});
    ts_test_complete(&setup, 0.0);
    ts_ccd_method method;
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method};
    ts_simulation *s = NULL;
    ts_error error;
    ck_assert_int_eq(ts_solver_choose("cipc", options, &setup.solver, &error), TS_OK);
    ck_assert_msg(ts_simulation_create(&setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    const ts_newton_settings *newton = &((const ts_cipc *)s->self)->newton_settings;
    has[0] = newton->trust_region;
    has[1] = newton->corrected;
    has[2] = newton->energy_settles;
    has[3] = newton->by_body;
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}

START_TEST(the_loop_as_published_has_none_of_what_is_standard) {
    bool has[4];
    additions("{}", has);
    ck_assert(has[0] && has[1] && has[2] && has[3]);
    additions("{\"corrected\": false, \"by_body\": false}", has);
    ck_assert(has[0] && !has[1] && has[2] && !has[3]);
    additions("{\"published_loop\": true, \"corrected\": true}", has);
    ck_assert(!has[0] && !has[1] && !has[2] && !has[3]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulation");
    TCase *tests = tcase_create("simulation");
    tcase_add_loop_test(tests, a_body_falls_as_its_integrator_says, 0, 4);
    tcase_add_loop_test(tests, momentum_is_kept_without_external_forces, 0, 4);
    tcase_add_test(tests, energy_decays_under_implicit_euler);
    tcase_add_loop_test(tests, volumes_keep_their_sign_at_the_end_of_a_step, 0, 2);
    tcase_add_test(tests, particles_bounce);
    tcase_add_test(tests, plates_rest_within_the_barriers_range);
    tcase_add_test(tests, a_forced_intersection_is_not_made);
    tcase_add_test(tests, a_start_that_intersects_is_refused);
    tcase_add_test(tests, a_start_beyond_a_limit_is_refused);
    tcase_add_test(tests, the_loop_as_published_has_none_of_what_is_standard);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
