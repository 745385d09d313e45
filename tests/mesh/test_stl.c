/* SPDX-License-Identifier: MIT
 * STL files of both sorts: corners at one place become one node, everything malformed is refused by its place. */
#include <math.h>

#include "mesh/mesh.h"
#include "mesh/read/frames.h"
#include "tests/datasets/scratch.h"

#define FACET(A, B, C)                                                                                                 \
    "facet normal 0 0 nan\n outer loop\n  vertex " A "\n  vertex " B "\n  vertex " C "\n endloop\nendfacet\n"

/* Two triangles of a square, the second with -0 for 0, and one apart. */
static const float CORNER[3][3][3] = {{{0, 0, 0}, {1, 0, 0}, {1, 0.1f, 0}},
                                      {{-0.0f, 0, 0}, {1, 0.1f, -0.0f}, {0, 0.1f, 0}},
                                      {{0, 0, 5}, {1, 0, 5}, {0, 1e-30f, 5}}};

/* Binary: 80 bytes of anything, the count, and for each triangle a normal, the corners and two bytes. */
static size_t make_binary(const char *header, uint32_t count, unsigned char bytes[84 + 3 * 50]) {
    for (size_t k = 0; k < 80; ++k) bytes[k] = (unsigned char)(k < strlen(header) ? header[k] : ' ');
    for (int k = 0; k < 4; ++k) bytes[80 + k] = (unsigned char)(count >> 8 * k);
    for (size_t t = 0; t < 3; ++t) {
        unsigned char *at = bytes + 84 + 50 * t;
        memset(at, 0xff, 12); /* a normal that is no number */
        for (size_t k = 0; k < 9; ++k) {
            uint32_t word;
            memcpy(&word, &CORNER[t][k / 3][k % 3], sizeof word);
            for (size_t b = 0; b < 4; ++b) at[12 + 4 * k + b] = (unsigned char)(word >> 8 * b);
        }
        at[48] = at[49] = 7; /* attributes */
    }
    return 84 + 3 * 50;
}

static void check_square(const ts_mesh *mesh) {
    static const int32_t TRIANGLE[3][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}};
    ck_assert_uint_eq(mesh->nodes, 7);
    ck_assert_uint_eq(mesh->triangles, 3);
    ck_assert_mem_eq(mesh->triangle, TRIANGLE, sizeof TRIANGLE);
    ck_assert_uint_eq(mesh->tets + mesh->segments + mesh->particles, 0);
    ck_assert(!signbit(mesh->x[0][0]) && mesh->x[0][0] == 0.0);
    for (size_t t = 0; t < 3; ++t) {
        for (int k = 0; k < 9; ++k) {
            ck_assert(mesh->x[TRIANGLE[t][k / 3]][k % 3] == (double)CORNER[t][k / 3][k % 3]);
        }
    }
}

