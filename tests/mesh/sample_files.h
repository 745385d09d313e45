/* SPDX-License-Identifier: MIT
 * One mesh as a good file of every format, and a folder for files that are good or not. */
#ifndef TS_TESTS_MESH_SAMPLE_FILES_H
#define TS_TESTS_MESH_SAMPLE_FILES_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mesh/formats/formats.h"
#include "tests/support.h"

/* ---- Files ---- */

static char folder[] = "/tmp/touchstone-mesh-XXXXXX";
static char path[80];

static inline void make_folder(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static inline void remove_folder(void) {
    ck_assert_int_eq(rmdir(folder), 0);
}

static inline void put(const char *name, const void *data, size_t size) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path); /* a file system may wait for the disk when a file is cut to nothing */
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* ---- One mesh, whole or in parts ---- */

enum { PARTICLES = 1, SEGMENTS = 2, TRIANGLES = 4, TETS = 8 };

static double NODES[7][3] = {{0, 0, 0},          {0.1, 0, 0},     {0, 0.25, 0}, {0, 0, 1e-3},
                             {1.0 / 3.0, 2, -1}, {-7e22, 5, 0.5}, {3, -2.5, 4}};
static int32_t SEGMENT[2][2] = {{4, 5}, {5, 6}};

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

/* ---- Binary PLY ---- */

typedef struct bytes {
    unsigned char data[2000];
    size_t size;
    bool big;
} bytes;

static inline void push(bytes *to, const void *value, size_t size) {
    const uint16_t one = 1;
    const bool machine_is_big = *(const unsigned char *)&one == 0;
    const unsigned char *from = value;
    for (size_t k = 0; k < size; ++k) to->data[to->size++] = from[to->big == machine_is_big ? k : size - 1 - k];
}

static inline void push_byte(bytes *to, int value) {
    to->data[to->size++] = (unsigned char)value;
}

static inline void push_text(bytes *to, const char *text) {
    memcpy(to->data + to->size, text, strlen(text));
    to->size += strlen(text);
}

static inline void push_face(bytes *to, int n, const int16_t *corner) {
    push_byte(to, n);
    for (int c = 0; c < n; ++c) push(to, &corner[c], sizeof corner[c]);
}

static inline void make_binary_ply(bytes *to, bool big) {
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

#endif
