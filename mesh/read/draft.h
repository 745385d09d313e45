/* SPDX-License-Identifier: MIT
 * A mesh that grows while it is read, and remembers where in the file everything stood. */
#ifndef TS_MESH_READ_DRAFT_H
#define TS_MESH_READ_DRAFT_H

#include "mesh/mesh.h"
#include "mesh/read/file.h"

/* The elements of n nodes each: particles 1, segments 2, triangles 3, tets 4. */
typedef struct ts_element_list {
    int32_t *node;
    size_t *place; /* of each, for messages */
    size_t count, capacity;
} ts_element_list;

typedef struct ts_mesh_draft {
    ts_mesh_file *file;
    double (*x)[3];
    size_t nodes, node_capacity;
    ts_element_list list[5]; /* by the nodes of an element; list[0] is unused */
    int32_t first;           /* what the file calls node 0 */
    int64_t *name;           /* or what it calls every node; owned, NULL when they are numbered */
    int64_t *corner;         /* of the polygon or polyline being read */
    size_t corners, corner_capacity;
    bool is_single; /* as ts_mesh has it */
} ts_mesh_draft;

void ts_draft_node(ts_mesh_draft *draft, const double x[3]);
/* The file's name of a node. */
int64_t ts_draft_name(const ts_mesh_draft *draft, int64_t node);
/* One more corner, counted from 0, of what the calls below then add and forget. */
void ts_draft_corner(ts_mesh_draft *draft, int64_t node);
void ts_draft_simplex(ts_mesh_draft *draft);  /* 1 to 4 corners */
void ts_draft_polygon(ts_mesh_draft *draft);  /* a fan of triangles around the first corner */
void ts_draft_polyline(ts_mesh_draft *draft); /* a segment from each corner to the next */
void ts_draft_points(ts_mesh_draft *draft);

/* ---- A whole file ---- */

/* From the file's first byte to its end. */
typedef void ts_draft_reader(ts_mesh_file *file, ts_mesh_draft *draft);

/* What is read: a mesh to compute with, or a frame, which may show what no mesh may be. */
typedef enum ts_draft_use { TS_DRAFT_MESH = 0, TS_DRAFT_FRAME } ts_draft_use;

/* Opens the file, has it read, and checks what such a thing must be. */
ts_status ts_draft_read(const char *path, ts_draft_reader *read, ts_draft_use use, ts_mesh *mesh, ts_error *error);

#endif
