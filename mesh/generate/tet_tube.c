/* SPDX-License-Identifier: MIT
 * An open tube of tets about y: the mesh of the cylinder, and a layer of prisms laid on it, half inward and half
 * outward. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/blame.h"
#include "mesh/solid/sheets.h"

/* To the side that the triangles face; all alike. */
static double side_of(const ts_mesh *middle) {
    const int32_t *v = middle->triangle[0];
    const double *p = middle->x[v[0]], *q = middle->x[v[1]], *r = middle->x[v[2]];
    const double a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    const double outward = (a[1] * b[2] - a[2] * b[1]) * p[0] + (a[0] * b[1] - a[1] * b[0]) * p[2];
    return outward < 0.0 ? -1.0 : 1.0;
}

static ts_status thicken(const ts_tet_tube_parameters *tube, const ts_mesh *middle, ts_mesh *mesh, ts_error *error) {
    double(*normal)[3] = malloc(middle->nodes * sizeof *normal);
    if (!normal) return ts_fail_memory(error, "a mesh");
    const double side = side_of(middle);
    for (size_t n = 0; n < middle->nodes; ++n) {
        const double *x = middle->x[n], scale = side / hypot(x[0], x[2]);
        normal[n][0] = scale * x[0];
        normal[n][1] = 0.0;
        normal[n][2] = scale * x[2];
    }
    const ts_sheets sheets = {.normal = (const double(*)[3])normal, .layers = 1, .thickness = tube->thickness};
    const ts_status status = ts_sheets_thicken(&sheets, middle, mesh, error);
    free(normal);
    return status;
}

ts_status ts_generate_tet_tube(const ts_tet_tube_parameters *tube, ts_mesh *mesh, ts_error *error) {
    if (tube->thickness >= 2.0 * tube->radius) {
        return ts_fail(error, TS_ERROR_USAGE, "tet-tube: thickness: %.15g is not below twice the radius, %.15g",
                       tube->thickness, tube->radius);
    }
    const ts_cylinder_parameters cylinder = {
        .nodes = tube->nodes / 2, .radius = tube->radius, .length = tube->length, .seed = tube->seed};
    ts_mesh middle = {0};
    ts_status status = ts_generate_cylinder(&cylinder, &middle, error);
    if (status == TS_OK) status = thicken(tube, &middle, mesh, error);
    ts_mesh_clear(&middle);
    return ts_generate_blame("tet-tube", status, error);
}
