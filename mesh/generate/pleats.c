/* SPDX-License-Identifier: MIT
 * A pleated skirt: the shell of a cone frustum about y whose radius goes in and out. */
#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"

typedef struct skirt {
    size_t segments, rings, pleats;
    double top, bottom, height, depth;
} skirt;

static ts_status read_skirt(const cJSON *json, skirt *made, ts_error *error) {
    static const char *const NAMES[] = {"segments",      "rings",  "pleats", "radius_top",
                                        "radius_bottom", "height", "depth",  NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "pleated-skirt", json, NAMES, error);
    made->pleats = ts_parameter_count(&parameters, "pleats", 30, 1);
    made->segments = ts_parameter_count(&parameters, "segments", 8 * made->pleats, 3);
    made->rings = ts_parameter_count(&parameters, "rings", 65, 2);
    made->top = ts_parameter_length(&parameters, "radius_top", 0.185);
    made->bottom = ts_parameter_length(&parameters, "radius_bottom", 0.33);
    made->height = ts_parameter_length(&parameters, "height", 0.35);
    made->depth = ts_parameter_amount(&parameters, "depth", 0.02);
    const ts_json_at depth = ts_json_member(&parameters.at, "depth");
    if (made->depth >= made->bottom) {
        ts_json_complain(&depth, "%.15g is deeper than the radius %.15g at the bottom", made->depth, made->bottom);
    }
    if (made->segments < 4 * made->pleats) {
        const ts_json_at member = ts_json_member(&parameters.at, "segments");
        ts_json_complain(&member, "%zu are too few for %zu pleats; each needs 4", made->segments, made->pleats);
    }
    ts_parameters_limit(&parameters, "segments", (double)made->segments * (double)made->rings);
    return ts_parameters_status(&parameters);
}

/* The pleats begin at nothing in the waistband and open downwards. */
static void place_node(const skirt *made, size_t segment, size_t ring, double x[3]) {
    const double up = (double)ring / (double)(made->rings - 1), turns = (double)segment / (double)made->segments;
    double wave[2], direction[2];
    ts_circle(turns * (double)made->pleats, wave);
    ts_circle(turns, direction);
    const double radius = made->bottom + up * (made->top - made->bottom) + (1.0 - up) * made->depth * wave[0];
    x[0] = radius * direction[0];
    x[1] = up * made->height;
    x[2] = radius * direction[1];
}

ts_status ts_generate_pleated_skirt(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    skirt made;
    ts_status status = read_skirt(json, &made, error);
    if (status != TS_OK) return status;
    ts_mesh out = {.nodes = made.segments * made.rings, .triangles = 2 * made.segments * (made.rings - 1)};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < out.nodes; ++n) place_node(&made, n % made.segments, n / made.segments, out.x[n]);
    ts_mesh_set_strip(&(ts_strip){.columns = made.segments, .rows = made.rings, .closed = true}, &out);
    *mesh = out;
    return TS_OK;
}
