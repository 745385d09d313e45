/* SPDX-License-Identifier: MIT
 * All generators: standard parameters, repetition, seeds, refusals; and meshes as values. */
#include <string.h>

#include "core/hash.h"
#include "tests/cipc/mesh_measures.h"

/* ---- All generators ---- */

static uint64_t hash_of(const ts_mesh *mesh) {
    uint64_t hash = TS_HASH_START;
    for (size_t n = 0; n < mesh->nodes; ++n) {
        for (int c = 0; c < 3; ++c) hash = ts_hash_double(hash, mesh->x[n][c]);
    }
    for (size_t k = 0; k < 4 * mesh->tets; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->tet[k / 4][k % 4]);
    for (size_t k = 0; k < 3 * mesh->triangles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->triangle[k / 3][k % 3]);
    for (size_t k = 0; k < 2 * mesh->segments; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->segment[k / 2][k % 2]);
    for (size_t k = 0; k < mesh->particles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->particle[k]);
    return hash;
}

static void check_indices(const ts_mesh *mesh) {
    const int32_t nodes = (int32_t)mesh->nodes;
    bool *used = calloc(mesh->nodes, sizeof *used);
    ck_assert_ptr_nonnull(used);
    const int32_t *lists[4] = {(const int32_t *)mesh->tet, (const int32_t *)mesh->triangle,
                               (const int32_t *)mesh->segment, mesh->particle};
    const size_t lengths[4] = {4 * mesh->tets, 3 * mesh->triangles, 2 * mesh->segments, mesh->particles};
    for (int l = 0; l < 4; ++l) {
        for (size_t k = 0; k < lengths[l]; ++k) {
            ck_assert(lists[l][k] >= 0 && lists[l][k] < nodes);
            used[lists[l][k]] = true;
        }
    }
    for (size_t n = 0; n < mesh->nodes; ++n) ck_assert_msg(used[n], "node %zu belongs to nothing", n);
    free(used);
}

START_TEST(every_generator_has_standard_parameters_and_repeats_itself) {
    for (size_t g = 0; g < ts_mesh_generator_count(); ++g) {
        const ts_mesh_generator *generator = ts_mesh_generator_at(g);
        ck_assert_ptr_eq(ts_mesh_generator_find(generator->name), generator);
        ck_assert_ptr_nonnull(generator->parameters);
        if (strcmp(generator->name, "cylinder") == 0) continue; /* the standard is large */
        ts_mesh once = make(generator->name, "{}"), again = make(generator->name, "{}");
        ck_assert_uint_gt(once.nodes, 0);
        check_indices(&once);
        ck_assert_uint_eq(hash_of(&once), hash_of(&again));
        ts_mesh_clear(&once);
        ts_mesh_clear(&again);
    }
    ck_assert_ptr_null(ts_mesh_generator_find("teapot"));
    ck_assert_ptr_null(ts_mesh_generator_at(ts_mesh_generator_count()));
}
END_TEST

