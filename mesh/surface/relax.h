/* SPDX-License-Identifier: MIT
 * Better triangles for a swept surface. */
#ifndef TS_MESH_SURFACE_RELAX_H
#define TS_MESH_SURFACE_RELAX_H

#include "mesh/surface/swept_surface.h"

/* Flips edges until Delaunay and moves the nodes that are not `fixed` to the middle of their neighbours, `rounds`
 * times. */
ts_status ts_swept_surface_relax(const ts_swept_surface *surface, const bool *fixed, int rounds, ts_mesh *mesh,
                                 ts_error *error);

#endif
