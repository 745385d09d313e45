/* SPDX-License-Identifier: MIT
 * Generated meshes that are kept: found by generator and parameters alone, and copies of what was kept. */
#include "scenes/read/mesh_cache.h"

#include <check.h>

#include "scenes/read/generators/generators.h"
#include "tests/support.h"

static cJSON *parameters(int rows) {
    cJSON *made = cJSON_CreateObject();
    cJSON_AddNumberToObject(made, "columns", 3);
    cJSON_AddNumberToObject(made, "rows", rows);
    return made;
}

START_TEST(what_was_kept_is_found) {
    ts_mesh_cache cache = {0};
    ts_mesh made = {0}, found = {0};
    ts_error error;
    cJSON *three = parameters(3), *four = parameters(4);
    ck_assert(!ts_mesh_cache_find(&cache, "grid", three, &found));
    ck_assert(!ts_mesh_cache_find(NULL, "grid", three, &found));
    ck_assert_int_eq(ts_mesh_generator_find("grid")->generate(three, &made, &error), TS_OK);
    ts_mesh_cache_add(&cache, "grid", three, &made);
    ck_assert(!ts_mesh_cache_find(&cache, "grid", four, &found));
    ck_assert(!ts_mesh_cache_find(&cache, "square", three, &found));
    ck_assert(ts_mesh_cache_find(&cache, "grid", three, &found));
    ck_assert_uint_eq(found.nodes, 9);
    ck_assert_uint_eq(found.triangles, made.triangles);
    ck_assert_mem_eq(found.x, made.x, made.nodes * sizeof *made.x);
    ck_assert_mem_eq(found.triangle, made.triangle, made.triangles * sizeof *made.triangle);
    ts_mesh_clear(&found);
    ts_mesh_clear(&made);
    ck_assert(ts_mesh_cache_find(&cache, "grid", three, &found)); /* it is the cache's own */
    ts_mesh_clear(&found);
    ts_mesh_cache_clear(&cache);
    cJSON_Delete(three);
    cJSON_Delete(four);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mesh cache");
    TCase *tests = tcase_create("mesh cache");
    tcase_add_test(tests, what_was_kept_is_found);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
