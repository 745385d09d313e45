/* SPDX-License-Identifier: MIT
 * Cells as VTK counts them, by type, and the elements that they become: polygons and strips are divided, polylines cut.
 */
#ifndef TS_MESH_READ_VTK_CELLS_H
#define TS_MESH_READ_VTK_CELLS_H

#include "mesh/mesh.h"

/* The numbers of VTK's file formats. */
typedef enum ts_vtk_type {
    TS_VTK_VERTEX = 1,
    TS_VTK_VERTICES = 2,
    TS_VTK_LINE = 3,
    TS_VTK_POLYLINE = 4,
    TS_VTK_TRIANGLE = 5,
    TS_VTK_STRIP = 6,
    TS_VTK_POLYGON = 7,
    TS_VTK_QUAD = 9,
    TS_VTK_TET = 10
} ts_vtk_type;

/* A cell's corners; borrowed. */
typedef struct ts_vtk_cell {
    int64_t type;
    size_t size;
    const int64_t *node;
} ts_vtk_cell;

/* Refuses other types, wrong numbers of corners, nodes out of range and twice. The message begins with `path`; `what`
 * names the cells ("cell", or the kind of a file that has several lists) and `number` counts them. */
ts_status ts_vtk_check_cell(const char *path, const char *what, size_t number, const ts_vtk_cell *cell, size_t nodes,
                            ts_error *error);
/* Raises the mesh's counts by the elements of a cell that was checked. */
void ts_vtk_count_cell(const ts_vtk_cell *cell, ts_mesh *mesh);
/* Puts them behind those that the counts tell of, and raises these. */
void ts_vtk_add_cell(const ts_vtk_cell *cell, ts_mesh *mesh);

#endif
