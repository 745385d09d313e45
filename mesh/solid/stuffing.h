/* SPDX-License-Identifier: MIT
 * Isosurface stuffing of a solid (Labelle, Shewchuk 2007). */
#ifndef TS_MESH_SOLID_STUFFING_H
#define TS_MESH_SOLID_STUFFING_H

#include "mesh/solid/solid.h"

/* A body-centred cubic lattice whose cubes have the given edge, its nodes near the surface snapped to it, its tets
 * clipped there. */
ts_status ts_solid_stuff(const ts_solid *solid, double cube, ts_mesh *mesh, ts_error *error);

#endif
