/* SPDX-License-Identifier: MIT
 * The ten scenes of the CCD comparison: at `tiny` each comes into contact within its first steps and stays exactly
 * without intersections; at `paper` each has as many nodes as the paper says. */
#include "cipc/solver.h"
#include "scenes/run/run.h"
#include "tests/cipc/small_scenes.h"
#include "tests/datasets/scratch.h"

/* Steps until something touches; nodes of the paper's Fig. 24, thousands, and how far off a generated mesh may be. */
static const struct {
    const char *name;
    size_t steps;
    double thousands, share_off;
} SCENES[] = {
    {"sprinkles", 2, 51.2, 0.001},  {"noodles", 1, 126.8, 0.001},   {"hair-clusters", 2, 91.6, 0.001},
    {"braids", 2, 77.8, 0.02},      {"card-shuffle", 2, 6.1, 0.01}, {"needle-bed", 1, 26.3, 0.001},
    {"kick", 4, 43.3, 0.005},       {"stack-1mm", 1, 85.0, 0.001},  {"stack-5mm", 1, 85.0, 0.001},
    {"stack-10mm", 1, 85.0, 0.001},
};

enum { COMPARED = sizeof SCENES / sizeof *SCENES };

static void read_at(int k, int size, ts_scene *scene) {
    char path[512];
    ts_error error;
    const ts_scene_options options = {.size = TS_SCENE_SIZES[size]};
    ck_assert_ptr_nonnull(SCENES[k].name);
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/scenes/%s.json", SCENES[k].name);
    ck_assert_msg(ts_scene_read(path, &options, scene, &error) == TS_OK, "%s", error.message);
    ck_assert_str_eq(scene->name, SCENES[k].name);
    ck_assert_ptr_eq(scene->size, TS_SCENE_SIZES[size]);
}

START_TEST(tiny_scenes_touch_and_do_not_intersect) {
    ts_scene scene;
    ts_ccd_method method;
    ts_error error;
    ts_run_result result;
    read_at(_i, TS_SCENE_TINY, &scene);
    ck_assert_uint_ge(scene.steps, SCENES[_i].steps);
    ts_test_certified(&method);
    const ts_run_options options = {
        .steps = SCENES[_i].steps, .verify = true, .checkpoint_every = 5, .method = &method};
    ck_assert_msg(ts_run(&scene, &options, &result, &error) == TS_OK, "%s: %s", SCENES[_i].name, error.message);
    ck_assert_msg(result.complete && result.offences == 0, "%s: %s", SCENES[_i].name, result.offence);
    ck_assert_uint_eq(result.verified, SCENES[_i].steps);
    ck_assert_uint_eq(result.steps_not_converged, 0);
    ck_assert_uint_gt(result.most_contacts, 0);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(sizes_grow_to_the_papers) {
    size_t nodes[TS_SCENE_SIZE_COUNT];
    for (int size = 0; size < TS_SCENE_SIZE_COUNT; ++size) {
        ts_scene scene;
        read_at(_i, size, &scene);
        nodes[size] = scene.setup.bodies.nodes;
        ts_scene_clear(&scene);
    }
    ck_assert(nodes[TS_SCENE_TINY] < nodes[TS_SCENE_SMALL] && nodes[TS_SCENE_SMALL] < nodes[TS_SCENE_PAPER]);
    const double wanted = 1e3 * SCENES[_i].thousands;
    ck_assert_msg(fabs((double)nodes[TS_SCENE_PAPER] - wanted) <= SCENES[_i].share_off * wanted,
                  "%s has %zu nodes, the paper's %g", SCENES[_i].name, nodes[TS_SCENE_PAPER], wanted);
}
END_TEST

int main(void) {
    if (ts_solver_register(&ts_cipc_solver, NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("compared scenes");
    TCase *tests = tcase_create("compared scenes");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, tiny_scenes_touch_and_do_not_intersect, 0, COMPARED);
    tcase_add_loop_test(tests, sizes_grow_to_the_papers, 0, COMPARED);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
