/* SPDX-License-Identifier: MIT
 * Better tets inside a solid. */
#ifndef TS_MESH_SOLID_IMPROVE_H
#define TS_MESH_SOLID_IMPROVE_H

#include "mesh/solid/solid.h"

/* Moves the nodes, those on the surface along it, so that the worst tet around each gets better. */
ts_status ts_solid_improve(const ts_solid *solid, int rounds, ts_mesh *mesh, ts_error *error);

#endif
