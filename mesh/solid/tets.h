/* SPDX-License-Identifier: MIT
 * Single tets: orientation, and prisms divided into them. */
#ifndef TS_MESH_SOLID_TETS_H
#define TS_MESH_SOLID_TETS_H

#include "mesh/mesh.h"

/* Six times the volume of the tet of four points; positive where the tet is. */
double ts_tet_volume6(const double x[][3], const int32_t tet[4]);
/* Exchanges two nodes of a tet that is negative. */
void ts_tet_turn_positive(const double x[][3], int32_t tet[4]);

/* Appends the three tets of the prism between the triangles a and b (b[k] over a[k]) to a mesh that has room for them.
 * The diagonal of each side starts at its node of the lowest index, so that neighbours agree (Dompierre et al. 1999).
 */
void ts_tet_divide_prism(const int32_t a[3], const int32_t b[3], ts_mesh *mesh);

#endif
