/* SPDX-License-Identifier: MIT
 * Mesh files: the same mesh through every format, round trips bit for bit, and every malformation by file and line. */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "core/random.h"
#include "mesh/formats/formats.h"
#include "oracles/predicates.h"
#include "tests/support.h"

/* ---- Files ---- */

static char folder[] = "/tmp/touchstone-mesh-XXXXXX";
static char path[80];

static void make_folder(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void) {
    ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *name, const void *data, size_t size) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path); /* a file system may wait for the disk when a file is cut to nothing */
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static void read_good(const char *name, const void *data, size_t size, ts_mesh *mesh) {
    ts_error error = {0};
    put(name, data, size);
    const ts_status status = ts_mesh_read(path, mesh, &error);
    ck_assert_msg(status == TS_OK, "%s", error.message);
    unlink(path);
}

/* ---- One mesh, whole or in parts ---- */

enum { PARTICLES = 1, SEGMENTS = 2, TRIANGLES = 4, TETS = 8 };

static double NODES[7][3] = {{0, 0, 0},          {0.1, 0, 0},     {0, 0.25, 0}, {0, 0, 1e-3},
                             {1.0 / 3.0, 2, -1}, {-7e22, 5, 0.5}, {3, -2.5, 4}};
static int32_t TET[1][4] = {{0, 1, 2, 3}};
static int32_t TRIANGLE[3][3] = {{0, 1, 4}, {0, 4, 6}, {6, 5, 1}};
static int32_t SEGMENT[2][2] = {{4, 5}, {5, 6}};
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

/* ---- Good files ---- */

static const char OBJ[] = "# a mesh\n"
                          "mtllib x.mtl\n"
                          "v 0 0 0\n"
                          "v .1 0 0 1.0\n"
                          "v 0 0.25 0 0.5 0.5 1\n"
                          "vn 0 0 1\n"
                          "v 0 0 1E-3\r\n"
                          "\n"
                          "v 0.33333333333333333 2 -1\n"
                          "v -7e22 +5 5e-1\n"
                          "v 3 -2.5 4\n"
                          "g body\n"
                          "f 1/1 2/1 5/1 7/1\n"
                          "f -1//3 -2//3 2/1/1\n"
                          "l 5 6 -1\n"
                          "p 7 3";

#define VTK_POINTS                                                                                                     \
    "POINTS 7 double\n0 0 0 0.1 0 0\n0 0.25 0\n0 0 0.001 0.3333333333333333148 2 -1\n-7e22 5 0.5 3 -2.5 4\n"

static const char VTK[] = "# vtk DataFile Version 2.0\n"
                          "title\n"
                          "ASCII\n"
                          "DATASET UNSTRUCTURED_GRID\n"
                          "FIELD FieldData 2\n"
                          "TIME 1 1 double\n0.5\n"
                          "AXES 3 2 float\n1 0 0\n0 1 0\n" VTK_POINTS "METADATA\nINFORMATION 0\n\n"
                          "CELLS 6 22\n"
                          "4 0 1 2 3\n"
                          "4 0 1 4 6\n"
                          "3 6 5 1\n"
                          "3 4 5\n6\n"
                          "1 6\n"
                          "1 2\n"
                          "CELL_TYPES 6\n10 9 5 4 1 1\n"
                          "CELL_DATA 6\nSCALARS anything goes here\n";

static const char VTK_5[] = "# vtk DataFile Version 5.1\n"
                            "title\n"
                            "ASCII\n"
                            "DATASET UNSTRUCTURED_GRID\n" VTK_POINTS "CELLS 7 17\n"
                            "OFFSETS vtktypeint64\n0 4 8 11 13 15\n17\n"
                            "CONNECTIVITY vtktypeint64\n0 1 2 3 0 1 4 6 6\n5 1 4 5 5 6 6 2\n"
                            "CELL_TYPES 6\n10\n9\n7\n3\n3\n2\n";

static const char POLYDATA[] =
    "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\n" VTK_POINTS "VERTICES 1 3\n2 6 2\n"
    "LINES 1 4\n3 4 5 6\n"
    "POLYGONS 2 9\n4 0 1 4 6\n3 6 5 1\n";

