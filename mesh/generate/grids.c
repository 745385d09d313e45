/* SPDX-License-Identifier: MIT
 * Regular meshes: a grid of right triangles, the shell of a cone frustum. */
#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"

/* ---- Grid: rows along x, one behind the other along z ---- */

typedef struct grid {
    size_t columns, rows;
    double width, depth;
    bool alternating;
} grid;

static ts_status read_grid(const cJSON *json, grid *made, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "width", "depth", "diagonals", NULL};
    static const char *const DIAGONALS[] = {"alternating", "uniform", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "grid", json, NAMES, error);
    made->columns = ts_parameter_count(&parameters, "columns", 21, 2);
    made->rows = ts_parameter_count(&parameters, "rows", 21, 2);
    made->width = ts_parameter_length(&parameters, "width", 1.0);
    made->depth = ts_parameter_length(&parameters, "depth", 1.0);
    made->alternating = ts_json_choice(&parameters.at, "diagonals", 0, DIAGONALS) == 0;
    ts_parameters_limit(&parameters, "columns", (double)made->columns * (double)made->rows);
    return ts_parameters_status(&parameters);
}

ts_status ts_generate_grid(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    grid made;
    ts_status status = read_grid(json, &made, error);
    if (status != TS_OK) return status;
    const size_t columns = made.columns, rows = made.rows;
    ts_mesh out = {.nodes = columns * rows, .triangles = 2 * (columns - 1) * (rows - 1)};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < out.nodes; ++n) {
        out.x[n][0] = ((double)(n % columns) / (double)(columns - 1) - 0.5) * made.width;
        const size_t row = n / columns;
        out.x[n][2] = ((double)row / (double)(rows - 1) - 0.5) * made.depth;
    }
    ts_mesh_set_strip(&(ts_strip){.columns = columns, .rows = rows, .uniform = !made.alternating}, &out);
    *mesh = out;
    return TS_OK;
}

/* ---- Frustum: open, about y, from y = 0 up to its height ---- */

typedef struct frustum {
    size_t segments, rings;
    double top, bottom, height;
} frustum;

static ts_status read_frustum(const cJSON *json, frustum *made, ts_error *error) {
    static const char *const NAMES[] = {"segments", "rings", "radius_top", "radius_bottom", "height", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "frustum", json, NAMES, error);
    made->segments = ts_parameter_count(&parameters, "segments", 64, 3);
    made->rings = ts_parameter_count(&parameters, "rings", 16, 2);
    made->top = ts_parameter_length(&parameters, "radius_top", 0.496);
    made->bottom = ts_parameter_length(&parameters, "radius_bottom", 0.1);
    made->height = ts_parameter_length(&parameters, "height", 0.2);
    ts_parameters_limit(&parameters, "segments", (double)made->segments * (double)made->rings);
    return ts_parameters_status(&parameters);
}

ts_status ts_generate_frustum(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    frustum made;
    ts_status status = read_frustum(json, &made, error);
    if (status != TS_OK) return status;
    const size_t segments = made.segments, rings = made.rings;
    ts_mesh out = {.nodes = segments * rings, .triangles = 2 * segments * (rings - 1)};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < out.nodes; ++n) {
        const size_t ring_of = n / segments;
        const double up = (double)ring_of / (double)(rings - 1);
        const double radius = made.bottom + up * (made.top - made.bottom);
        double ring[2];
        ts_circle((double)(n % segments) / (double)segments, ring);
        out.x[n][0] = radius * ring[0];
        out.x[n][1] = up * made.height;
        out.x[n][2] = radius * ring[1];
    }
    ts_mesh_set_strip(&(ts_strip){.columns = segments, .rows = rings, .closed = true}, &out);
    *mesh = out;
    return TS_OK;
}
