/* SPDX-License-Identifier: GPL-2.0-or-later
 * Scenes that locked: full CCD freed less of each way than of the one before, and told nodes stopped (docs/ndb.md).
 * A cloth whose ends turn against each other until it is a rope of many layers: the trial point lies behind several of
 * them; without going back to the accepted point the ends stop at step 31 or before. Three cloths that a ball presses
 * onto each other: friction that tightened while ways were cut held them together, and the ball stopped in step 83. */
#include <check.h>

#include "scenes/read/scene.h"
#include "tests/ndb/ndb_scenes.h"

typedef struct run {
    ts_scene scene;
    ts_ccd_method method;
    ts_simulation *simulation;
} run;

static void start(run *r, const char *path) {
    ts_error error;
    const ts_scene_options options = {.size = "tiny", .solver = "ndb"};
    ck_assert_int_eq(ts_solver_register(&ts_ndb_solver, &error), TS_OK);
    ck_assert_msg(ts_scene_read(path, &options, &r->scene, &error) == TS_OK, "%s", error.message);
    ts_test_certified(&r->method);
    const ts_simulation_hooks hooks = {.method = &r->method};
    ck_assert_msg(ts_simulation_create(&r->scene.setup, &hooks, &r->simulation, &error) == TS_OK, "%s", error.message);
}

/* Told nodes get where they are told in every step. Every fourth one and the last are verified. */
static void make_steps(run *r, int steps) {
    ts_error error;
    for (int n = 1; n <= steps; ++n) {
        ts_step_report report;
        ck_assert_msg(ts_simulation_step(r->simulation, &report, &error) == TS_OK, "%s", error.message);
        ck_assert_msg(report.outcome == TS_STEP_DONE || report.outcome == TS_STEP_LIMIT, "step %d: %s", n,
                      ts_step_outcome_name(report.outcome));
        ck_assert_double_ge(report.prescribed_fraction, 0.99);
        if (n % 4 == 0 || n == steps) ts_test_verify(r->simulation);
    }
}

static void end(run *r) {
    ts_simulation_destroy(r->simulation);
    ts_scene_clear(&r->scene);
    ts_ccd_method_clear(&r->method);
}

START_TEST(a_rope_of_many_layers_is_not_locked) {
    run r;
    start(&r, TS_SOURCE_DIR "/datasets/scenes/ndb-twist.json");
    make_steps(&r, 34);
    ck_assert_uint_gt(ts_test_ndb_of(r.simulation)->counts.restarts, 0);
    end(&r);
}
END_TEST

START_TEST(cloths_that_a_ball_presses_onto_each_other_are_not_locked) {
    run r;
    start(&r, TS_SOURCE_DIR "/datasets/scenes/ndb-funnel.json");
    make_steps(&r, 84);
    end(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scenes that locked");
    TCase *tests = tcase_create("locks");
    tcase_add_test(tests, a_rope_of_many_layers_is_not_locked);
    tcase_add_test(tests, cloths_that_a_ball_presses_onto_each_other_are_not_locked);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
