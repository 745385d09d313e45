/* SPDX-License-Identifier: MIT
 * Parameters of generated surfaces. */
#include "mesh/generate.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/generators/parameters.h"

ts_status ts_read_square(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "size", "seed", NULL};
    ts_square_parameters square = TS_SQUARE_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "square", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 4, &square.nodes);
    ts_parameter_length(&in, "size", &square.size);
    ts_parameter_seed(&in, &square.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_square(&square, mesh, error) : status;
}

ts_status ts_read_sphere(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "seed", NULL};
    ts_sphere_parameters sphere = TS_SPHERE_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "sphere", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 5, &sphere.nodes);
    ts_parameter_length(&in, "radius", &sphere.radius);
    ts_parameter_seed(&in, &sphere.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_sphere(&sphere, mesh, error) : status;
}

ts_status ts_read_bowl(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "rim", "seed", NULL};
    ts_bowl_parameters bowl = TS_BOWL_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "bowl", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 4, &bowl.nodes);
    ts_parameter_length(&in, "radius", &bowl.radius);
    ts_parameter_count(&in, "rim", 3, &bowl.rim);
    ts_parameter_seed(&in, &bowl.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_bowl(&bowl, mesh, error) : status;
}

ts_status ts_read_cylinder(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "length", "seed", NULL};
    ts_cylinder_parameters cylinder = TS_CYLINDER_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "cylinder", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 6, &cylinder.nodes);
    ts_parameter_length(&in, "radius", &cylinder.radius);
    ts_parameter_length(&in, "length", &cylinder.length);
    ts_parameter_seed(&in, &cylinder.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_cylinder(&cylinder, mesh, error) : status;
}

ts_status ts_read_capsule_body(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "height", "seed", NULL};
    ts_capsule_body_parameters body = TS_CAPSULE_BODY_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "capsule-body", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 1000, &body.nodes);
    ts_parameter_length(&in, "height", &body.height);
    ts_parameter_seed(&in, &body.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_capsule_body(&body, mesh, error) : status;
}

ts_status ts_read_grid(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "width", "depth", "diagonals", NULL};
    static const char *const DIAGONALS[] = {"alternating", "uniform", NULL};
    ts_grid_parameters grid = TS_GRID_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "grid", json, NAMES, error);
    ts_parameter_count(&in, "columns", 2, &grid.columns);
    ts_parameter_count(&in, "rows", 2, &grid.rows);
    ts_parameter_length(&in, "width", &grid.width);
    ts_parameter_length(&in, "depth", &grid.depth);
    grid.uniform = ts_json_choice(&in.at, "diagonals", 0, DIAGONALS) == 1;
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_grid(&grid, mesh, error) : status;
}

ts_status ts_read_frustum(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"segments", "rings", "radius_top", "radius_bottom", "height", "disturb", NULL};
    ts_frustum_parameters frustum = TS_FRUSTUM_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "frustum", json, NAMES, error);
    ts_parameter_count(&in, "segments", 3, &frustum.segments);
    ts_parameter_count(&in, "rings", 2, &frustum.rings);
    ts_parameter_length(&in, "radius_top", &frustum.radius_top);
    ts_parameter_length(&in, "radius_bottom", &frustum.radius_bottom);
    ts_parameter_length(&in, "height", &frustum.height);
    ts_parameter_disturbance(&in, &frustum.disturb);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_frustum(&frustum, mesh, error) : status;
}

ts_status ts_read_pleated_skirt(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"segments",      "rings",  "pleats", "radius_top",
                                        "radius_bottom", "height", "depth",  NULL};
    ts_pleated_skirt_parameters skirt = TS_PLEATED_SKIRT_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "pleated-skirt", json, NAMES, error);
    ts_parameter_count(&in, "pleats", 1, &skirt.pleats);
    ts_parameter_count(&in, "segments", 3, &skirt.segments);
    ts_parameter_count(&in, "rings", 2, &skirt.rings);
    ts_parameter_length(&in, "radius_top", &skirt.radius_top);
    ts_parameter_length(&in, "radius_bottom", &skirt.radius_bottom);
    ts_parameter_length(&in, "height", &skirt.height);
    ts_parameter_amount(&in, "depth", &skirt.depth);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_pleated_skirt(&skirt, mesh, error) : status;
}

ts_status ts_read_reef_knot(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "width", "pitch", "leg", "lift", "flat", NULL};
    ts_reef_knot_parameters knot = TS_REEF_KNOT_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "reef-knot", json, NAMES, error);
    ts_parameter_count(&in, "columns", 20, &knot.columns);
    ts_parameter_count(&in, "rows", 2, &knot.rows);
    ts_parameter_length(&in, "width", &knot.width);
    ts_parameter_length(&in, "pitch", &knot.pitch);
    ts_parameter_length(&in, "leg", &knot.leg);
    ts_parameter_length(&in, "lift", &knot.lift);
    ts_parameter_truth(&in, "flat", &knot.flat);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_reef_knot(&knot, mesh, error) : status;
}
