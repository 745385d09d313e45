/* SPDX-License-Identifier: MIT
 * Parameters of generated bodies of tets. */
#include "mesh/generate.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/generators/parameters.h"

ts_status ts_read_tetrahedron(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"edge", "surface", NULL};
    ts_tetrahedron_parameters tetrahedron = TS_TETRAHEDRON_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tetrahedron", json, NAMES, error);
    ts_parameter_length(&in, "edge", &tetrahedron.edge);
    ts_parameter_truth(&in, "surface", &tetrahedron.surface);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tetrahedron(&tetrahedron, mesh, error) : status;
}

static void read_size(const ts_parameters *in, double size[3]) {
    const ts_json_at member = ts_json_member(&in->at, "size");
    ts_json_vector(&in->at, "size", size);
    for (int c = 0; c < 3; ++c) {
        if (size[c] <= 0.0) ts_json_complain(&member, "%.15g is not positive", size[c]);
    }
}

ts_status ts_read_tet_box(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nx", "ny", "nz", "size", NULL};
    ts_tet_box_parameters box = TS_TET_BOX_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-box", json, NAMES, error);
    for (int c = 0; c < 3; ++c) ts_parameter_count(&in, NAMES[c], 1, &box.cubes[c]);
    read_size(&in, box.size);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_box(&box, mesh, error) : status;
}

ts_status ts_read_tet_arch(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"blocks", "cubes", "radius", "thickness", "depth", "gap", NULL};
    ts_tet_arch_parameters arch = TS_TET_ARCH_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-arch", json, NAMES, error);
    ts_parameter_count(&in, "blocks", 1, &arch.blocks);
    ts_parameter_counts(&in, "cubes", 3, arch.cubes);
    ts_parameter_length(&in, "radius", &arch.radius);
    ts_parameter_length(&in, "thickness", &arch.thickness);
    ts_parameter_length(&in, "depth", &arch.depth);
    ts_parameter_amount(&in, "gap", &arch.gap);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_arch(&arch, mesh, error) : status;
}

ts_status ts_read_tet_link(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"sections", "sides", "radius", "straight", "bar", NULL};
    ts_tet_link_parameters link = TS_TET_LINK_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-link", json, NAMES, error);
    ts_parameter_count(&in, "sections", 8, &link.sections);
    ts_parameter_count(&in, "sides", 3, &link.sides);
    ts_parameter_length(&in, "radius", &link.radius);
    ts_parameter_amount(&in, "straight", &link.straight);
    ts_parameter_length(&in, "bar", &link.bar);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_link(&link, mesh, error) : status;
}

ts_status ts_read_tet_vessel(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"shape", "nodes", "radius", "thickness", "layers", "seed", NULL};
    static const char *const SHAPES[] = {"plate", "glass", "bottle", NULL};
    ts_tet_vessel_parameters vessel = TS_TET_VESSEL_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-vessel", json, NAMES, error);
    vessel.shape = (ts_vessel_shape)ts_json_choice(&in.at, "shape", (int)vessel.shape, SHAPES);
    ts_parameter_length(&in, "radius", &vessel.radius);
    ts_parameter_count(&in, "layers", 1, &vessel.layers);
    ts_parameter_length(&in, "thickness", &vessel.thickness);
    ts_parameter_count(&in, "nodes", 20 * (vessel.layers + 1), &vessel.nodes);
    ts_parameter_seed(&in, &vessel.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_vessel(&vessel, mesh, error) : status;
}

ts_status ts_read_tet_tube(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "length", "thickness", "seed", NULL};
    ts_tet_tube_parameters tube = TS_TET_TUBE_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-tube", json, NAMES, error);
    ts_parameter_count(&in, "nodes", 12, &tube.nodes);
    ts_parameter_length(&in, "radius", &tube.radius);
    ts_parameter_length(&in, "length", &tube.length);
    ts_parameter_length(&in, "thickness", &tube.thickness);
    ts_parameter_seed(&in, &tube.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_tube(&tube, mesh, error) : status;
}

/* ---- Bodies filled with tets ---- */

static void read_nodes(const ts_parameters *in, size_t *nodes) {
    ts_parameter_count(in, "nodes", 50, nodes);
    if (*nodes <= TS_GENERATE_MOST_SOLID_NODES) return;
    const ts_json_at member = ts_json_member(&in->at, "nodes");
    ts_json_complain(&member, "%zu is more than the limit of %d", *nodes, TS_GENERATE_MOST_SOLID_NODES);
}

ts_status ts_read_tet_ball(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", NULL};
    ts_tet_ball_parameters ball = TS_TET_BALL_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-ball", json, NAMES, error);
    read_nodes(&in, &ball.nodes);
    ts_parameter_length(&in, "radius", &ball.radius);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_ball(&ball, mesh, error) : status;
}

enum { MOST_PARTS = 200 };

static void read_part(const ts_json_at *at, ts_tapered_capsule *part) {
    static const char *const NAMES[] = {"from", "to", "radii", NULL};
    ts_json_expect_object(at, NAMES);
    if (!ts_json_vector(at, "from", part->end[0]) || !ts_json_vector(at, "to", part->end[1])) {
        ts_json_complain(at, "a part has \"from\": [x, y, z], \"to\": [x, y, z] and \"radii\": [at from, at to]");
    }
    const ts_json_at radii = ts_json_member(at, "radii");
    if (ts_json_items(&radii) != 2) ts_json_complain(at, "\"radii\": [at from, at to] is expected here");
    for (int k = 0; k < 2 && !ts_json_failed(at); ++k) {
        const ts_json_at radius = ts_json_item(&radii, k);
        part->radius[k] = ts_json_value(&radius, TS_JSON_POSITIVE);
    }
}

/* Their number; 0 where there are none to read. */
static size_t read_parts(const ts_parameters *in, ts_tapered_capsule part[MOST_PARTS]) {
    const ts_json_at parts = ts_json_member(&in->at, "parts");
    if (!parts.json) return 0;
    const int count = ts_json_items(&parts);
    if (count < 1 || count > MOST_PARTS) {
        ts_json_complain(&parts, "one to %d tapered capsules are expected here", MOST_PARTS);
    }
    for (int k = 0; k < count && !ts_json_failed(&parts); ++k) {
        const ts_json_at item = ts_json_item(&parts, k);
        read_part(&item, &part[k]);
    }
    return (size_t)count;
}

ts_status ts_read_tet_figure(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "parts", "blend", "surface", NULL};
    ts_tet_figure_parameters figure = TS_TET_FIGURE_STANDARD;
    ts_tapered_capsule part[MOST_PARTS];
    ts_parameters in;
    ts_parameters_open(&in, "tet-figure", json, NAMES, error);
    read_nodes(&in, &figure.nodes);
    ts_parameter_amount(&in, "blend", &figure.blend);
    ts_parameter_truth(&in, "surface", &figure.surface);
    figure.parts = read_parts(&in, part);
    figure.part = part;
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_figure(&figure, mesh, error) : status;
}

ts_status ts_read_tet_creature(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "height", "surface", NULL};
    ts_tet_creature_parameters creature = TS_TET_CREATURE_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "tet-creature", json, NAMES, error);
    read_nodes(&in, &creature.nodes);
    ts_parameter_length(&in, "height", &creature.height);
    ts_parameter_truth(&in, "surface", &creature.surface);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_tet_creature(&creature, mesh, error) : status;
}