START_TEST(seeds_matter) {
    static const char *const CASES[][3] = {
        {"square", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"sphere", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"bowl", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"cylinder", "{\"nodes\": 500, \"seed\": 1}", "{\"nodes\": 500, \"seed\": 2}"},
        {"capsule-body", "{\"nodes\": 1000, \"seed\": 1}", "{\"nodes\": 1000, \"seed\": 2}"},
        {"rods", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
        {"bundle", "{\"shorten\": 1e-3, \"seed\": 1}", "{\"shorten\": 1e-3, \"seed\": 2}"},
        {"particles", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh one = make(CASES[k][0], CASES[k][1]), other = make(CASES[k][0], CASES[k][2]);
        ck_assert_uint_eq(one.nodes, other.nodes);
        ck_assert_uint_ne(hash_of(&one), hash_of(&other));
        ts_mesh_clear(&one);
        ts_mesh_clear(&other);
    }
}
END_TEST

START_TEST(bad_parameters_are_refused_by_name) {
    static const char *const CASES[][3] = {
        {"square", "{\"nodes\": 3}", "square: nodes: "},
        {"square", "{\"nodes\": 10.5}", "square: nodes: 10.5 is not a whole number"},
        {"square", "{\"nodes\": \"many\"}", "square: nodes: "},
        {"square", "{\"nodes\": 1e9}", "square: nodes: "},
        {"square", "{\"size\": 0}", "square: size: "},
        {"square", "{\"seed\": -1}", "square: seed: "},
        {"square", "{\"sized\": 1}", "'sized'"},
        {"square", "[]", "square: "},
        {"sphere", "{\"nodes\": 4}", "sphere: nodes: "},
        {"sphere", "{\"radius\": -1}", "sphere: radius: "},
        {"bowl", "{\"nodes\": 10, \"rim\": 60}", "bowl: nodes: "},
        {"bowl", "{\"rim\": 2}", "bowl: rim: "},
        {"cylinder", "{\"length\": 0}", "cylinder: length: "},
        {"grid", "{\"columns\": 1}", "grid: columns: "},
        {"grid", "{\"columns\": 1e5, \"rows\": 1e5}", "grid: columns: "},
        {"grid", "{\"diagonals\": \"both\"}", "grid: diagonals: "},
        {"frustum", "{\"segments\": 2}", "frustum: segments: "},
        {"tetrahedron", "{\"surface\": 1}", "tetrahedron: surface: "},
        {"tet-box", "{\"ny\": 0}", "tet-box: ny: "},
        {"tet-box", "{\"size\": [1, 0, 1]}", "tet-box: size: "},
        {"tet-ball", "{\"nodes\": 2e6}", "tet-ball: nodes: "},
        {"tet-ball", "{\"nodes\": 8}", "tet-ball: nodes: "},
        {"needles", "{\"spacing\": 0}", "needles: spacing: "},
        {"rods", "{\"count\": [3]}", "rods: count: "},
        {"rods", "{\"count\": [3, 0]}", "rods: count[1]: "},
        {"rods", "{\"width\": 1, \"spacing\": 1}", "rods: width: "},
        {"rods", "{\"layers\": 2, \"length\": 1, \"layer_distance\": 1}", "rods: layer_distance: "},
        {"rods", "{\"axis\": \"w\"}", "rods: axis: "},
        {"bundle", "{\"shorten\": 0.2}", "bundle: shorten: "},
        {"particles", "{\"jitter\": 0.002, \"spacing\": 0.004}", "particles: jitter: "},
        {"capsule-body", "{\"nodes\": 100}", "capsule-body: nodes: "},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh = {0};
        ts_error error = {0};
        ck_assert_msg(generate(CASES[k][0], CASES[k][1], &mesh, &error) == TS_ERROR_USAGE, "%s %s is taken",
                      CASES[k][0], CASES[k][1]);
        ck_assert_int_eq(error.status, TS_ERROR_USAGE);
        ck_assert_msg(strstr(error.message, CASES[k][2]) != NULL, "%s %s: '%s'", CASES[k][0], CASES[k][1],
                      error.message);
        ck_assert_uint_eq(mesh.nodes, 0);
        ck_assert_ptr_null(mesh.x);
        ck_assert_int_eq(generate(CASES[k][0], CASES[k][1], &mesh, NULL), TS_ERROR_USAGE);
    }
}
END_TEST

/* ---- Meshes as values ---- */

START_TEST(appending_moves_indices) {
    ts_mesh all = {0};
    ts_mesh parts[4] = {make("tetrahedron", "{}"), make("grid", "{}"), make("needles", "{}"),
                        make("particles", "{\"count\": [2, 2, 2]}")};
    ts_error error;
    for (int round = 0; round < 2; ++round) {
        for (int k = 0; k < 4; ++k) ck_assert_int_eq(ts_mesh_append(&all, &parts[k], &error), TS_OK);
    }
    ck_assert_uint_eq(all.nodes, 2 * (4 + 441 + 200 + 8));
    ck_assert_uint_eq(all.tets, 2);
    ck_assert_uint_eq(all.triangles, 2 * 800);
    ck_assert_uint_eq(all.segments, 2 * 100);
    ck_assert_uint_eq(all.particles, 2 * 8);
    check_indices(&all);
    ck_assert_double_eq_tol(area_of(&all), 2.0, 1e-12);
    ck_assert_double_eq_tol(volume_of(&all), 2e-3 / (6.0 * sqrt(2.0)), 1e-15);
    ck_assert_int_eq(all.tet[1][3], parts[0].tet[0][3] + 4 + 441 + 200 + 8);
    ts_mesh_clear(&all);
    for (int k = 0; k < 4; ++k) ts_mesh_clear(&parts[k]);
}
END_TEST

START_TEST(three_tets_on_a_face_are_refused) {
    double x[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 1}};
    int32_t tet[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}};
    ts_mesh mesh = {.nodes = 6, .x = x, .tets = 2, .tet = tet};
    size_t count = 0;
    int32_t(*triangles)[3] = NULL;
    ts_error error;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_OK);
    ck_assert_uint_eq(count, 6);
    free(triangles);
    triangles = NULL;
    mesh.tets = 3;
    count = 77;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "0, 1, 2"));
    ck_assert_uint_eq(count, 77);
    ck_assert_ptr_null(triangles);
    mesh.tets = 0;
    ck_assert_int_eq(ts_mesh_boundary(&mesh, &count, &triangles, &error), TS_OK);
    ck_assert_uint_eq(count, 0);
    free(triangles);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generators");
    TCase *all = tcase_create("all");
    tcase_add_test(all, every_generator_has_standard_parameters_and_repeats_itself);
    tcase_add_test(all, seeds_matter);
    tcase_add_test(all, bad_parameters_are_refused_by_name);
    tcase_add_test(all, appending_moves_indices);
    tcase_add_test(all, three_tets_on_a_face_are_refused);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
