/* SPDX-License-Identifier: GPL-2.0-or-later
 * What makers of tet meshes share. */
#ifndef TS_CIPC_MESH_TETS_H
#define TS_CIPC_MESH_TETS_H

#include "cipc/mesh.h"

/* Six times the volume of the tet of four points; positive where the tet is. */
double ts_tet_volume6(const double x[][3], const int32_t tet[4]);
/* Exchanges two nodes of a tet that is negative. */
void ts_tet_turn_positive(const double x[][3], int32_t tet[4]);

/* A ball of tets about the origin whose lattice has cubes of the given edge: a body-centred cubic lattice, its nodes
 * near the sphere snapped to it, its tets clipped there (isosurface stuffing: Labelle, Shewchuk 2007). */
ts_status ts_stuff_ball(double radius, double cube, ts_mesh *mesh, ts_error *error);

/* Moves the nodes, those at the radius along the sphere, so that the worst tet around each gets better. */
ts_status ts_improve_ball(double radius, int rounds, ts_mesh *mesh, ts_error *error);

#endif
