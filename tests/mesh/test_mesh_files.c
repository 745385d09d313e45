/* SPDX-License-Identifier: MIT
 * Mesh files that are good: the same mesh through every format, and round trips bit for bit. */
#include <math.h>

#include "core/random.h"
#include "oracles/predicates.h"
#include "tests/comma.h"
#include "tests/mesh/sample_files.h"

static void read_good(const char *name, const void *data, size_t size, ts_mesh *mesh) {
    ts_error error = {0};
    put(name, data, size);
    const ts_status status = ts_mesh_read(path, mesh, &error);
    ck_assert_msg(status == TS_OK, "%s", error.message);
    unlink(path);
}

static int32_t TET[1][4] = {{0, 1, 2, 3}};
static int32_t TRIANGLE[3][3] = {{0, 1, 4}, {0, 4, 6}, {6, 5, 1}};
static int32_t PARTICLE[2] = {6, 2};

static ts_mesh parts(unsigned which) {
    ts_mesh mesh = {.nodes = 7, .x = NODES};
    if (which & TETS) mesh.tets = 1, mesh.tet = TET;
    if (which & TRIANGLES) mesh.triangles = 3, mesh.triangle = TRIANGLE;
    if (which & SEGMENTS) mesh.segments = 2, mesh.segment = SEGMENT;
    if (which & PARTICLES) mesh.particles = 2, mesh.particle = PARTICLE;
    return mesh;
}

static void check_bits(const void *a, const void *b, size_t size) {
    ck_assert_int_eq(a == NULL, size == 0);
    if (size) ck_assert_int_eq(memcmp(a, b, size), 0);
}

/* The same bits; clears `got`. */
static void check_same(ts_mesh *got, const ts_mesh *mesh) {
    ck_assert_uint_eq(got->nodes, mesh->nodes);
    ck_assert_uint_eq(got->tets, mesh->tets);
    ck_assert_uint_eq(got->triangles, mesh->triangles);
    ck_assert_uint_eq(got->segments, mesh->segments);
    ck_assert_uint_eq(got->particles, mesh->particles);
    check_bits(got->x, mesh->x, mesh->nodes * sizeof *mesh->x);
    check_bits(got->tet, mesh->tet, mesh->tets * sizeof *mesh->tet);
    check_bits(got->triangle, mesh->triangle, mesh->triangles * sizeof *mesh->triangle);
    check_bits(got->segment, mesh->segment, mesh->segments * sizeof *mesh->segment);
    check_bits(got->particle, mesh->particle, mesh->particles * sizeof *mesh->particle);
    ts_mesh_clear(got);
}

START_TEST(test_same_mesh) {
    ts_mesh got, expected = parts(GOOD[_i].holds);
    read_good(GOOD[_i].name, GOOD[_i].text, strlen(GOOD[_i].text), &got);
    check_same(&got, &expected);
}
END_TEST

/* However the lines end, and with white space at their ends. */
START_TEST(test_line_ends) {
    char text[2000];
    size_t length = 0;
    for (const char *c = GOOD[_i].text; *c; ++c) {
        if (*c == '\n' && c[-1] != '\r') length += (size_t)sprintf(text + length, " \t\r");
        text[length++] = *c;
        ck_assert_uint_lt(length, sizeof text - 8);
    }
    ts_mesh got, expected = parts(GOOD[_i].holds);
    read_good(GOOD[_i].name, text, length, &got);
    check_same(&got, &expected);
}
END_TEST

/* After a byte order mark, with lines ended as Windows does, or as an old Macintosh did. */
START_TEST(test_other_editors) {
    static const char *const ENDS[] = {"\n", "\r\n", "\r"};
    for (int k = 0; k < 3; ++k) {
        char text[2000] = "\xEF\xBB\xBF";
        for (const char *c = GOOD[_i].text; *c; ++c) {
            ck_assert_uint_lt(strlen(text), sizeof text - 3);
            if (*c == '\n') strcat(text, ENDS[k]);
            if (*c != '\n' && *c != '\r') strncat(text, c, 1);
        }
        ts_mesh got, expected = parts(GOOD[_i].holds);
        read_good(GOOD[_i].name, text, strlen(text), &got);
        check_same(&got, &expected);
    }
}
END_TEST