static const char MSH_2[] = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
                            "$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n"
                            "$Nodes\n7\n"
                            "10 0 0 0\n"
                            "9 0.1 0 0\n"
                            "100000000000 0 0.25 0\n"
                            "1 0 0 1e-3\n"
                            "-4 0.3333333333333333 2 -1\n"
                            "6 -7e22 5 0.5\n"
                            "5 3 -2.5 4\n"
                            "$EndNodes\n"
                            "$Elements\n7\n"
                            "1 15 2 0 1 5\n"
                            "2 15 0 100000000000\n"
                            "3 1 2 0 1 -4 6\n"
                            "4 1 2 0 1 6 5\n"
                            "5 3 2 0 1 10 9 -4 5\n"
                            "6 2 2 0 1 5 6 9\n"
                            "7 4 2 0 1 10 9 100000000000 1\n"
                            "$EndElements\n";

static const char MSH_4[] = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
                            "$Entities\n0 0 0 0\n$EndEntities\n"
                            "$Nodes\n3 7 1 70\n"
                            "2 1 0 3\n10\n20\n30\n0 0 0\n0.1 0 0\n0 0.25 0\n"
                            "1 1 1 1\n70\n0 0 1e-3 0.125\n"
                            "3 1 0 3\n3\n2\n1\n0.3333333333333333 2 -1\n-7e22 5 0.5\n3 -2.5 4\n"
                            "$EndNodes\n"
                            "$Elements\n5 8 1 8\n"
                            "0 1 15 2\n1 1\n2 30\n"
                            "1 1 1 2\n3 3 2\n4 2 1\n"
                            "2 1 2 2\n5 10 20 3\n6 10 3 1\n"
                            "2 2 2 1\n7 1 2 20\n"
                            "3 1 4 1\n8 10 20 30 70\n"
                            "$EndElements\n";

#define PLY_FACES                                                                                                      \
    "0 0 0 255 0\n0.1 0 0 255 0\n0 0.25 0 255 0\n0 0 1e-3 255 2 8 9\n0.3333333333333333 2 -1 255 0\n-7e22 5 0.5 "      \
    "255 0\n3 -2.5 4 255 0\n"

static const char PLY[] = "ply\n"
                          "format ascii 1.0\n"
                          "comment a mesh\n"
                          "element vertex 7\n"
                          "property double x\nproperty double y\nproperty float64 z\n"
                          "property uchar red\nproperty list uchar int neighbours\n"
                          "element material 1\nproperty float shininess\n"
                          "element face 2\nproperty list uchar int vertex_indices\nproperty float quality\n"
                          "element edge 2\nproperty int vertex1\nproperty int vertex2\n"
                          "end_header\n" PLY_FACES "0.5\n"
                          "4 0 1 4 6 0.25\n3 6 5 1 nan\n"
                          "4 5\n5 6\n";

static const struct {
    const char *name, *text;
    unsigned holds;
} GOOD[] = {
    {"a.obj", OBJ, PARTICLES | SEGMENTS | TRIANGLES},
    {"a.OBJ", OBJ, PARTICLES | SEGMENTS | TRIANGLES},
    {"a.vtk", VTK, PARTICLES | SEGMENTS | TRIANGLES | TETS},
    {"b.vtk", VTK_5, PARTICLES | SEGMENTS | TRIANGLES | TETS},
    {"c.vtk", POLYDATA, PARTICLES | SEGMENTS | TRIANGLES},
    {"a.msh", MSH_2, PARTICLES | SEGMENTS | TRIANGLES | TETS},
    {"b.msh", MSH_4, PARTICLES | SEGMENTS | TRIANGLES | TETS},
    {"a.ply", PLY, SEGMENTS | TRIANGLES},
};
#define GOOD_COUNT ((int)(sizeof GOOD / sizeof *GOOD))

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

/* ---- Binary PLY ---- */

typedef struct bytes {
    unsigned char data[2000];
    size_t size;
    bool big;
} bytes;

static void push(bytes *to, const void *value, size_t size) {
    const uint16_t one = 1;
    const bool machine_is_big = *(const unsigned char *)&one == 0;
    const unsigned char *from = value;
    for (size_t k = 0; k < size; ++k) to->data[to->size++] = from[to->big == machine_is_big ? k : size - 1 - k];
}

