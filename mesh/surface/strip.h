/* SPDX-License-Identifier: MIT
 * Triangles between regular rows of nodes. */
#ifndef TS_MESH_SURFACE_STRIP_H
#define TS_MESH_SURFACE_STRIP_H

#include "mesh/mesh.h"

/* Nodes in rows of columns, row by row; `closed`: the last column borders the first. Cells are divided by diagonals
 * that alternate, or that are all alike. */
typedef struct ts_strip {
    size_t columns, rows;
    bool closed, uniform;
} ts_strip;

/* Allocates the mesh: its nodes, to be placed, and the triangles between them. */
ts_status ts_strip_mesh(const ts_strip *strip, ts_mesh *mesh, ts_error *error);

#endif
