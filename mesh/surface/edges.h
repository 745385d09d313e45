/* SPDX-License-Identifier: MIT
 * Edges of surfaces. */
#ifndef TS_MESH_SURFACE_EDGES_H
#define TS_MESH_SURFACE_EDGES_H

#include "mesh/mesh.h"

/* *crowded: do more than two triangles meet at an edge? */
ts_status ts_edges_are_crowded(const ts_mesh *mesh, bool *crowded, ts_error *error);

#endif