/* What a carriage return alone ends is no part of the line after it. */
START_TEST(test_mixed_lines) {
    static const char OBJ_TEXT[] = "v 0 0 0\n# one\rv 1 0 0\r\ng two\rv 0 1 0\nf 1/ 2// 3/4/\r";
    static double x[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static int32_t triangle[1][3] = {{0, 1, 2}};
    const ts_mesh expected = {.nodes = 3, .x = x, .triangles = 1, .triangle = triangle};
    ts_mesh got;
    read_good("mixed.obj", OBJ_TEXT, sizeof OBJ_TEXT - 1, &got);
    check_same(&got, &expected);
}
END_TEST

START_TEST(test_polylines) {
    static const char SEG[] = "# rods\n\n0.1 0 0\n0 0 0.5\n# inside\n\t1 2 3\n\n  \n-1e-3 5 0\n4 4 4";
    static double x[5][3] = {{0.1, 0, 0}, {0, 0, 0.5}, {1, 2, 3}, {-1e-3, 5, 0}, {4, 4, 4}};
    static int32_t segment[3][2] = {{0, 1}, {1, 2}, {3, 4}};
    const ts_mesh expected = {.nodes = 5, .x = x, .segments = 3, .segment = segment};
    ts_mesh got;
    read_good("rods.seg", SEG, sizeof SEG - 1, &got);
    check_same(&got, &expected);
}
END_TEST

START_TEST(test_point_cloud) {
    static const char CLOUD[] = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float y\nproperty float x\n"
                                "property float z\nelement face 0\nproperty list int int vertex_index\nend_header\n"
                                "0.1 2 3\n4 5 6\n";
    static double x[2][3] = {{2, 0.1, 3}, {5, 4, 6}};
    static int32_t particle[2] = {0, 1};
    const ts_mesh expected = {.nodes = 2, .x = x, .particles = 2, .particle = particle};
    ts_mesh got;
    read_good("cloud.ply", CLOUD, sizeof CLOUD - 1, &got);
    check_same(&got, &expected);
}
END_TEST

/* What has edges is no cloud of points, though it has no faces. */
START_TEST(test_edges_alone) {
    static const char EDGES[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                                "property float z\nelement edge 1\nproperty int vertex1\nproperty int vertex2\n"
                                "end_header\n0 0 0\n1 0 0\n0 1 0\n2 0\n";
    static double x[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static int32_t segment[1][2] = {{2, 0}};
    const ts_mesh expected = {.nodes = 3, .x = x, .segments = 1, .segment = segment};
    ts_mesh got;
    read_good("edges.ply", EDGES, sizeof EDGES - 1, &got);
    check_same(&got, &expected);
}
END_TEST

START_TEST(test_binary_ply) {
    bytes file;
    ts_mesh got, expected = parts(SEGMENTS | TRIANGLES);
    make_binary_ply(&file, _i);
    read_good("binary.ply", file.data, file.size, &got);
    check_same(&got, &expected);
}
END_TEST

/* Floats become the doubles of the same value. */
START_TEST(test_binary_floats) {
    static const float VALUES[6] = {0.1f, -3.4e38f, 1e-45f, 7.0f, -0.0f, 1e-20f};
    bytes file = {.big = _i};
    ts_mesh got;
    push_text(&file, _i ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    push_text(&file, "element vertex 2\nproperty float x\nproperty float y\nproperty float32 z\nend_header\n");
    for (int k = 0; k < 6; ++k) push(&file, &VALUES[k], sizeof(float));
    read_good("floats.ply", file.data, file.size, &got);
    for (int k = 0; k < 6; ++k) {
        const double value = (double)VALUES[k];
        ck_assert_int_eq(memcmp(&got.x[k / 3][k % 3], &value, sizeof value), 0);
    }
    ts_mesh_clear(&got);
}
END_TEST

/* Coordinates of all types of integers: the least of those with a sign, the greatest of those without; and a list that
 * is longer than a char with a sign could say. */
START_TEST(test_binary_integers) {
    enum { MANY = 200 };
    static const char *const PROPERTIES[] = {"property char x\nproperty short y\nproperty int z\n",
                                             "property uchar x\nproperty ushort y\nproperty uint z\n"};
    static double x[2][1][3] = {{{-128, -32768, -2147483648.0}}, {{255, 65535, 4294967295.0}}};
    static int32_t particle[1] = {0};
    const int is_unsigned = _i % 2;
    const uint32_t bits = is_unsigned ? UINT32_MAX : UINT32_C(0x80000000);
    const uint16_t half = (uint16_t)(bits >> 16);
    bytes file = {.big = _i / 2};
    ts_mesh got;
    push_text(&file, file.big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    push_text(&file, "element vertex 1\n");
    push_text(&file, PROPERTIES[is_unsigned]);
    push_text(&file, "property list uchar uchar more\nend_header\n");
    push_byte(&file, half >> 8);
    push(&file, &half, sizeof half);
    push(&file, &bits, sizeof bits);
    push_byte(&file, MANY);
    for (int k = 0; k < MANY; ++k) push_byte(&file, k);
    const ts_mesh expected = {.nodes = 1, .x = x[is_unsigned], .particles = 1, .particle = particle};
    read_good("integers.ply", file.data, file.size, &got);
    check_same(&got, &expected);
}
END_TEST

/* A mesh has single precision where all of its coordinates have. */
START_TEST(test_single_precision) {
    static const char *const TYPES[2] = {"float", "double"};
    for (unsigned wide = 0; wide < 8; ++wide) { /* a bit for each coordinate that is a double */
        bytes file = {.big = false};
        ts_mesh got;
        push_text(&file, "ply\nformat binary_little_endian 1.0\nelement vertex 1\n");
        for (int c = 0; c < 3; ++c) {
            char line[40] = "";
            snprintf(line, sizeof line, "property %s %c\n", TYPES[wide >> c & 1], "xyz"[c]);
            push_text(&file, line);
        }
        push_text(&file, "end_header\n");
        for (int c = 0; c < 3; ++c) {
            const double half = 0.5;
            const float same = 0.5f;
            push(&file, wide >> c & 1 ? (const void *)&half : &same, wide >> c & 1 ? sizeof half : sizeof same);
        }
        read_good("precision.ply", file.data, file.size, &got);
        ck_assert(got.x[0][0] == 0.5 && got.x[0][1] == 0.5 && got.x[0][2] == 0.5);
        ck_assert_int_eq(got.is_single, wide == 0);
        ts_mesh_clear(&got);
    }
}
END_TEST

/* ---- Round trips ---- */

static double random_coordinate(ts_random *random) {
    for (;;) {
        const uint64_t bits = ts_random_bits(random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) return value;
    }
}

/* Elements on nodes of their own, at any doubles. */
START_TEST(test_round_trip) {
    enum { EACH = 25, COUNT = 10 * EACH };
    static double x[COUNT][3];
    static int32_t tet[EACH][4], triangle[EACH][3], segment[EACH][2], particle[EACH];
    static const char *const NAMES[] = {"round.vtk", "round.obj"};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int i = 0; i < COUNT; ++i) {
        for (int c = 0; c < 3; ++c) x[i][c] = i % 7 || c ? random_coordinate(&random) : -0.0;
    }
    for (int k = 0; k < EACH; ++k) {
        for (int c = 0; c < 4; ++c) tet[k][c] = 10 * k + c;
        for (int c = 0; c < 3; ++c) triangle[k][c] = 10 * k + 4 + c;
        for (int c = 0; c < 2; ++c) segment[k][c] = 10 * k + 7 + c;
        particle[k] = 10 * k + 9;
        const int32_t *t = tet[k];
        if (ts_orient3d(x[t[0]], x[t[1]], x[t[2]], x[t[3]]) < 0) tet[k][0] = t[1], tet[k][1] = 10 * k;
    }
    const ts_mesh mesh = {COUNT, x, _i ? 0 : EACH, tet, EACH, triangle, EACH, segment, EACH, particle, false};
    ts_error error = {0};
    ts_mesh got;
    snprintf(path, sizeof path, "%s/%s", folder, NAMES[_i]);
    ck_assert_msg(ts_mesh_write(path, &mesh, &error) == TS_OK, "%s", error.message);
    ck_assert_msg(ts_mesh_read(path, &got, &error) == TS_OK, "%s", error.message);
    check_same(&got, &mesh);
    unlink(path);
}
END_TEST

/* Where a comma is the decimal sign, files have points all the same, and the caller's locale stays. */
START_TEST(test_locale) {
    const ts_mesh mesh = parts(TRIANGLES);
    ts_mesh got;
    if (!ts_test_begin_comma()) return;
    snprintf(path, sizeof path, "%s/comma.vtk", folder);
    ck_assert_int_eq(ts_mesh_write(path, &mesh, NULL), TS_OK);
    ck_assert_int_eq(ts_mesh_read(path, &got, NULL), TS_OK);
    ck_assert_double_eq(strtod("0,5", NULL), 0.5);
    setlocale(LC_ALL, "C");
    check_same(&got, &mesh);
    unlink(path);
}
END_TEST

START_TEST(test_writing_refused) {
    const ts_mesh mesh = parts(TETS);
    ts_error error;
    ck_assert_int_eq(ts_mesh_write("x.obj", &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "x.obj: Wavefront OBJ cannot hold the mesh's 1 tets; write a .vtk");
    ck_assert_int_eq(ts_mesh_write("x.ply", &mesh, &error), TS_ERROR_USAGE);
    ck_assert_str_eq(error.message, "x.ply: meshes are written as .obj or .vtk; choose one of these names");
    ck_assert_int_eq(ts_mesh_write("/nowhere/at/all.vtk", &mesh, &error), TS_ERROR_USAGE);
    ck_assert_int_eq(access("x.obj", F_OK), -1);
}
END_TEST

/* ---- The table of formats ---- */

START_TEST(test_formats) {
    for (size_t k = 0; k < ts_mesh_format_count(); ++k) {
        const ts_mesh_format *format = ts_mesh_format_at(k);
        ck_assert_ptr_nonnull(format->name);
        ck_assert(format->draft || format->frame || format->write);
        snprintf(path, sizeof path, "a.b/c%s", format->extension);
        ck_assert_ptr_eq(ts_mesh_format_of(path), format);
    }
    ck_assert_ptr_null(ts_mesh_format_at(ts_mesh_format_count()));
    ck_assert_ptr_eq(ts_mesh_format_of("X.OBJ"), &ts_mesh_format_obj);
    ck_assert_ptr_null(ts_mesh_format_of("a.obj/x"));
    ck_assert_ptr_null(ts_mesh_format_of("obj"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mesh files");
    TCase *good = tcase_create("good");
    tcase_add_unchecked_fixture(good, make_folder, remove_folder);
    tcase_add_loop_test(good, test_same_mesh, 0, GOOD_COUNT);
    tcase_add_loop_test(good, test_line_ends, 0, GOOD_COUNT);
    tcase_add_loop_test(good, test_other_editors, 0, GOOD_COUNT);
    tcase_add_test(good, test_mixed_lines);
    tcase_add_test(good, test_polylines);
    tcase_add_test(good, test_point_cloud);
    tcase_add_test(good, test_edges_alone);
    tcase_add_loop_test(good, test_binary_ply, 0, 2);
    tcase_add_loop_test(good, test_binary_floats, 0, 2);
    tcase_add_loop_test(good, test_binary_integers, 0, 4);
    tcase_add_test(good, test_single_precision);
    tcase_add_loop_test(good, test_round_trip, 0, 2);
    tcase_add_test(good, test_locale);
    tcase_add_test(good, test_writing_refused);
    tcase_add_test(good, test_formats);
    suite_add_tcase(suite, good);
    return ts_run_suite(suite);
}
