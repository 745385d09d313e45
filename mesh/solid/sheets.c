/* SPDX-License-Identifier: MIT
 * A thick shell of tets: sheets of prisms on both sides of a surface. */
#include "mesh/solid/sheets.h"

#include <assert.h>

#include "core/error.h"
#include "core/vec3.h"
#include "mesh/solid/tets.h"

/* Prisms keep their orientation while no triangle of a sheet has turned against the middle one. */
static bool is_unfolded(const ts_mesh *middle, const double (*sheet)[3]) {
    for (size_t t = 0; t < middle->triangles; ++t) {
        const int32_t *v = middle->triangle[t];
        double side[2][2][3], normal[2][3];
        for (int k = 0; k < 2; ++k) {
            ts_sub(middle->x[v[k + 1]], middle->x[v[0]], side[0][k]);
            ts_sub(sheet[v[k + 1]], sheet[v[0]], side[1][k]);
        }
        for (int k = 0; k < 2; ++k) ts_cross(side[k][0], side[k][1], normal[k]);
        if (ts_dot(normal[0], normal[1]) < 0.1 * ts_norm2(normal[0])) return false;
    }
    return true;
}

/* False: it is folded. */
static bool lay(const ts_sheets *sheets, const ts_mesh *middle, ts_mesh *mesh) {
    const size_t sheet = middle->nodes;
    bool unfolded = true;
    for (size_t k = 0; k <= sheets->layers; ++k) {
        const double height = ((double)k / (double)sheets->layers - 0.5) * sheets->thickness;
        for (size_t n = 0; n < sheet; ++n) ts_axpy(middle->x[n], height, sheets->normal[n], mesh->x[k * sheet + n]);
        unfolded = unfolded && is_unfolded(middle, (const double(*)[3])mesh->x + k * sheet);
    }
    mesh->tets = 0;
    for (size_t k = 0; k < sheets->layers * middle->triangles; ++k) {
        const int32_t *v = middle->triangle[k % middle->triangles];
        int32_t corner[2][3];
        for (int c = 0; c < 6; ++c)
            corner[c / 3][c % 3] = v[c % 3] + (int32_t)((k / middle->triangles + (size_t)c / 3) * sheet);
        ts_tet_divide_prism(corner[0], corner[1], mesh);
    }
    return unfolded;
}

ts_status ts_sheets_thicken(const ts_sheets *sheets, const ts_mesh *middle, ts_mesh *mesh, ts_error *error) {
    assert(sheets->layers > 0);
    ts_mesh thick = {.nodes = (sheets->layers + 1) * middle->nodes, .tets = 3 * sheets->layers * middle->triangles};
    ts_status status = ts_mesh_allocate(&thick, error);
    if (status == TS_OK && !lay(sheets, middle, &thick)) {
        status = ts_fail(error, TS_ERROR_USAGE, "thickness: %.15g folds the shell where its profile bends",
                         sheets->thickness);
    }
    if (status == TS_OK && !ts_tets_are_positive(&thick)) {
        status = ts_fail(error, TS_ERROR_USAGE, "thickness: %.15g leaves tets without volume", sheets->thickness);
    }
    if (status == TS_OK) {
        *mesh = thick;
    } else {
        ts_mesh_clear(&thick);
    }
    return status;
}
