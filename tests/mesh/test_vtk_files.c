/* SPDX-License-Identifier: MIT
 * Files that VTK itself wrote (tests/mesh/vtk/make.py): in every encoding the same mesh. */
#include <math.h>

#include "mesh/mesh.h"
#include "mesh/read/frames.h"
#include "tests/datasets/scratch.h"

enum { NODES = 40 };

static const int32_t TET[2][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}};
/* Triangles, a quad as a fan, a strip that alternates. */
static const int32_t TRIANGLE[7][3] = {{4, 5, 6},    {6, 5, 7},    {20, 21, 22}, {20, 22, 23},
                                       {33, 34, 35}, {35, 34, 36}, {35, 36, 37}};
/* In polygonal data strips come before polygons. */
static const int ORDER[7] = {3, 4, 5, 6, 0, 1, 2};
static const int32_t SEGMENT[2][2] = {{30, 31}, {31, 32}};

static const double *node(int i) {
    static double x[3];
    x[0] = i / 4.0;
    x[1] = i * i % 7 / 8.0 - 0.5;
    x[2] = 3 * i % 11 / 1024.0;
    return x;
}

static const char *file_of(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/tests/mesh/vtk/%s", TS_SOURCE_DIR, name);
    return path;
}

static void check_file(const char *name, bool single) {
    const bool is_grid = strstr(name, ".vtu") != NULL;
    ts_mesh mesh;
    check_ok(ts_frame_read(file_of(name), &mesh, error));
    ck_assert(mesh.is_single == single);
    ck_assert_uint_eq(mesh.nodes, NODES);
    for (int i = 0; i < NODES; ++i) ck_assert_mem_eq(mesh.x[i], node(i), sizeof mesh.x[i]);
    ck_assert_uint_eq(mesh.tets, is_grid ? 2 : 0);
    if (is_grid) ck_assert_mem_eq(mesh.tet, TET, sizeof TET);
    ck_assert_uint_eq(mesh.triangles, 7);
    for (int k = 0; k < 7; ++k) {
        ck_assert_mem_eq(mesh.triangle[is_grid ? k : ORDER[k]], TRIANGLE[k], sizeof TRIANGLE[k]);
    }
    ck_assert_uint_eq(mesh.segments, 2);
    ck_assert_mem_eq(mesh.segment, SEGMENT, sizeof SEGMENT);
    ck_assert_uint_eq(mesh.particles, 1);
    ck_assert_int_eq(mesh.particle[0], 39);
    ts_mesh_clear(&mesh);
}

START_TEST(every_encoding_of_vtk_is_read) {
    static const char *const NAMES[] = {
        "standard.vtu",       "raw.vtu",       "raw-blocks.vtu", "blocks.vtu",        "big.vtu",
        "big-raw-blocks.vtu", "ascii.vtu",     "binary.vtu",     "binary-blocks.vtu", "binary-plain.vtu",
        "plain.vtu",          "raw-plain.vtu", "standard.vtp",   "ascii.vtp",         "raw-blocks.vtp"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) check_file(NAMES[k], false);
}
END_TEST

START_TEST(single_precision_is_read_and_said) {
    static const char *const NAMES[] = {"standard-float.vtu", "ascii-float.vtu", "raw-blocks-float.vtu",
                                        "standard-float.vtp", "ascii-float.vtp", "raw-blocks-float.vtp"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) check_file(NAMES[k], true);
}
END_TEST

START_TEST(other_compressors_are_refused) {
    ts_mesh mesh;
    check_fails(ts_frame_read(file_of("lz4.vtu"), &mesh, error), TS_ERROR_DATA, "lz4.vtu:2", "vtkZLibDataCompressor");
    check_fails(ts_frame_read(file_of("lzma.vtu"), &mesh, error), TS_ERROR_DATA, "lzma.vtu:2", "vtkZLibDataCompressor");
}
END_TEST

/* The corners of the triangles, in the order of the file, are those of the mesh. */
START_TEST(both_sorts_of_stl_are_read) {
    static const char *const NAMES[] = {"binary.stl", "ascii.stl"};
    for (int f = 0; f < 2; ++f) {
        ts_mesh mesh;
        check_ok(ts_mesh_read(file_of(NAMES[f]), &mesh, error));
        ck_assert(mesh.is_single == (f == 0));
        ck_assert_uint_eq(mesh.triangles, 7);
        ck_assert_uint_eq(mesh.nodes, 13); /* 4 to 7, 20 to 23, 33 to 37 */
        size_t found = 0;
        for (int k = 0; k < 7; ++k) {
            for (size_t t = 0; t < 7; ++t) {
                bool same = true;
                for (int c = 0; c < 3; ++c) {
                    for (int d = 0; d < 3; ++d) same &= mesh.x[mesh.triangle[t][c]][d] == node(TRIANGLE[k][c])[d];
                }
                found += same;
            }
        }
        ck_assert_uint_ge(found, 5); /* a quad may be divided along its other diagonal */
        ts_mesh_clear(&mesh);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("vtk_files");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, every_encoding_of_vtk_is_read);
    tcase_add_test(cases, single_precision_is_read_and_said);
    tcase_add_test(cases, other_compressors_are_refused);
    tcase_add_test(cases, both_sorts_of_stl_are_read);
    Suite *suite = suite_create("vtk_files");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
