/* SPDX-License-Identifier: MIT
 * Known answers that every barrier has to give, whatever its formula and its rule for stiffness. */
#include "cipc/barriers/barrier.h"
#include "cipc/stiffness/stiffness.h"
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

static const double DHAT = 1e-3, OFFSET = 1e-3;

/* A cube of 1 kg over a board, within the range of the barrier. */
static ts_simulation *start_block(const ts_barrier *barrier, const char *rule, ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.h = 0.02;
    setup.settings.dhat = DHAT;
    setup.settings.tolerance = 1e-9;
    setup.settings.barrier = ts_model_chosen(&barrier->model);
    if (rule) setup.settings.stiffness = ts_model_chosen(&ts_stiffness_find(rule)->model);
    ts_new_body board = ts_test_obstacle(OFFSET), cube = {.body = {.material = ts_test_material(), .offset = OFFSET}};
    cube.body.material.young = 1e7;
    const double centre[3] = {0.003, 0.05 + OFFSET + 0.9 * DHAT, 0.002};
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.5, 0.0), &board);
    ts_test_add(&setup, "cube", ts_test_cube(0.1, centre), &cube);
    return ts_test_start(&setup, 0.0, method);
}

static void check_rest(const ts_barrier *barrier, const char *rule) {
    ts_ccd_method method;
    ts_simulation *s = start_block(barrier, rule, &method);
    for (int k = 0; k < 40; ++k) ts_test_step(s);
    const ts_bodies *b = &s->bodies;
    double(*force)[3] = calloc(b->nodes, sizeof *force), up = 0.0, down = 0.0, lowest = INFINITY;
    s->choice.solver->contact_forces(s->self, force);
    for (size_t i = b->body[1].node_first; i < b->nodes; ++i) {
        up += force[i][1];
        down += 9.81 * b->mass[i];
        lowest = fmin(lowest, s->state.x[i][1]);
    }
    free(force);
    ck_assert_double_gt(lowest, OFFSET);
    ck_assert_double_lt(lowest, OFFSET + DHAT);
    ck_assert_msg(fabs(up / down - 1.0) < 1e-6, "%s, %s: the block weighs %.10g N and is carried by %.10g N",
                  barrier->model.name, rule ? rule : barrier->stiffness, down, up);
    ts_test_verify(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}

START_TEST(a_block_at_rest_is_carried_by_its_weight) {
    check_rest(ts_barrier_at((size_t)_i), NULL);
}
END_TEST

/* Any rule with any barrier: the standard one here. */
START_TEST(a_block_is_carried_whatever_the_rule) {
    check_rest(ts_barrier_at(0), ts_stiffness_at((size_t)_i)->model.name);
}
END_TEST

/* ---- A rod over a peg ---- */

enum { SEGMENTS = 21 }; /* the peg meets the one in the middle */

/* Held by its ends, the peg below it rises; nothing weighs. */
static ts_simulation *start_rod(const ts_barrier *barrier, double young, ts_ccd_method *method) {
    const double length = 0.21;
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.h = 0.1;
    setup.settings.dhat = DHAT;
    setup.settings.tolerance = 1e-9;
    setup.settings.integrator = TS_QUASI_STATIC;
    setup.settings.barrier = ts_model_chosen(&barrier->model);
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body rod = {.body = {.material = ts_test_material(), .offset = OFFSET}}, peg = ts_test_obstacle(OFFSET);
    rod.body.material.young = young;
    rod.body.material.thickness = 2e-3;
    rod.body.material.bending_scale = 1e-9;
    ts_mesh line = ts_test_rod(SEGMENTS, length, OFFSET + 0.5 * DHAT), pin = ts_test_rod(1, 0.05, 0.0);
    ts_test_shift(&line, -0.5 * length, 0.0, 0.0);
    ts_test_turn(&pin, 1);
    ts_test_shift(&pin, 0.0, 0.0, -0.025);
    ts_test_add(&setup, "rod", line, &rod);
    ts_test_add(&setup, "peg", pin, &peg);
    ts_test_tell(&setup, 2, (const int32_t[]){0, SEGMENTS});
    ts_test_tell(&setup, 2, (const int32_t[]){SEGMENTS + 1, SEGMENTS + 2})->velocity[1] = 0.03;
    return ts_test_start(&setup, 0.0, method);
}

/* A strand of stretch s pulls by E A (s - 1) along itself, on either side of the peg, and nothing else does: contact is
 * twice the part of it that points down. Statics by hand; of the solver only where the nodes are. */
START_TEST(a_rod_over_a_peg_is_carried_by_its_tension) {
    const ts_barrier *barrier = ts_barrier_at((size_t)_i);
    const double young = 2e4, pi = acos(-1.0), radius = 1e-3, segment = 0.21 / SEGMENTS;
    ts_ccd_method method;
    ts_simulation *s = start_rod(barrier, young, &method);
    for (int k = 0; k < 10; ++k) ts_test_step(s);
    const double(*x)[3] = (const double(*)[3])s->state.x;
    double(*force)[3] = calloc(s->bodies.nodes, sizeof *force), up = 0.0, u[3];
    s->choice.solver->contact_forces(s->self, force);
    for (int i = 0; i <= SEGMENTS; ++i) up += force[i][1];
    ts_sub(x[1], x[0], u);
    const double now = sqrt(ts_norm2(u)), tension = young * pi * radius * radius * (now / segment - 1.0);
    const double known = 2.0 * tension * u[1] / now;
    ck_assert_double_gt(known, 1e-3);
    ck_assert_msg(fabs(up / known - 1.0) < 1e-6, "%s: contact %.10g N, twice the tension of the strands %.10g N",
                  barrier->model.name, up, known);
    free(force);
    ts_test_verify(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- A bounce ---- */

/* Of a particle, 0.5 m/s fast; a pair's second derivative by the gap amid the range is 0.01 m / h^2, so that contact
 * lasts for many steps and no finite barrier is pierced. */
static ts_simulation *start_particle(const ts_barrier *barrier, ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const double pi = acos(-1.0), radius = 1e-3, mass = 1000.0 * 4.0 / 3.0 * pi * radius * radius * radius;
    setup.settings.h = 1e-4;
    setup.settings.dhat = DHAT;
    setup.settings.tolerance = 1e-9;
    setup.settings.integrator = TS_NEWMARK;
    setup.settings.barrier = ts_model_chosen(&barrier->model);
    setup.settings.stiffness = ts_model_chosen(&ts_stiffness_find("constant")->model);
    setup.settings.kappa = 0.01 * mass / ts_barrier_bend(barrier, OFFSET, DHAT, setup.settings.barrier.parameter);
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_new_body board = ts_test_obstacle(OFFSET),
                particle = {.body = {.material = ts_test_material(), .offset = OFFSET}};
    particle.body.material.thickness = 2.0 * radius;
    particle.velocity[1] = -0.5;
    ts_test_add(&setup, "board", ts_test_sheet(1, 0.1, 0.0), &board);
    ts_test_add(&setup, "particle", ts_test_particle(0.01, OFFSET + 1.3 * DHAT, 0.02), &particle);
    return ts_test_start(&setup, 0.0, method);
}

/* Energy is kept: it leaves as fast as it came. */
START_TEST(a_particle_bounces_as_fast_as_it_came) {
    const ts_barrier *barrier = ts_barrier_at((size_t)_i);
    if (barrier->by_area) return; /* the particle's area is none of this test's business */
    ts_ccd_method method;
    ts_simulation *s = start_particle(barrier, &method);
    const size_t node = s->bodies.body[1].node_first;
    double deepest = INFINITY;
    ts_test_step(s);
    ck_assert_double_eq_tol(s->state.v[node][1], -0.5, 1e-12);
    for (int k = 0; k < 150; ++k) {
        ts_test_step(s);
        deepest = fmin(deepest, s->state.x[node][1] - OFFSET);
    }
    ck_assert_double_lt(deepest, 0.8 * DHAT);
    ck_assert_double_gt(s->state.x[node][1], OFFSET + DHAT);
    ck_assert_msg(fabs(s->state.v[node][1] / 0.5 - 1.0) < 0.01, "%s: it leaves at %.10g m/s", barrier->model.name,
                  s->state.v[node][1]);
    ts_test_verify(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    size_t barriers = 0, rules = 0;
    while (ts_barrier_at(barriers)) ++barriers;
    while (ts_stiffness_at(rules)) ++rules;
    Suite *suite = suite_create("known answers of barriers");
    TCase *tests = tcase_create("rest");
    tcase_add_loop_test(tests, a_block_at_rest_is_carried_by_its_weight, 0, (int)barriers);
    tcase_add_loop_test(tests, a_block_is_carried_whatever_the_rule, 0, (int)rules);
    tcase_add_loop_test(tests, a_rod_over_a_peg_is_carried_by_its_tension, 0, (int)barriers);
    tcase_add_loop_test(tests, a_particle_bounces_as_fast_as_it_came, 0, (int)barriers);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