START_TEST(binary_corners_are_welded) {
    static const char *const HEADERS[] = {"binary", "solid but binary", ""};
    for (size_t k = 0; k < 3; ++k) {
        unsigned char bytes[84 + 3 * 50];
        ts_mesh mesh;
        write_bytes(scratch("a.stl"), bytes, make_binary(HEADERS[k], 3, bytes));
        check_ok(ts_mesh_read(scratch("a.stl"), &mesh, error));
        check_square(&mesh);
        ck_assert(mesh.is_single);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

START_TEST(text_has_doubles) {
    ts_mesh mesh;
    write_file(scratch("a.stl"),
               "solid one two\n" FACET("0 0 0", "1 0 0", "1 0.1 0") "endsolid one two\n\nsolid\n" FACET(
                   "-0 0 0", "1 1e-1 -0.0", "0 .1 0") "endsolid\n");
    check_ok(ts_mesh_read(scratch("a.stl"), &mesh, error));
    ck_assert_uint_eq(mesh.nodes, 4);
    ck_assert_uint_eq(mesh.triangles, 2);
    ck_assert(mesh.x[2][1] == 0.1 && !mesh.is_single);
    ts_mesh_clear(&mesh);
}
END_TEST

/* More nodes than the table begins with, each met six times. */
START_TEST(large_grids_are_welded) {
    enum { SIDE = 60 };
    static char text[SIDE * SIDE * 400];
    size_t used = (size_t)snprintf(text, sizeof text, "solid\n");
    for (int i = 0; i < SIDE; ++i) {
        for (int j = 0; j < SIDE; ++j) {
            for (int k = 0; k < 2; ++k) {
                used += (size_t)snprintf(text + used, sizeof text - used,
                                         "facet normal 0 0 1 outer loop vertex %d %d 0 vertex %d %d 0 vertex %d %d 0 "
                                         "endloop endfacet\n",
                                         i, j, i + 1, j + k, i + 1 - k, j + 1);
            }
        }
    }
    snprintf(text + used, sizeof text - used, "endsolid\n");
    ts_mesh mesh;
    write_file(scratch("grid.stl"), text);
    check_ok(ts_mesh_read(scratch("grid.stl"), &mesh, error));
    ck_assert_uint_eq(mesh.nodes, (SIDE + 1) * (SIDE + 1));
    ck_assert_uint_eq(mesh.triangles, 2 * SIDE * SIDE);
    ts_mesh_clear(&mesh);
}
END_TEST

/* What no mesh may be, a frame may show: a triangle without area. One with a node twice it may not. */
START_TEST(frames_may_be_flat) {
    ts_mesh mesh;
    write_file(scratch("flat.stl"), "solid\n" FACET("0 0 0", "1 0 0", "2 0 0") "endsolid\n");
    check_fails(ts_mesh_read(scratch("flat.stl"), &mesh, error), TS_ERROR_DATA, "flat.stl:6", "has no area");
    check_ok(ts_frame_read(scratch("flat.stl"), &mesh, error));
    ck_assert_uint_eq(mesh.triangles, 1);
    ts_mesh_clear(&mesh);
    write_file(scratch("twice.stl"), "solid\n" FACET("0 0 0", "1 0 0", "0 0 -0") "endsolid\n");
    check_fails(ts_frame_read(scratch("twice.stl"), &mesh, error), TS_ERROR_DATA, "twice.stl:6", "has a node twice");
}
END_TEST

START_TEST(malformed_text_is_refused) {
    static const struct {
        const char *text, *reason;
    } CASES[] = {
        {"", ":1: expected \"solid\", or binary STL"},
        {"ply\n", ":1: expected \"solid\", or binary STL"},
        {"solid\n", ":1: the file ends inside a solid"},
        {"solid\nendsolid\n", "without a node"},
        {"solid\nvertex 0 0 0\n", ":2: expected facet or endsolid, found \"vertex\""},
        {"solid\n" FACET("0 0 0", "1 0 0", "0 1 0"), ":8: the file ends inside a solid"},
        {"solid\n" FACET("0 0 0", "1 nan 0", "0 1 0") "endsolid\n", ":5: expected a finite coordinate, found \"nan\""},
        {"solid\n" FACET("0 0 0", "1 0", "0 1 0") "endsolid\n", ":6: expected a finite coordinate, found \"vertex\""},
        {"solid\nfacet 0 0 1\n", ":2: expected normal, found \"0\""},
        {"solid\n" FACET("0 0 0", "1 0 0", "0 1 0") "endsolid\nfacet", ":10: expected solid, found \"facet\""},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh;
        write_file(scratch("bad.stl"), CASES[k].text);
        check_fails(ts_mesh_read(scratch("bad.stl"), &mesh, error), TS_ERROR_DATA, "bad.stl", CASES[k].reason);
    }
}
END_TEST

START_TEST(malformed_binary_is_refused) {
    unsigned char bytes[84 + 3 * 50 + 1] = {0};
    const size_t size = make_binary("", 3, bytes);
    ts_mesh mesh;
    for (int k = 0; k < 3; ++k) { /* cut, too long, another count */
        const size_t length = k == 0 ? size - 1 : k == 1 ? size + 1 : size;
        if (k == 2) make_binary("", 4, bytes);
        write_bytes(scratch("bad.stl"), bytes, length);
        check_fails(ts_mesh_read(scratch("bad.stl"), &mesh, error), TS_ERROR_DATA, "bad.stl:1", "or binary STL");
    }
    make_binary("", 3, bytes);
    const uint32_t infinite = 0x7f800000;
    memcpy(bytes + 84 + 50 + 12 + 4, &infinite, sizeof infinite);
    write_bytes(scratch("bad.stl"), bytes, size);
    check_fails(ts_mesh_read(scratch("bad.stl"), &mesh, error), TS_ERROR_DATA, "bad.stl at byte", "found inf");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("stl");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, binary_corners_are_welded);
    tcase_add_test(cases, text_has_doubles);
    tcase_add_test(cases, large_grids_are_welded);
    tcase_add_test(cases, frames_may_be_flat);
    tcase_add_test(cases, malformed_text_is_refused);
    tcase_add_test(cases, malformed_binary_is_refused);
    Suite *suite = suite_create("stl");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
