/* SPDX-License-Identifier: MIT
 * The elements of all bodies as one list of VTK cells. */
#ifndef TS_SCENES_RUN_CELLS_H
#define TS_SCENES_RUN_CELLS_H

#include "scenes/bodies.h"

typedef struct ts_cells {
    size_t count, entries;
    int32_t *node; /* entries: the nodes of all cells */
    int64_t *end;  /* of each cell in node */
    uint8_t *type; /* VTK's: 10 tetrahedron, 5 triangle, 3 line, 1 vertex */
    int32_t *body;
} ts_cells;

/* Tets, triangles, segments, particles, in this order. */
ts_status ts_cells_init(const ts_bodies *bodies, ts_cells *cells, ts_error *error);
void ts_cells_clear(ts_cells *cells);

/* Largest edge length over rest length of each cell; 1 for particles. */
void ts_cells_stretch(const ts_cells *cells, const ts_bodies *bodies, const double (*x)[3], double *stretch);

#endif
