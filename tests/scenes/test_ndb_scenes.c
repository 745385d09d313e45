/* SPDX-License-Identifier: MIT
 * The scenes of Lan et al. 2024: at `paper` they have the paper's counts; at `tiny` they start clean, come into contact
 * and stay exactly without intersections, by whatever solver (here C-IPC, which has the same membrane). */
#include "cipc/solver.h"
#include "scenes/run/run.h"
#include "tests/cipc/small_scenes.h"
#include "tests/datasets/scratch.h"

typedef struct ndb_scene {
    const char *name;
    int steps;       /* until something touches; below 0: so many, before anything does */
    double freedom;  /* degrees of freedom of the cloths at `paper`, of Table 1 or the captions */
    size_t elements; /* triangles of the cloths of Table 1; 0: not said, or with other bodies in it */
} ndb_scene;

static const ndb_scene SCENES[] = {
    {"ndb-blender", 7, 820e3, 540000}, {"ndb-drape", 3, 120e3, 80000},  {"ndb-folding", 1, 485e3, 320000},
    {"ndb-funnel", 2, 692e3, 458000},  {"ndb-kick", 1, 450e3, 294000},  {"ndb-knot", 1, 310e3, 203000},
    {"ndb-stack", 4, 500e3, 0},        {"ndb-statue", 9, 66e3, 0},      {"ndb-strip", -3, 30e3, 0},
    {"ndb-teapot", 4, 120e3, 0},       {"ndb-twist", -3, 121e3, 80000},
};

enum { COUNT = sizeof SCENES / sizeof *SCENES };

static void read_scene(const char *name, int size, ts_scene *scene) {
    ts_error error;
    char path[512];
    const ts_scene_options options = {.size = TS_SCENE_SIZES[size], .solver = "cipc"};
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/scenes/%s.json", name);
    ck_assert_msg(ts_scene_read(path, &options, scene, &error) == TS_OK, "%s", error.message);
    ck_assert_str_eq(scene->name, name);
}

START_TEST(tiny_scenes_touch_and_do_not_intersect) {
    const ndb_scene *expected = &SCENES[_i];
    const size_t steps = (size_t)abs(expected->steps);
    ts_scene scene;
    ts_run_result result;
    ts_ccd_method method;
    ts_error error;
    read_scene(expected->name, TS_SCENE_TINY, &scene);
    ck_assert_uint_ge(scene.steps, steps);
    ts_test_certified(&method);
    const ts_run_options options = {.steps = steps, .method = &method, .verify = true, .checkpoint_every = 5};
    ck_assert_msg(ts_run(&scene, &options, &result, &error) == TS_OK, "%s: %s", scene.name, error.message);
    ck_assert_msg(result.complete && result.offences == 0, "%s: %s", scene.name, result.offence);
    ck_assert_uint_eq(result.verified, steps);
    ck_assert_int_eq(result.most_contacts > 0, expected->steps > 0);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Within 1 % of what the paper rounds. */
START_TEST(paper_scenes_have_the_counts_of_the_paper) {
    const ndb_scene *expected = &SCENES[_i];
    ts_scene scene;
    read_scene(expected->name, TS_SCENE_PAPER, &scene);
    const ts_bodies *bodies = &scene.setup.bodies;
    size_t nodes = 0, triangles = 0;
    for (size_t n = 0; n < bodies->nodes; ++n) nodes += !bodies->body[bodies->body_of[n]].obstacle;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        triangles += !bodies->body[bodies->body_of[bodies->triangle[k][0]]].obstacle;
    }
    ck_assert_uint_eq(bodies->tets, 0);
    ck_assert_uint_eq(bodies->segments, 0);
    ck_assert_double_eq_tol(3.0 * (double)nodes, expected->freedom, 0.01 * expected->freedom);
    if (expected->elements) {
        ck_assert_double_eq_tol((double)triangles, (double)expected->elements, 0.01 * (double)expected->elements);
    }
    ts_scene_clear(&scene);
}
END_TEST

/* Against each other, 1,440 degrees each, at every size. */
START_TEST(the_ends_of_the_twist_turn_as_far_as_they_should) {
    for (int size = TS_SCENE_TINY; size < TS_SCENE_SIZE_COUNT; ++size) {
        ts_scene scene;
        read_scene("ndb-twist", size, &scene);
        const double seconds = scene.setup.settings.h * (double)scene.steps;
        ck_assert_uint_eq(scene.setup.conditions.count, 2);
        for (int end = 0; end < 2; ++end) {
            const double degrees = scene.setup.conditions.condition[end].rate * seconds * (180.0 / M_PI);
            ck_assert_double_eq_tol(degrees, end == 0 ? 1440.0 : -1440.0, 1e-6);
        }
        ts_scene_clear(&scene);
    }
}
END_TEST

int main(void) {
    if (ts_solver_register(&ts_cipc_solver, NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("ndb scenes");
    TCase *tests = tcase_create("ndb scenes");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_loop_test(tests, tiny_scenes_touch_and_do_not_intersect, 0, COUNT);
    tcase_add_loop_test(tests, paper_scenes_have_the_counts_of_the_paper, 0, COUNT);
    tcase_add_test(tests, the_ends_of_the_twist_turn_as_far_as_they_should);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
