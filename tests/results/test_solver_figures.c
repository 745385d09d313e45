/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a solver reports of a run is in the schema of results: a file with another member cannot be read. */
#include <cJSON.h>
#include <string.h>

#include "benches/solvers.h"
#include "scenes/read/scene.h"
#include "tests/cipc/small_scenes.h"

extern const char ts_results_schema_text[];

static bool describes(const cJSON *at, const char *name) {
    for (const cJSON *child = at ? at->child : NULL; child; child = child->next) {
        if (child->string && strcmp(child->string, name) == 0 && cJSON_HasObjectItem(child, "type")) return true;
        if (describes(child, name)) return true;
    }
    return false;
}

static const char *const SOLVERS[] = {"cipc", "ndb"};

START_TEST(figures_are_in_the_schema) {
    ts_scene scene;
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    ts_figure list[TS_SOLVER_MOST_FIGURES];
    const ts_scene_options options = {.size = "tiny", .solver = SOLVERS[_i]};
    ck_assert_int_eq(ts_solvers_register_builtin(&error), TS_OK);
    ck_assert_msg(ts_scene_read(TS_SOURCE_DIR "/datasets/scenes/ndb-drape.json", &options, &scene, &error) == TS_OK,
                  "%s", error.message);
    ts_test_certified(&method);
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_msg(ts_simulation_create(&scene.setup, &hooks, &s, &error) == TS_OK, "%s", error.message);
    cJSON *schema = cJSON_Parse(ts_results_schema_text);
    ck_assert_ptr_nonnull(schema);
    const size_t count = s->choice.solver->figures ? s->choice.solver->figures(s->self, list) : 0;
    for (size_t k = 0; k < count; ++k)
        ck_assert_msg(describes(schema, list[k].name), "the schema lacks the figure %s of %s", list[k].name,
                      SOLVERS[_i]);
    ck_assert(_i == 0 || count > 10);
    cJSON_Delete(schema);
    ts_simulation_destroy(s);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("figures of solvers");
    TCase *tests = tcase_create("figures");
    tcase_add_loop_test(tests, figures_are_in_the_schema, 0, 2);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
