/* SPDX-License-Identifier: MIT
 * Filling a solid with a wanted number of nodes: the lattice whose count comes nearest, then better tets. */
#include "mesh/solid/solid.h"

#include "mesh/solid/improve.h"
#include "mesh/solid/stuffing.h"

enum { TRIES = 20, IMPROVING_ROUNDS = 10 };

static double apart(size_t a, size_t b) {
    return a > b ? (double)(a - b) : (double)(b - a);
}

/* Halves the range of the lattice's cubes; a lattice has two nodes to a cube. */
static ts_status search_lattice(const ts_solid *solid, size_t nodes, ts_mesh *best, ts_error *error) {
    const double volume = solid->volume / (solid->size * solid->size * solid->size);
    const double slack = solid->slack * (double)nodes;
    double fine = 1.0, coarse; /* cubes' edges in sizes: more nodes than wanted, fewer */
    while (fine * fine * fine * (double)nodes > volume) fine *= 0.8;
    coarse = 2.5 * fine;
    for (int k = 0; k < TRIES && (k == 0 || apart(best->nodes, nodes) > slack); ++k) {
        const double cube = 0.5 * (fine + coarse);
        ts_mesh made = {0};
        const ts_status status = ts_solid_stuff(solid, cube * solid->size, &made, error);
        if (status != TS_OK) return status;
        *(made.nodes > nodes ? &fine : &coarse) = cube;
        if (k == 0 || apart(made.nodes, nodes) < apart(best->nodes, nodes)) {
            ts_mesh_clear(best);
            *best = made;
        } else {
            ts_mesh_clear(&made);
        }
    }
    return TS_OK;
}

ts_status ts_solid_fill(const ts_solid *solid, size_t nodes, ts_mesh *mesh, ts_error *error) {
    ts_mesh made = {0};
    ts_status status = search_lattice(solid, nodes, &made, error);
    if (status == TS_OK) status = ts_solid_improve(solid, IMPROVING_ROUNDS, &made, error);
    if (status == TS_OK) {
        *mesh = made;
    } else {
        ts_mesh_clear(&made);
    }
    return status;
}
