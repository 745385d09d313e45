/* SPDX-License-Identifier: MIT
 * A mesh as it stands in a file or comes from a generator: nodes and the simplices of every dimension on them. */
#ifndef TS_MESH_MESH_H
#define TS_MESH_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>

#include <touchstone/status.h>

/* All arrays are owned (malloc) and may be NULL when their count is 0. Indices are checked: in [0, nodes). */
typedef struct ts_mesh {
    size_t nodes;
    double (*x)[3]; /* metres */
    size_t tets;
    int32_t (*tet)[4]; /* positively oriented: (x1-x0) x (x2-x0) . (x3-x0) > 0 */
    size_t triangles;
    int32_t (*triangle)[3]; /* shells; counter-clockwise seen from outside */
    size_t segments;
    int32_t (*segment)[2]; /* rods */
    size_t particles;
    int32_t *particle;
} ts_mesh;

void ts_mesh_clear(ts_mesh *mesh);

/* By extension: .obj (v, f with polygons fanned, l), .vtk (legacy ASCII: tets, triangles, lines, vertices),
 * .msh (Gmsh 2.2 and 4.1 ASCII), .seg (polylines), .ply (ASCII and binary). TS_ERROR_DATA with file:line for what is
 * malformed: NaN, index out of range, a repeated index, an element without size; nothing is repaired silently. */
ts_status ts_mesh_read(const char *path, ts_mesh *mesh, ts_error *error);
/* Legacy VTK for .vtk, OBJ for .obj; coordinates with 17 digits. */
ts_status ts_mesh_write(const char *path, const ts_mesh *mesh, ts_error *error);

/* Generators: the same parameters and seed give the same mesh on every machine. */
typedef struct ts_mesh_generator {
    const char *name;       /* "square" */
    const char *parameters; /* one line for `list`: "nodes, size, seed" */
    /* parameters: a JSON object; unknown names, wrong types and values out of range are TS_ERROR_USAGE with a message
     * that starts with the name of the parameter. */
    ts_status (*generate)(const cJSON *parameters, ts_mesh *mesh, ts_error *error);
} ts_mesh_generator;

size_t ts_mesh_generator_count(void);
const ts_mesh_generator *ts_mesh_generator_at(size_t index);
const ts_mesh_generator *ts_mesh_generator_find(const char *name);

/* Appends `more` to `mesh`, its indices moved up. */
ts_status ts_mesh_append(ts_mesh *mesh, const ts_mesh *more, ts_error *error);

/* The triangles that bound the tets, outward; *triangles is owned by the caller. */
ts_status ts_mesh_boundary(const ts_mesh *mesh, size_t *count, int32_t (**triangles)[3], ts_error *error);

#endif
