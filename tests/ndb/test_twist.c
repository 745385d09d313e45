/* SPDX-License-Identifier: GPL-2.0-or-later
 * A cloth whose ends turn against each other until it is a rope of many layers. The trial point of a step then lies
 * behind several of them; without going back to the accepted point, full CCD frees less of each way than of the one
 * before, and the ends stop at step 31 or before (docs/ndb.md). */
#include <check.h>

#include "scenes/read/scene.h"
#include "tests/ndb/ndb_scenes.h"

enum { STEPS = 34 };

START_TEST(a_rope_of_many_layers_is_not_locked) {
    ts_scene scene;
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    const ts_scene_options options = {.size = "tiny", .solver = "ndb"};
    ck_assert_int_eq(ts_solver_register(&ts_ndb_solver, &error), TS_OK);
    ck_assert_msg(ts_scene_read(TS_SOURCE_DIR "/datasets/scenes/ndb-twist.json", &options, &scene, &error) == TS_OK,
                  "%s", error.message);
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_msg(ts_simulation_create(&scene.setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    for (int n = 1; n <= STEPS; ++n) {
        ts_step_report report;
        ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
        ck_assert_msg(report.outcome == TS_STEP_DONE || report.outcome == TS_STEP_LIMIT, "step %d: %s", n,
                      ts_step_outcome_name(report.outcome));
        ck_assert_double_ge(report.prescribed_fraction, 0.99);
        if (n % 4 == 0 || n == STEPS) ts_test_verify(s);
    }
    ck_assert_uint_gt(ts_test_ndb_of(s)->counts.restarts, 0);
    ts_simulation_destroy(s);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("a rope of many layers");
    TCase *tests = tcase_create("twist");
    tcase_add_test(tests, a_rope_of_many_layers_is_not_locked);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