static void push_byte(bytes *to, int value) {
    to->data[to->size++] = (unsigned char)value;
}

static void push_text(bytes *to, const char *text) {
    memcpy(to->data + to->size, text, strlen(text));
    to->size += strlen(text);
}

static void push_face(bytes *to, int n, const int16_t *corner) {
    push_byte(to, n);
    for (int c = 0; c < n; ++c) push(to, &corner[c], sizeof corner[c]);
}

static void make_binary_ply(bytes *to, bool big) {
    *to = (bytes){.big = big};
    push_text(to, big ? "ply\nformat binary_big_endian 1.0\n" : "ply\nformat binary_little_endian 1.0\n");
    push_text(to, "element vertex 7\nproperty short tag\nproperty double x\nproperty double y\nproperty double z\n"
                  "property list uchar double more\n"
                  "element face 2\nproperty list uchar short vertex_indices\n"
                  "element edge 2\nproperty uint vertex1\nproperty char vertex2\nend_header\n");
    for (int i = 0; i < 7; ++i) {
        const int16_t tag = (int16_t)-i;
        push(to, &tag, sizeof tag);
        for (int c = 0; c < 3; ++c) push(to, &NODES[i][c], sizeof(double));
        push_byte(to, i % 2);
        if (i % 2) push(to, &NODES[i][0], sizeof(double));
    }
    push_face(to, 4, (const int16_t[]){0, 1, 4, 6});
    push_face(to, 3, (const int16_t[]){6, 5, 1});
    for (int k = 0; k < 2; ++k) {
        const uint32_t start = (uint32_t)SEGMENT[k][0];
        push(to, &start, sizeof start);
        push_byte(to, SEGMENT[k][1]);
    }
}

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
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") && !setlocale(LC_NUMERIC, "fr_FR.UTF-8")) {
        printf("skipped: no locale with a decimal comma here\n");
        return;
    }
    snprintf(path, sizeof path, "%s/comma.vtk", folder);
    ck_assert_int_eq(ts_mesh_write(path, &mesh, NULL), TS_OK);
    ck_assert_int_eq(ts_mesh_read(path, &got, NULL), TS_OK);
    ck_assert_double_eq(strtod("0,5", NULL), 0.5);
    setlocale(LC_NUMERIC, "C");
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

/* ---- Malformed files ---- */

#define V4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define VTK_HEAD "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define VTK_4 VTK_HEAD "POINTS 5 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
#define POLY_4 "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
#define MSH_2_HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define MSH_2_4 MSH_2_HEAD "$Nodes\n4\n11 0 0 0\n12 1 0 0\n13 0 1 0\n14 0 0 1\n$EndNodes\n"
#define MSH_4_HEAD "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define MSH_4_4 MSH_4_HEAD "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n"
#define PLY_HEAD "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_3 PLY_HEAD "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"

