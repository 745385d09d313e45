/* SPDX-License-Identifier: MIT
 * Two triangles in every cell of a strip. */
#include "mesh/surface/strip.h"

static void add_triangle(ts_mesh *mesh, size_t a, size_t b, size_t c) {
    int32_t *triangle = mesh->triangle[mesh->triangles++];
    triangle[0] = (int32_t)a;
    triangle[1] = (int32_t)b;
    triangle[2] = (int32_t)c;
}

ts_status ts_strip_mesh(const ts_strip *strip, ts_mesh *mesh, ts_error *error) {
    const size_t columns = strip->columns, cells = strip->closed ? columns : columns - 1;
    ts_mesh made = {.nodes = columns * strip->rows, .triangles = 2 * cells * (strip->rows - 1)};
    const ts_status status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    made.triangles = 0;
    for (size_t k = 0; k < cells * (strip->rows - 1); ++k) {
        const size_t i = k % cells, j = k / cells;
        const size_t a = j * columns + i, b = j * columns + (i + 1) % columns, c = a + columns, d = b + columns;
        const bool other = !strip->uniform && (i + j) % 2; /* the diagonal b c, not a d */
        add_triangle(&made, a, other ? c : d, b);
        add_triangle(&made, other ? b : a, c, d);
    }
    *mesh = made;
    return TS_OK;
}
