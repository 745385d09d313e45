/* SPDX-License-Identifier: MIT
 * A body said by where its surface is, and filling it with tets. */
#ifndef TS_MESH_SOLID_SOLID_H
#define TS_MESH_SOLID_SOLID_H

#include "mesh/mesh.h"

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

/* About so many nodes: stuffs the solid, with the lattice whose count comes nearest, and improves the tets. */
ts_status ts_solid_fill(const ts_solid *solid, size_t nodes, ts_mesh *mesh, ts_error *error);

#endif