static const struct {
    const char *name, *text, *message; /* the message without the path */
} BAD[] = {
    /* What holds for every format, told of OBJ. */
    {"x.obj", "", ":1: the file ends without a node"},
    {"x.obj", "# nothing\nvn 1 0 0\n", ":2: the file ends without a node"},
    {"x.obj", V4, ":4: the file ends without an element on its 4 nodes"},
    {"x.obj", "v 0 0 nan\n", ":1: expected a finite coordinate, found \"nan\""},
    {"x.obj", "v 0 0 0\nv -inf 0 0\n", ":2: expected a finite coordinate, found \"-inf\""},
    {"x.obj", "v 1e400 0 0\n", ":1: expected a finite coordinate, found \"1e400\""},
    {"x.obj", "v 0 0x10 0\n", ":1: expected a finite coordinate, found \"0x10\""},
    {"x.obj", "v 0 1,5 0\n", ":1: expected a finite coordinate, found \"1,5\""},
    {"x.obj", "v 0 1.2.3 0\n", ":1: expected a finite coordinate, found \"1.2.3\""},
    {"x.obj", "v 0 0\nv 0 0 0\n", ":1: expected a finite coordinate, found the end of the line"},
    {"x.obj", "v 0 0", ":1: expected a finite coordinate, found the end of the file"},
    {"x.obj", "v 0 0 0 red\n", ":1: expected a number, found \"red\""},
    {"x.obj", V4 "f 1 2 5\n", ":5: there is no node 5; the last of 4 is 4"},
    {"x.obj", V4 "f 1 2 0\n", ":5: there is no vertex 0; the first is 1"},
    {"x.obj", V4 "f 1 2 -5\n", ":5: vertex -5 reaches back beyond the 4 before it"},
    {"x.obj", V4 "f 1 2 9999999999\n", ":5: there cannot be a node 9999999999; the first is 1"},
    {"x.obj", V4 "f 1 2 99999999999999999999\n", ":5: expected the index of a vertex, found \"99999999999999999999\""},
    {"x.obj", V4 "f 1 2 3.5\n", ":5: expected the index of a vertex, found \"3.5\""},
    {"x.obj", V4 "f 1 2 /3\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"/3\""},
    {"x.obj", V4 "f 1 2 3/x\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"3/x\""},
    {"x.obj", V4 "f 1 2\n", ":5: expected 3 or more nodes of a polygon, found 2"},
    {"x.obj", V4 "l 1\n", ":5: expected 2 or more nodes of a polyline, found 1"},
    {"x.obj", V4 "p\n", ":5: expected a node, found none"},
    {"x.obj", V4 "\nf 1 2 2\n", ":6: triangle 0 (nodes 1, 2, 2) has a node twice"},
    {"x.obj", V4 "f 1 2 3 1\n", ":5: triangle 1 (nodes 1, 3, 1) has a node twice"},
    {"x.obj", V4 "l 4 4\n", ":5: segment 0 (nodes 4, 4) has a node twice"},
    {"x.obj", V4 "v 1 0 0\nl 1 2\nl 5 2\n", ":7: segment 1 (nodes 5, 2) has no length"},
    {"x.obj", V4 "v 0.5 0 0\nf 1 5 2\n", ":6: triangle 0 (nodes 1, 5, 2) has no area"},
    {"x.obj", V4 "p 1 2\np 3\np 2\n", ":7: particle 3 (node 2) has the nodes of particle 1, of line 5"},
    {"x.obj", V4 "l 1 2\nl 3 4\nl 2 1\n", ":7: segment 2 (nodes 2, 1) has the nodes of segment 0, of line 5"},
    {"x.obj", V4 "f 1 2 3\nf 1 3 2\n", ":6: triangle 1 (nodes 1, 3, 2) has the nodes of triangle 0, of line 5"},
    {"x.obj", V4 "v 0 0 -1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n",
     ":8: triangle 2 (nodes 1, 2, 5) is the third at the edge of nodes 1, 2, after 0 and 1; two are possible"},
    /* VTK */
    {"x.vtk", "", ":1: expected \"# vtk DataFile Version\", found the end of the file"},
    {"x.vtk", "<?xml version=\"1.0\"?>\n", ":1: expected \"# vtk DataFile Version\", found \"<?xml\""},
    {"x.vtk", "# vtk DataFile Version 3.0\ntitle\nBINARY\n",
     ":3: expected ASCII (BINARY is not read), found \"BINARY\""},
    {"x.vtk", "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET STRUCTURED_GRID\n",
     ":4: expected UNSTRUCTURED_GRID or POLYDATA, found \"STRUCTURED_GRID\""},
    {"x.vtk", VTK_HEAD "POINTS 1000000000000 double\n0 0 0\n",
     ":5: the number of points is 1000000000000, but the file ends after 14 bytes more; is it cut short?"},
    {"x.vtk", VTK_HEAD "POINTS -1 double\n", ":5: expected the number of points, found \"-1\""},
    {"x.vtk", VTK_HEAD "POINTS 1 double\n0 0\n", ":6: expected a finite coordinate, found the end of the file"},
    {"x.vtk", VTK_HEAD "POINTS 1 double\n0 0 nan\n", ":6: expected a finite coordinate, found \"nan\""},
    {"x.vtk", VTK_4 "CELLS 1 1000000000\n4 0 1 2 3\n",
     ":11: the size of the list of cells is 1000000000, but the file ends after 11 bytes more; is it cut short?"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\n", ":12: 1 cells without CELL_TYPES"},
    {"x.vtk", VTK_4 "CELLS 1 5\n5 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":12: a cell of 5 nodes; expected at most the 4 that are left of those announced"},
    {"x.vtk", VTK_4 "CELLS 1 5\n-1 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":12: a cell of -1 nodes; expected at most the 4 that are left of those announced"},
    {"x.vtk", VTK_4 "CELLS 1 6\n4 0 1 2 3\nCELL_TYPES 1\n10\n", ":12: the cells have 4 nodes in all; announced were 5"},
    {"x.vtk", VTK_4 "CELLS 3 2\n4 0 1 2 3\n", ":12: 3 cells cannot be a list of 2 numbers"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 x\n", ":12: expected a node, found \"x\""},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 5\nCELL_TYPES 1\n10\n", ":12: there is no node 5; the last of 5 is 4"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 -3\nCELL_TYPES 1\n10\n", ":12: there cannot be a node -3; the first is 0"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n10\n10\n",
     ":13: types of 2 cells; expected the 1 of CELLS before"},
    {"x.vtk", VTK_4 "CELLS 1 9\n8 0 1 2 3 0 1 2 3\nCELL_TYPES 1\n12\n",
     ":14: cell type 12 is not read; expected 1, 2 (vertices), 3, 4 (lines), 5, 7, 9 (triangles, polygons, quads) or "
     "10 (tetrahedra)"},
    {"x.vtk", VTK_4 "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n", ":12: a tetrahedron has 4 nodes; found 3"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 1 0 2 3\nCELL_TYPES 1\n10\n",
     ":12: tet 0 (nodes 1, 0, 2, 3) is inverted: its volume is negative; exchange two of its nodes"},
    {"x.vtk", VTK_HEAD "POINTS 4 double\n0 0 0 1 0 0 0 1 0 1 1 0\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":8: tet 0 (nodes 0, 1, 2, 3) has no volume"},
    {"x.vtk", VTK_4 "CELLS 3 15\n4 0 1 2 3\n4 0 1 2 4\n4 0 1 2 3\nCELL_TYPES 3\n10\n10\n10\n",
     ":14: tet 2 (nodes 0, 1, 2, 3) has the nodes of tet 0, of line 12"},
    {"x.vtk",
     VTK_HEAD "POINTS 6 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 2\n0 0 3\n"
              "CELLS 3 15\n4 0 1 2 3\n4 0 1 2 4\n4 0 1 2 5\nCELL_TYPES 3\n10\n10\n10\n",
     ":15: tet 2 (nodes 0, 1, 2, 5) is the third at the face of nodes 0, 1, 2, after 0 and 1; two are possible"},
    {"x.vtk", VTK_4 "POINTS 1 double\n0 0 0\n", ":11: a second list of points; expected one"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\nCELLS 1 5\n", ":13: a second list of cells; expected one"},
    {"x.vtk", VTK_4 "CELLS 2 3\nOFFSETS vtktypeint64\n1 3\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: expected an offset from 0 to 0, found 1"},
    {"x.vtk", VTK_4 "CELLS 3 3\nOFFSETS vtktypeint64\n0 3 2\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: expected an offset from 3 to 3, found 2"},
    {"x.vtk", VTK_4 "CELLS 2 3\nOFFSETS vtktypeint64\n0 2\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: the last offset is 2; the connectivity has 3 entries"},
    {"x.vtk", VTK_4 "TRIANGLE_STRIPS 1 4\n3 0 1 2\n",
     ":11: expected POINTS, CELLS, CELL_TYPES, VERTICES, LINES or POLYGONS, found \"TRIANGLE_STRIPS\""},
    {"x.vtk", POLY_4 "POLYGONS 2 7\n3 0 1 2\n2 0 1\n", ":9: expected 3 or more nodes of a polygon, found 2"},
    {"x.vtk", POLY_4 "LINES 1 3\n2 0 4\n", ":8: there is no node 4; the last of 4 is 3"},
    /* MSH */
    {"x.msh", "$Nodes\n", ":1: expected $MeshFormat, found \"$Nodes\""},
    {"x.msh", "$MeshFormat\n3.0 0 8\n", ":2: expected the version 2.2 or 4.1, found \"3.0\""},
    {"x.msh", "$MeshFormat\n4.1 1 8\n", ":2: expected the file type 0 (ASCII; binary is not read), found \"1\""},
    {"x.msh", "$MeshFormat\n4.1 0 8\n", ":2: expected the $End of the section, found the end of the file"},
    {"x.msh", MSH_2_HEAD "$Nodes\n1000000000\n1 0 0 0\n",
     ":5: the number of nodes is 1000000000, but the file ends after 9 bytes more; is it cut short?"},
    {"x.msh", MSH_2_HEAD "$Nodes\n2\n1 0 0 0\n$EndNodes\n", ":7: expected the tag of a node, found \"$EndNodes\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n",
     ":7: expected the $End of the section, found \"2\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 0 0 7\n$EndNodes\n", ":6: expected the end of the line, found \"7\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 nan 0\n$EndNodes\n", ":6: expected a finite coordinate, found \"nan\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n2\n7 0 0 0\n7 1 0 0\n$EndNodes\n", ":7: node 7 is in line 6 already"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12 15\n$EndElements\n", ":13: there is no node 15 in $Nodes before"},
    {"x.msh", MSH_2_HEAD "$Elements\n1\n1 2 0 11 12 15\n$EndElements\n", ":6: there is no node 11 in $Nodes before"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12\n$EndElements\n",
     ":13: expected the tag of a node, found the end of the line"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12 13 14\n$EndElements\n",
     ":13: expected the end of the line, found \"14\""},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 9 0 11 12 13\n$EndElements\n",
     ":13: element type 9 is not read; expected 15 (point), 1 (line), 2 (triangle), 3 (quad) or 4 (tetrahedron)"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 4 0 11 12 14 13\n$EndElements\n",
     ":13: tet 0 (nodes 11, 12, 14, 13) is inverted: its volume is negative; exchange two of its nodes"},
    {"x.msh", MSH_2_4 "$Nodes\n1\n1 0 0 0\n$EndNodes\n", ":12: a second list of nodes; expected one"},
    {"x.msh", MSH_2_4 "Elements\n", ":11: expected a section such as $Nodes, found \"Elements\""},
    {"x.msh", MSH_2_4 "$Periodic\n1\n2\n", ":13: expected the $End of the section, found the end of the file"},
    {"x.msh", MSH_4_HEAD "$Nodes\n1 5 1 5\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n$EndNodes\n",
     ":14: 4 nodes in the blocks; announced were 5"},
    {"x.msh", MSH_4_HEAD "$Nodes\n1 1 1 1\n2 1 0 2\n1\n2\n0 0 0\n0 0 0\n$EndNodes\n",
     ":6: a block of 2 nodes; 1 of those announced are left"},
    {"x.msh", MSH_4_4 "$Elements\n1 2 1 2\n2 1 2 1\n1 1 2 3\n$EndElements\n",
     ":17: 1 elements in the blocks; announced were 2"},
    {"x.msh", MSH_4_4 "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 4\n$EndElements\n",
     ":17: there is no node 4 in $Nodes before"},
    /* SEG */
    {"x.seg", "\n# nothing\n", ":2: the file ends without a node"},
    {"x.seg", "0 0 0\n1 0 0\n\n2 0 0\n\n", ":4: a polyline of one point; expected two or more"},
    {"x.seg", "0 0 0\n1 0 0\n\n2 0 0", ":4: a polyline of one point; expected two or more"},
    {"x.seg", "0 0 0\n1 0\n", ":2: expected a finite coordinate, found the end of the line"},
    {"x.seg", "0 0 0\n1 0 0 0\n", ":2: expected the end of the line, found \"0\""},
    {"x.seg", "v 0 0 0\n", ":1: expected a finite coordinate, found \"v\""},
    {"x.seg", "0 0 0\n1 0 0\n1 0 0\n", ":3: segment 1 (nodes 2, 3) has no length"},
    /* PLY */
    {"x.ply", "plx\n", ":1: expected ply, found \"plx\""},
    {"x.ply", "ply\nformat ascii 1.0\n", ":2: the file ends inside the header; expected end_header"},
    {"x.ply", "ply\nformat text 1.0\n",
     ":2: expected ascii, binary_little_endian or binary_big_endian, found \"text\""},
    {"x.ply", "ply\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
     ":6: the header has no format"},
    {"x.ply", "ply\nformat ascii 1.0\nend_header\n", ":3: the header has no element vertex"},
    {"x.ply", "ply\nformat ascii 1.0\nproperty float x\n", ":3: a property before an element"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 99999\n",
     ":3: the number of elements is 99999, but the file ends after 1 bytes more; is it cut short?"},
    {"x.ply",
     "ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\nproperty float z\n"
     "end_header\n0 0 0\n",
     ":7: the number of elements is 9, but the file ends after 6 bytes more; is it cut short?"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nend_header\n",
     ":6: element 1 of the header lacks the properties x, y and z"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty number x\n",
     ":4: expected a type such as float, double, uchar or int, found \"number\""},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float x\n",
     ":5: expected another property, found \"x\""},
    {"x.ply", PLY_HEAD "element vertex 1\n", ":7: element vertex is there twice"},
    {"x.ply", PLY_HEAD "element tristrips 1\n", ":7: triangle strips are not read; expected faces"},
    {"x.ply", PLY_HEAD "element face 1\nproperty list uchar float vertex_indices\n",
     ":8: expected a list of integers for the corners of a face, found \"vertex_indices\""},
    {"x.ply", PLY_HEAD "element face 1\nproperty int vertex_index\n",
     ":8: expected a list of integers for the corners of a face, found \"vertex_index\""},
    {"x.ply", PLY_HEAD "element edge 1\nproperty float vertex1\n",
     ":8: expected an integer for the end of an edge, found \"vertex1\""},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar float x\n",
     ":4: expected a number for a coordinate, found \"x\""},
    {"x.ply", PLY_HEAD "property list float int more\n",
     ":7: expected a list whose length is an integer, found \"more\""},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 nan 0\n0 1 0\n", ":9: expected a finite coordinate, found \"nan\""},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 0\n0 1.000 0\n",
     ":9: expected a finite coordinate, found the end of the line"},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 0 0 5\n0 1 0\n", ":9: expected the end of the line, found \"5\""},
    {"x.ply", PLY_3 "3 0 1 3\n", ":13: there is no node 3; the last of 3 is 2"},
    {"x.ply", PLY_3 "3 0 1 -1\n", ":13: there cannot be a node -1; the first is 0"},
    {"x.ply", PLY_3 "3 0 1\n", ":13: expected the index of a vertex, found the end of the line"},
    {"x.ply", PLY_3 "-3 0 1 2\n", ":13: a list cannot have the length -3"},
    {"x.ply", PLY_3 "2 0 1\n", ":13: expected 3 or more nodes of a polygon, found 2"},
    {"x.ply", PLY_3 "3 0 1 2\n3 0 1 2\n", ":14: expected the end of the file, found \"3\""},
    /* No format */
    {"x.vtu", "<VTKFile>\n", ": the file's extension says its format; expected .obj, .vtk, .msh, .seg, .ply or .stl"},
    {"obj", "v 0 0 0\n", ": the file's extension says its format; expected .obj, .vtk, .msh, .seg, .ply or .stl"},
};
#define BAD_COUNT ((int)(sizeof BAD / sizeof *BAD))

