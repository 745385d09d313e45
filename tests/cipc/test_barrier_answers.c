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

int main(void) {
    size_t barriers = 0, rules = 0;
    while (ts_barrier_at(barriers)) ++barriers;
    while (ts_stiffness_at(rules)) ++rules;
    Suite *suite = suite_create("known answers of barriers");
    TCase *tests = tcase_create("rest");
    tcase_add_loop_test(tests, a_block_at_rest_is_carried_by_its_weight, 0, (int)barriers);
    tcase_add_loop_test(tests, a_block_is_carried_whatever_the_rule, 0, (int)rules);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
