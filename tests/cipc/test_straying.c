/* SPDX-License-Identifier: GPL-2.0-or-later
 * Corrections that lead nowhere: pulls of segments that turn too far make each other larger from trial to trial, in the
 * first steps of braids up to 10^37 m, of which the filters were asked all the same. */
#include <math.h>

#include "benches/solvers.h"
#include "cipc/solver_parts.h"
#include "scenes/read/scene.h"
#include "tests/cipc/small_scenes.h"

/* Of all queries, m. */
typedef struct travel {
    size_t queries;
    double longest; /* from x0 to x1, by components */
} travel;

static void measure(void *self, const ts_ccd_block *block) {
    travel *all = self;
    for (size_t q = 0; q < block->count; ++q) {
        const ts_ccd_query *query = &block->queries[q];
        for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
            for (int c = 0; c < 3; ++c) all->longest = fmax(all->longest, fabs(query->x1[i][c] - query->x0[i][c]));
        }
    }
    all->queries += block->count;
}

START_TEST(braids_are_not_asked_about_ways_of_light_years) {
    static ts_ccd_method method;
    const ts_scene_options tiny = {.size = "tiny"};
    ts_scene scene = {0};
    ts_error error;
    ts_simulation *simulation = NULL;
    travel gone = {0};
    ck_assert_int_eq(ts_solvers_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "certified", NULL, &error), TS_OK);
    ck_assert_msg(ts_scene_read(TS_SOURCE_DIR "/datasets/scenes/braids.json", &tiny, &scene, &error) == TS_OK, "%s",
                  error.message);
    const ts_simulation_hooks hooks = {.method = &method, .listener = {measure, &gone}};
    ck_assert_msg(ts_simulation_create(&scene.setup, &hooks, &simulation, &error) == TS_OK, "%s", error.message);
    ts_scene_clear(&scene);
    for (int k = 0; k < 2; ++k) ck_assert_int_eq(ts_test_step(simulation).outcome, TS_STEP_DONE);
    ts_test_verify(simulation);
    printf("braids: %zu queries, the longest way %.3g m\n", gone.queries, gone.longest);
    ck_assert_uint_gt(gone.queries, 100);
    ck_assert_double_lt(gone.longest, 1.0); /* the scene is 3 cm large */
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corrections that stray");
    TCase *tests = tcase_create("corrections that stray");
    tcase_add_test(tests, braids_are_not_asked_about_ways_of_light_years);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
