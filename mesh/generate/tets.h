/* SPDX-License-Identifier: MIT
 * Tets: orientation, filling a solid with them by isosurface stuffing, improving them, dividing prisms. */
#ifndef TS_MESH_GENERATE_TETS_H
#define TS_MESH_GENERATE_TETS_H

#include "mesh/generate/build.h"

/* Six times the volume of the tet of four points; positive where the tet is. */
double ts_tet_volume6(const double x[][3], const int32_t tet[4]);
/* Exchanges two nodes of a tet that is negative. */
void ts_tet_turn_positive(const double x[][3], int32_t tet[4]);

/* Appends the three tets of the prism between the triangles a and b (b[k] over a[k]) to a mesh that has room for them.
 * The diagonal of each side starts at its node of the lowest index, so that neighbours agree (Dompierre et al. 1999).
 */
void ts_tet_divide_prism(const int32_t a[3], const int32_t b[3], ts_mesh *mesh);

/* A body to be filled, said by where its surface is. */
typedef struct ts_solid {
    double lo[3], hi[3]; /* a box around it */
    double size, volume; /* metres, of the kind of a radius; cubic metres, roughly */
    double slack;        /* share of the nodes that their number may be off */
    const void *shape;   /* borrowed; for the functions */
    /* How far x is below the surface; negative outside. */
    double (*depth)(const struct ts_solid *solid, const double x[3]);
    /* Share of the edge from a, inside, to b, outside, where the surface cuts it. */
    double (*cut)(const struct ts_solid *solid, const double a[3], const double b[3]);
    /* Moves x to the surface near it. False: it did not get there. */
    bool (*project)(const struct ts_solid *solid, double x[3]);
} ts_solid;

/* The parameter "nodes" of a solid. */
size_t ts_parameter_solid_nodes(const ts_parameters *parameters, size_t standard);
/* Fills the solid with about so many nodes: stuffs it, with the lattice whose count comes nearest, and improves. */
ts_status ts_fill_solid(const ts_solid *solid, size_t nodes, ts_mesh *mesh, ts_error *error);

/* A body-centred cubic lattice whose cubes have the given edge, its nodes near the surface snapped to it, its tets
 * clipped there (isosurface stuffing: Labelle, Shewchuk 2007). */
ts_status ts_stuff(const ts_solid *solid, double cube, ts_mesh *mesh, ts_error *error);

/* Moves the nodes, those on the surface along it, so that the worst tet around each gets better. */
ts_status ts_improve_tets(const ts_solid *solid, int rounds, ts_mesh *mesh, ts_error *error);

#endif
