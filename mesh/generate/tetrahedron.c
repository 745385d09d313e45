/* SPDX-License-Identifier: MIT
 * A single regular tetrahedron, or its surface. */
#include <math.h>
#include <string.h>

#include "mesh/generate.h"

static void set_tetrahedron(ts_mesh *mesh, double edge) {
    static const int CORNERS[4][3] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
    static const int32_t TET[4] = {0, 1, 2, 3};
    static const int32_t SURFACE[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const double half = edge / sqrt(8.0); /* the cube's half edge; the tetrahedron's edges are diagonals of its faces */
    for (int n = 0; n < 4; ++n) {
        for (int c = 0; c < 3; ++c) mesh->x[n][c] = half * CORNERS[n][c];
    }
    if (mesh->tets) memcpy(mesh->tet, TET, sizeof TET);
    if (mesh->triangles) memcpy(mesh->triangle, SURFACE, sizeof SURFACE);
}

ts_status ts_generate_tetrahedron(const ts_tetrahedron_parameters *tetrahedron, ts_mesh *mesh, ts_error *error) {
    const bool surface = tetrahedron->surface;
    ts_mesh made = {.nodes = 4, .tets = surface ? 0 : 1, .triangles = surface ? 4 : 0};
    const ts_status status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    set_tetrahedron(&made, tetrahedron->edge);
    *mesh = made;
    return TS_OK;
}
