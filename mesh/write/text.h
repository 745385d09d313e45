/* SPDX-License-Identifier: MIT
 * What text formats share: nodes and elements as lines of numbers, with digits enough to read the same doubles again.
 */
#ifndef TS_MESH_WRITE_TEXT_H
#define TS_MESH_WRITE_TEXT_H

#include <stdio.h>

#include "mesh/mesh.h"

/* The elements of n nodes each: particles 1, segments 2, triangles 3, tets 4. Borrowed from the mesh. */
typedef struct ts_element_rows {
    size_t count;
    int nodes;
    const int32_t *node;
} ts_element_rows;

ts_element_rows ts_mesh_rows(const ts_mesh *mesh, int nodes);

/* A line for each node: what comes before, then x, y, z. */
void ts_write_nodes(FILE *stream, const char *before, const ts_mesh *mesh);
/* A line for each element: what comes before, then its nodes, the first of all being `first`. */
void ts_write_elements(FILE *stream, const char *before, const ts_element_rows *rows, int first);

#endif