/* The message, and a mesh that is left alone. */
static void check_refused(const char *message) {
    ts_error error = {0};
    ts_mesh mesh, before;
    memset(&mesh, 0x5a, sizeof mesh);
    memcpy(&before, &mesh, sizeof mesh);
    ck_assert_msg(ts_mesh_read(path, &mesh, &error) == TS_ERROR_DATA, "not refused: %s", message);
    ck_assert_int_eq(error.status, TS_ERROR_DATA);
    ck_assert_int_eq(strncmp(error.message, path, strlen(path)), 0);
    ck_assert_str_eq(error.message + strlen(path), message);
    ck_assert_int_eq(memcmp(&mesh, &before, sizeof mesh), 0);
    ck_assert_int_eq(ts_mesh_read(path, &mesh, NULL), TS_ERROR_DATA);
}

START_TEST(test_malformed) {
    put(BAD[_i].name, BAD[_i].text, strlen(BAD[_i].text));
    check_refused(BAD[_i].message);
    unlink(path);
}
END_TEST

START_TEST(test_malformed_binary) {
    static const char HEAD[] = "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\n"
                               "property double y\nproperty double z\nend_header\n";
    const double infinite = INFINITY, zero = 0.0;
    bytes file = {0};
    char message[120];
    push_text(&file, HEAD);
    for (int c = 0; c < 3; ++c) push(&file, c == 1 ? &infinite : &zero, sizeof zero);
    put("x.ply", file.data, file.size);
    snprintf(message, sizeof message, " at byte %zu: expected a finite coordinate, found inf", sizeof HEAD - 1 + 16);
    check_refused(message);
    put("x.ply", file.data, file.size - 1);
    snprintf(message, sizeof message,
             " at byte %zu: the number of elements is 1, but the file ends after 23 bytes more; is it cut short?",
             sizeof HEAD - 1);
    check_refused(message);
    memset(file.data + sizeof HEAD - 1, 0, 24);
    push_byte(&file, 0);
    put("x.ply", file.data, file.size);
    snprintf(message, sizeof message, " at byte %zu: expected the end of the file, found 1 bytes more",
             sizeof HEAD - 1 + 24);
    check_refused(message);
    unlink(path);
}
END_TEST

