/* SPDX-License-Identifier: MIT
 * From VTK's cells to elements. */
#include "mesh/read/vtk_cells.h"

#include <inttypes.h>

#include "core/error.h"

/* A polygon with more corners is a damaged file. */
enum { MOST_CORNERS = 256 };

static bool has_its_size(const ts_vtk_cell *c) {
    switch (c->type) {
    case TS_VTK_VERTEX: return c->size == 1;
    case TS_VTK_VERTICES: return c->size >= 1;
    case TS_VTK_LINE: return c->size == 2;
    case TS_VTK_POLYLINE: return c->size >= 2;
    case TS_VTK_TRIANGLE: return c->size == 3;
    case TS_VTK_STRIP: return c->size >= 3;
    case TS_VTK_POLYGON: return c->size >= 3 && c->size <= MOST_CORNERS;
    case TS_VTK_QUAD:
    case TS_VTK_TET: return c->size == 4;
    default: return false;
    }
}

/* How many corners before a corner may not be its node: a polyline may come back to a node, but not at once; a strip
 * has triangles of three that follow each other; single vertices may come again. */
static size_t reach_of(const ts_vtk_cell *c) {
    switch (c->type) {
    case TS_VTK_VERTICES: return 0;
    case TS_VTK_POLYLINE: return 1;
    case TS_VTK_STRIP: return 2;
    default: return c->size;
    }
}

ts_status ts_vtk_check_cell(const char *path, const char *what, size_t number, const ts_vtk_cell *c, size_t nodes,
                            ts_error *error) {
    if (!has_its_size(c)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s: %s %zu has type %" PRId64
                       " and %zu nodes; expected vertices (1, 2), lines (3, 4), triangles, strips, polygons and quads "
                       "(5, 6, 7, 9) or tets (10)",
                       path, what, number, c->type, c->size);
    }
    const size_t reach = reach_of(c);
    for (size_t k = 0; k < c->size; ++k) {
        if (c->node[k] < 0 || (size_t)c->node[k] >= nodes) {
            return ts_fail(error, TS_ERROR_DATA, "%s: %s %zu names node %" PRId64 "; the file has %zu", path, what,
                           number, c->node[k], nodes);
        }
        for (size_t l = k > reach ? k - reach : 0; l < k; ++l) {
            if (c->node[l] != c->node[k]) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s: %s %zu names node %" PRId64 " twice", path, what, number,
                           c->node[k]);
        }
    }
    return TS_OK;
}

static bool is_surface(const ts_vtk_cell *c) {
    return c->type == TS_VTK_TRIANGLE || c->type == TS_VTK_STRIP || c->type == TS_VTK_POLYGON || c->type == TS_VTK_QUAD;
}

void ts_vtk_count_cell(const ts_vtk_cell *c, ts_mesh *mesh) {
    if (c->type == TS_VTK_VERTEX || c->type == TS_VTK_VERTICES) mesh->particles += c->size;
    if (c->type == TS_VTK_LINE || c->type == TS_VTK_POLYLINE) mesh->segments += c->size - 1;
    if (is_surface(c)) mesh->triangles += c->size - 2;
    if (c->type == TS_VTK_TET) ++mesh->tets;
}

static void add_triangle(ts_mesh *mesh, int64_t a, int64_t b, int64_t c) {
    int32_t *made = mesh->triangle[mesh->triangles++];
    made[0] = (int32_t)a;
    made[1] = (int32_t)b;
    made[2] = (int32_t)c;
}

void ts_vtk_add_cell(const ts_vtk_cell *c, ts_mesh *mesh) {
    const int64_t *node = c->node;
    if (c->type == TS_VTK_VERTEX || c->type == TS_VTK_VERTICES) {
        for (size_t k = 0; k < c->size; ++k) mesh->particle[mesh->particles++] = (int32_t)node[k];
    } else if (c->type == TS_VTK_TET) {
        for (int k = 0; k < 4; ++k) mesh->tet[mesh->tets][k] = (int32_t)node[k];
        ++mesh->tets;
    } else if (c->type == TS_VTK_LINE || c->type == TS_VTK_POLYLINE) {
        for (size_t k = 1; k < c->size; ++k, ++mesh->segments) {
            mesh->segment[mesh->segments][0] = (int32_t)node[k - 1];
            mesh->segment[mesh->segments][1] = (int32_t)node[k];
        }
    } else if (c->type == TS_VTK_STRIP) {
        /* Every other triangle is turned around, so that all are oriented alike. */
        for (size_t k = 2; k < c->size; ++k) add_triangle(mesh, node[k - 2 + k % 2], node[k - 1 - k % 2], node[k]);
    } else {
        for (size_t k = 2; k < c->size; ++k) add_triangle(mesh, node[0], node[k - 1], node[k]);
    }
}
