/* SPDX-License-Identifier: GPL-2.0-or-later
 * A block whose changes grow while pairs are in its way goes back: twelve steps of the blender, in the last of which
 * one does. Without motions of whole bodies and with longer warm starts; no block does there with the standard. */
#include <check.h>
#include <math.h>

#include "ndb/iterate.h"
#include "tests/ndb/ndb_scenes.h"

typedef struct seen {
    const ts_simulation *simulation;
    double least;             /* change of the block, or since it went back; NAN: none yet */
    bool was_astray, is_back; /* the iteration before was, as the block's first one; the block has gone back */
    size_t back, wrong;       /* blocks that went back; those that did not begin as they should */
} seen;

/* What follows a change of more than twice the least one and 20 tolerances, with pairs in the way, begins at the
 * accepted point, so that all that lies between is its own change, and with first weights, which have grown once. */
static bool watch(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    seen *all = self;
    const ts_ndb *ndb = ts_test_ndb_of(all->simulation);
    const double change = ts_test_figure_in(iteration, "dx", NAN);
    const bool is_last = ts_test_figure_in(iteration, "fraction", -1.0) >= 0.0;
    if (ts_test_figure_in(iteration, "inner", -1.0) == 0.0) {
        all->least = NAN;
        all->was_astray = all->is_back = false;
    }
    if (all->was_astray) {
        const double way = ts_ndb_distance(ndb, (const double(*)[3])ndb->plus, (const double(*)[3])ndb->minus);
        const bool is_near = is_last || fabs(way - change) <= 1e-9 * change;
        all->wrong += !is_near || ts_test_figure_in(iteration, "a_max", NAN) > 1.0;
        all->least = NAN;
        ++all->back;
    }
    all->least = fmin(all->least, change); /* where it is no number yet, the change */
    all->was_astray = !all->is_back && !is_last && ts_test_figure_in(iteration, "active", 0.0) > 0.0 &&
                      change > fmax(2.0 * all->least, 0.02);
    all->is_back = all->is_back || all->was_astray;
    return true;
}

/* Twelve steps with these options. Returns the iterations of the last one. */
static int blend(const char *options, seen *all) {
    ts_scene scene;
    ts_ccd_method method;
    ts_error error;
    ts_simulation *simulation;
    ck_assert_int_eq(ts_solver_register(&ts_ndb_solver, NULL), TS_OK);
    const ts_scene_options tiny = {.size = "tiny", .solver = "ndb", .solver_options = options};
    ck_assert_msg(ts_scene_read(TS_SOURCE_DIR "/datasets/scenes/ndb-blender.json", &tiny, &scene, &error) == TS_OK,
                  "%s", error.message);
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method, .observer = {watch, all}};
    ck_assert_int_eq(ts_simulation_create(&scene.setup, &hooks, &simulation, NULL), TS_OK);
    all->simulation = simulation;
    int iterations = 0;
    for (int n = 0; n < 12; ++n) iterations = ts_test_step(simulation).iterations;
    ts_test_verify(simulation);
    ts_scene_clear(&scene);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    return iterations;
}

START_TEST(a_block_that_goes_astray_goes_back) {
    seen now = {0}, before = {0};
    const int iterations = blend("{\"whole_bodies\": false, \"warm_lg\": 5}", &now);
    ck_assert_uint_ge(now.back, 1);
    ck_assert_uint_eq(now.wrong, 0);
    ck_assert_int_lt(iterations, blend("{\"whole_bodies\": false, \"warm_lg\": 5, \"astray\": 1e300}", &before));
    ck_assert_uint_ge(before.wrong, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blocks of ndb that go astray");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, a_block_that_goes_astray_goes_back);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