/* A zero byte is no end of the text, and no part of a number. */
START_TEST(test_zero_byte) {
    put("x.obj", "v 0 0 0\0\n", 9);
    check_refused(":1: expected a finite coordinate, found \"0?\"");
    unlink(path);
}
END_TEST

START_TEST(test_not_a_file) {
    snprintf(path, sizeof path, "%s/absent.obj", folder);
    check_refused(" cannot be read: No such file or directory");
    snprintf(path, sizeof path, "%s.obj", folder);
    ck_assert_int_eq(symlink(folder, path), 0);
    check_refused(" is not a regular file; expected a mesh");
    unlink(path);
}
END_TEST

/* Every beginning of a good file is read or refused with its place; sanitizers look on. */
static void check_beginnings(const char *name, const void *data, size_t size) {
    for (size_t length = 0; length < size; ++length) {
        ts_mesh mesh;
        ts_error error = {0};
        put(name, data, length);
        const ts_status status = ts_mesh_read(path, &mesh, &error);
        if (status == TS_OK) {
            ts_mesh_clear(&mesh);
        } else {
            ck_assert_int_eq(status, TS_ERROR_DATA);
            ck_assert_int_eq(strncmp(error.message, path, strlen(path)), 0);
        }
    }
    unlink(path);
}

START_TEST(test_beginnings) {
    check_beginnings(GOOD[_i].name, GOOD[_i].text, strlen(GOOD[_i].text));
}
END_TEST

