/* SPDX-License-Identifier: MIT
 * Meshes as values: appending, and the surface of the tets. */
#include <string.h>

#include "tests/mesh/indices.h"
#include "tests/mesh/measures.h"

START_TEST(appending_moves_indices) {
    ts_mesh all = {0};
    ts_mesh parts[4] = {MADE(tetrahedron, .edge = 0.1),
                        MADE(grid, .columns = 21, .rows = 21, .width = 1.0, .depth = 1.0),
                        MADE(needles, .columns = 10, .rows = 10, .length = 0.1, .spacing = 0.1),
                        MADE(particles, .count = {2, 2, 2}, .spacing = 4e-3)};
    ts_error error;
    for (int round = 0; round < 2; ++round) {
        for (int k = 0; k < 4; ++k) ck_assert_int_eq(ts_mesh_append(&all, &parts[k], &error), TS_OK);
    }
    ck_assert_uint_eq(all.nodes, 2 * (4 + 441 + 200 + 8));
    ck_assert_uint_eq(all.tets, 2);
    ck_assert_uint_eq(all.triangles, 2 * 800);
    ck_assert_uint_eq(all.segments, 2 * 100);
    ck_assert_uint_eq(all.particles, 2 * 8);
    ts_test_check_indices(&all);
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
    Suite *suite = suite_create("mesh");
    TCase *all = tcase_create("all");
    tcase_add_test(all, appending_moves_indices);
    tcase_add_test(all, three_tets_on_a_face_are_refused);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
