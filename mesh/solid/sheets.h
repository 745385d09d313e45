/* SPDX-License-Identifier: MIT
 * A thick shell of tets: sheets of prisms on both sides of a surface. */
#ifndef TS_MESH_SOLID_SHEETS_H
#define TS_MESH_SOLID_SHEETS_H

#include "mesh/mesh.h"

typedef struct ts_sheets {
    const double (
        *normal)[3];  /* borrowed; of the middle surface's nodes, of length 1, to the side its triangles face */
    size_t layers;    /* of prisms, at least 1 */
    double thickness; /* of all of them, half on each side */
} ts_sheets;

/* The middle surface is of triangles alone. Nodes are those of the lowest sheet, of the next, and so on, each in the
 * order of the middle surface. A thickness that folds the shell, or is none after
 * rounding, is TS_ERROR_USAGE, and the mesh stays as it was. */
ts_status ts_sheets_thicken(const ts_sheets *sheets, const ts_mesh *middle, ts_mesh *mesh, ts_error *error);

#endif
