/* SPDX-License-Identifier: MIT
 * Single tets: orientation, and prisms divided into them. */
#ifndef TS_MESH_SOLID_TETS_H
#define TS_MESH_SOLID_TETS_H

#include "mesh/mesh.h"

/* Six times the volume of the tet of four points; positive where the tet is. */
double ts_tet_volume6(const double x[][3], const int32_t tet[4]);
/* Exchanges two nodes of a tet that is negative. */
void ts_tet_turn_positive(const double x[][3], int32_t tet[4]);

/* Does each of them have a volume, without any rounding, and a positive one? */
bool ts_tets_are_positive(const ts_mesh *mesh);

/* Appends the three tets of the prism between the triangles a and b (b[k] over a[k]) to a mesh that has room for them.
 * The diagonal of each side starts at its node of the lowest index, so that neighbours agree (Dompierre et al. 1999).
 * Returns on which side of a they are: 1 where b's triangle stands on the side that a faces, -1 on the other; 0: a tet
 * is flat or on another side than the others, so that the prism goes through itself. */
int ts_tet_divide_prism(const int32_t a[3], const int32_t b[3], ts_mesh *mesh);

#endif
