/* SPDX-License-Identifier: MIT
 * Models that scenes choose by name, of a solver that offers some of its own: names, parameters and their ranges, what
 * stays unread without a solver, and what a simulation looks up. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scenes/read/scene.h"
#include "scenes/solver.h"
#include "tests/datasets/scratch.h"

/* ---- A solver with models ---- */

static const ts_ccd_option NUMBERS[] = {
    {"softness", TS_OPTION_REAL, 0.5, 0.0, 1.0, "of the whole"},
    {"order", TS_OPTION_INTEGER, 2.0, 1.0, 9.0, "of the law"},
    {"smooth", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0, "whether it is"},
};

static const ts_model MODELS[] = {
    {.role = TS_MODEL_TET, .name = "fixed-corotated"},
    {.role = TS_MODEL_TET, .name = "rubber", .keeps_orientation = true, .parameters = NUMBERS, .parameter_count = 3},
    {.role = TS_MODEL_MEMBRANE, .name = "stvk"},
    {.role = TS_MODEL_MEMBRANE, .name = "woven", .orthotropic = true},
    {.role = TS_MODEL_BARRIER, .name = "wall"},
    {.role = TS_MODEL_BARRIER, .name = "cushion", .parameters = NUMBERS, .parameter_count = 1},
};

static const ts_model *model_at(size_t index) {
    return index < sizeof MODELS / sizeof *MODELS ? &MODELS[index] : NULL;
}

static ts_status refuse(ts_simulation *simulation, void **self, ts_error *error) {
    (void)simulation, (void)self;
    return ts_fail(error, TS_ERROR_USAGE, "this solver makes no steps");
}

static const ts_solver SOLVER = {.name = "stub", .models = model_at, .create = refuse, .destroy = free};

static const ts_model MOAT = {.role = TS_MODEL_BARRIER, .name = "moat"};

static const ts_model *moat_at(size_t index) {
    return index == 0 ? &MOAT : NULL;
}

static const ts_solver OTHER = {.name = "other-stub", .models = moat_at, .create = refuse, .destroy = free};

/* ---- Reading ---- */

enum { UNKNOWN = false, KNOWN = true };

static const char *const SCENE = "{%s\"contact\": {\"barrier\": %s}, \"objects\": [{\"mesh\": {\"generator\": "
                                 "\"grid\", \"columns\": 2, \"rows\": 2, "
                                 "\"width\": 1, \"depth\": 1}, \"material\": {\"tet\": %s, \"membrane\": %s}}]}";

/* `known`: the solver is registered, from then on. */
static ts_status read_scene(bool known, const char *barrier, const char *tet, const char *membrane, ts_scene *scene,
                            ts_error *error) {
    if (known) ck_assert_int_eq(ts_solver_register(&SOLVER, error), TS_OK);
    const char *path = scratch("models.json");
    FILE *file = fopen(path, "w");
    fprintf(file, SCENE, known ? "\"solver\": \"stub\", " : "", barrier, tet, membrane);
    fclose(file);
    return ts_scene_read(path, NULL, scene, error);
}

static void expect_refusal(const char *barrier, const char *tet, const char *membrane, const char *message) {
    ts_scene scene;
    ts_error error;
    ck_assert_int_eq(read_scene(KNOWN, barrier, tet, membrane, &scene, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, message), "'%s' lacks '%s'", error.message, message);
}

