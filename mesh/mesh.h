/* SPDX-License-Identifier: MIT
 * A mesh as it stands in a file or comes from a generator: nodes and the simplices of every dimension on them. */
#ifndef TS_MESH_MESH_H
#define TS_MESH_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    bool is_single; /* of a file that stores its coordinates as 32-bit numbers: they are exactly these */
} ts_mesh;

void ts_mesh_clear(ts_mesh *mesh);

/* Allocates arrays of 0 for the counts that `mesh` already holds (its pointers are overwritten). On failure it is
 * empty. */
ts_status ts_mesh_allocate(ts_mesh *mesh, ts_error *error);

/* Appends `more` to `mesh`, its indices moved up. */
ts_status ts_mesh_append(ts_mesh *mesh, const ts_mesh *more, ts_error *error);

/* The triangles that bound the tets, outward; *triangles is owned by the caller. */
ts_status ts_mesh_boundary(const ts_mesh *mesh, size_t *count, int32_t (**triangles)[3], ts_error *error);
/* Puts the triangles that bound the tets, outward, in the place of all cells, and leaves out the nodes inside; the
 * others keep their order. On failure the mesh stays as it was. */
ts_status ts_mesh_hollow(ts_mesh *mesh, ts_error *error);

/* ---- Files: the format by the extension (mesh/formats) ---- */

/* TS_ERROR_DATA with file:line for what is malformed: NaN, index out of range, a repeated index, an element without
 * size; nothing is repaired silently. */
ts_status ts_mesh_read(const char *path, ts_mesh *mesh, ts_error *error);
/* Coordinates with digits enough to read the same doubles again. TS_ERROR_USAGE: a format that is not written, or that
 * cannot hold the mesh's tets. */
ts_status ts_mesh_write(const char *path, const ts_mesh *mesh, ts_error *error);

#endif