START_TEST(test_binary_beginnings) {
    bytes file;
    make_binary_ply(&file, _i);
    check_beginnings("x.ply", file.data, file.size);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mesh files");
    TCase *good = tcase_create("good"), *bad = tcase_create("bad");
    tcase_add_unchecked_fixture(good, make_folder, NULL);
    tcase_add_loop_test(good, test_same_mesh, 0, GOOD_COUNT);
    tcase_add_loop_test(good, test_line_ends, 0, GOOD_COUNT);
    tcase_add_test(good, test_polylines);
    tcase_add_test(good, test_point_cloud);
    tcase_add_loop_test(good, test_binary_ply, 0, 2);
    tcase_add_loop_test(good, test_binary_floats, 0, 2);
    tcase_add_loop_test(good, test_round_trip, 0, 2);
    tcase_add_test(good, test_locale);
    tcase_add_test(good, test_writing_refused);
    tcase_add_test(good, test_formats);
    tcase_add_unchecked_fixture(bad, NULL, remove_folder);
    tcase_add_loop_test(bad, test_malformed, 0, BAD_COUNT);
    tcase_add_test(bad, test_malformed_binary);
    tcase_add_test(bad, test_zero_byte);
    tcase_add_test(bad, test_not_a_file);
    tcase_add_loop_test(bad, test_beginnings, 0, GOOD_COUNT);
    tcase_add_loop_test(bad, test_binary_beginnings, 0, 2);
    suite_add_tcase(suite, good);
    suite_add_tcase(suite, bad);
    return ts_run_suite(suite);
}