START_TEST(models_are_read_with_their_parameters) {
    ts_scene scene;
    ts_error error;
    const char *tet = "{\"model\": \"rubber\", \"softness\": 0.25, \"smooth\": false}";
    ck_assert_msg(read_scene(KNOWN, "\"cushion\"", tet, "\"none\"", &scene, &error) == TS_OK, "%s", error.message);
    const ts_material *material = &scene.setup.bodies.body[0].material;
    ck_assert_ptr_eq(material->tet.model, &MODELS[1]);
    ck_assert_double_eq(material->tet.parameter[0], 0.25);
    ck_assert_double_eq(material->tet.parameter[1], 2.0);
    ck_assert_double_eq(material->tet.parameter[2], 0.0);
    ck_assert(ts_model_is_none(&material->membrane) && !material->membrane.model);
    ck_assert_ptr_eq(scene.setup.settings.barrier.model, &MODELS[5]);
    ck_assert_double_eq(scene.setup.settings.barrier.parameter[0], 0.5);
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(what_is_wrong_is_named) {
    expect_refusal("\"wal\"", "\"none\"", "\"none\"", "contact.barrier: there is no 'wal'; did you mean 'wall'?");
    expect_refusal("\"none\"", "\"none\"", "\"none\"", "contact.barrier: there is no 'none'");
    expect_refusal("\"wall\"", "\"stvk\"", "\"none\"", "material.tet: there is no 'stvk'; did you mean '");
    expect_refusal("\"wall\"", "7", "\"none\"", "material.tet: the name of a model is expected here");
    expect_refusal("\"wall\"", "{}", "\"none\"", "material.tet.model: the name of a model is expected here");
    expect_refusal("\"wall\"", "{\"model\": \"rubber\", \"sofness\": 0}", "\"none\"", "did you mean 'softness'?");
    expect_refusal("\"wall\"", "{\"model\": \"rubber\", \"softness\": 2}", "\"none\"",
                   "material.tet.softness: 2 is outside [0, 1]");
    expect_refusal("\"wall\"", "{\"model\": \"rubber\", \"order\": 2.5}", "\"none\"", "must be a whole number");
    expect_refusal("\"wall\"", "{\"model\": \"rubber\", \"smooth\": 1}", "\"none\"", "true or false");
    expect_refusal("{\"model\": \"wall\", \"softness\": 1}", "\"none\"", "\"none\"", "there is no 'softness' here");
    expect_refusal("\"wall\"", "\"none\"", "\"woven\"", "orthotropy");
}
END_TEST

START_TEST(what_a_solver_lacks_is_named) {
    ts_error error;
    expect_refusal("\"wall\", \"stiffness\": \"ipc\"", "\"none\"", "\"none\"",
                   "contact.stiffness: there is no 'ipc', as the solver stub has no such models; leave it out");
    ck_assert_int_eq(ts_solver_register(&OTHER, &error), TS_OK);
    expect_refusal("\"moat\"", "\"none\"", "\"none\"", "contact.barrier: 'moat' is of the solver other-stub, and the");
}
END_TEST

START_TEST(without_a_solver_names_stay_names) {
    ts_scene scene;
    ts_error error;
    ck_assert_msg(read_scene(UNKNOWN, "\"any\"", "\"anything\"", "\"none\"", &scene, &error) == TS_OK, "%s",
                  error.message);
    const ts_material *material = &scene.setup.bodies.body[0].material;
    ck_assert(strcmp(material->tet.name, "anything") == 0 && !material->tet.model);
    ck_assert(strcmp(scene.setup.settings.barrier.name, "any") == 0);
    ts_scene_clear(&scene);
    ck_assert_int_eq(
        read_scene(UNKNOWN, "\"any\"", "\"a-name-of-more-than-thirty-one-characters\"", "\"none\"", &scene, &error),
        TS_ERROR_DATA);
}
END_TEST

/* ---- Looking up ---- */

/* The simulation is refused, by this message. */
static void expect_no_start(const char *barrier, const char *tet, const char *membrane, const char *message) {
    ts_scene scene;
    ts_error error;
    ts_simulation *simulation;
    ck_assert_msg(read_scene(UNKNOWN, barrier, tet, membrane, &scene, &error) == TS_OK, "%s", error.message);
    scene.setup.settings.contact = false;
    scene.setup.solver.solver = &SOLVER;
    ck_assert(ts_simulation_create(&scene.setup, &(ts_simulation_hooks){0}, &simulation, &error) != TS_OK);
    ck_assert_msg(strstr(error.message, message), "'%s' lacks '%s'", error.message, message);
    ts_scene_clear(&scene);
}

START_TEST(a_simulation_looks_names_up) {
    expect_no_start(
        "\"wall\"", "\"rubber\"", "\"wovven\"",
        "objects 'object-0'.material.membrane: this solver has no membrane model 'wovven'; the nearest is woven");
    expect_no_start("\"hedge\"", "\"rubber\"", "\"stvk\"", "this solver has no barrier 'hedge'");
    expect_no_start("\"wall\"", "\"rubber\"", "\"stvk\"", "makes no steps");  /* all is found */
    expect_no_start("\"wall\"", "\"no-such\"", "\"stvk\"", "makes no steps"); /* there are no tets */
}
END_TEST

START_TEST(choices_are_looked_up_once) {
    ts_model_choice choice = {.name = "rubber"}, none = {0};
    ck_assert(ts_model_look_up(model_at, TS_MODEL_TET, &choice));
    ck_assert(choice.model == &MODELS[1] && choice.parameter[0] == 0.5);
    choice.parameter[0] = 0.75;
    ck_assert(ts_model_look_up(model_at, TS_MODEL_TET, &choice) && choice.parameter[0] == 0.75);
    ck_assert(ts_model_look_up(model_at, TS_MODEL_TET, &none) && ts_model_is_none(&none));
    ck_assert_ptr_null(ts_model_find(model_at, TS_MODEL_MEMBRANE, "rubber"));
    const char *names[1];
    ck_assert_uint_eq(ts_model_names(model_at, TS_MODEL_TET, names, 1), 1);
    ck_assert_str_eq(names[0], "fixed-corotated");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("models");
    TCase *tests = tcase_create("models");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, without_a_solver_names_stay_names); /* before there is one */
    tcase_add_test(tests, a_simulation_looks_names_up);
    tcase_add_test(tests, models_are_read_with_their_parameters);
    tcase_add_test(tests, what_is_wrong_is_named);
    tcase_add_test(tests, what_a_solver_lacks_is_named);
    tcase_add_test(tests, choices_are_looked_up_once);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
