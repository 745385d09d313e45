/* SPDX-License-Identifier: MIT
 * Straight rods side by side: a lattice of rods in layers, a round bundle of hairs, a bed of needles. */
#include "core/random.h"
#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"

/* The two directions across an axis, in the order of x, y, z. */
static void directions_across(int axis, int across[2]) {
    across[0] = axis == 0 ? 1 : 0;
    across[1] = axis == 2 ? 1 : 2;
}

/* Appends the nodes from `start` along the axis, and the segments between them. */
static void add_rod(ts_mesh *mesh, const double start[3], int axis, double length, size_t segments) {
    for (size_t k = 0; k <= segments; ++k) {
        double *x = mesh->x[mesh->nodes];
        for (int c = 0; c < 3; ++c) x[c] = start[c];
        x[axis] += length * (double)k / (double)segments;
        if (k > 0) {
            mesh->segment[mesh->segments][0] = (int32_t)mesh->nodes - 1;
            mesh->segment[mesh->segments++][1] = (int32_t)mesh->nodes;
        }
        ++mesh->nodes;
    }
}

/* Room for the rods; the counts are back at 0 for add_rod. */
static ts_status make_rods(ts_mesh *mesh, size_t rods, size_t segments, ts_error *error) {
    *mesh = (ts_mesh){.nodes = rods * (segments + 1), .segments = rods * segments};
    const ts_status status = ts_mesh_make_room(mesh, error);
    mesh->nodes = mesh->segments = 0;
    return status;
}

/* ---- Lattice of rods ---- */

typedef struct lattice {
    int axis, across[2];
    size_t count[2], layers, segments;
    double spacing[2], length, layer_distance, jitter;
    uint64_t seed;
} lattice;

/* Either the distance of neighbours or the width of them all. */
static void read_spacing(const ts_parameters *parameters, lattice *made) {
    const double spacing = ts_parameter_length(parameters, "spacing", 0.01);
    const double width = ts_parameter_length(parameters, "width", 0.0);
    const ts_json_at member = ts_json_member(&parameters->at, "width");
    if (member.json && cJSON_GetObjectItemCaseSensitive(parameters->at.json, "spacing")) {
        ts_json_complain(&member, "stands beside spacing; one of them is enough");
    }
    for (int k = 0; k < 2; ++k) {
        const double gaps = made->count[k] > 1 ? (double)(made->count[k] - 1) : 1.0;
        made->spacing[k] = member.json ? width / gaps : spacing;
    }
}

static ts_status read_lattice(const cJSON *json, lattice *made, ts_error *error) {
    static const char *const NAMES[] = {"count",  "spacing",        "width",  "length", "segments", "axis",
                                        "layers", "layer_distance", "jitter", "seed",   NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "rods", json, NAMES, error);
    *made = (lattice){.count = {10, 10}};
    ts_parameter_counts(&parameters, "count", 2, made->count);
    read_spacing(&parameters, made);
    made->axis = ts_parameter_axis(&parameters, 1);
    directions_across(made->axis, made->across);
    made->length = ts_parameter_length(&parameters, "length", 0.1);
    made->segments = ts_parameter_count(&parameters, "segments", 10, 1);
    made->layers = ts_parameter_count(&parameters, "layers", 1, 1);
    made->layer_distance = ts_parameter_length(&parameters, "layer_distance", 2.0 * made->length);
    made->jitter = ts_parameter_amount(&parameters, "jitter", 0.0);
    made->seed = ts_parameter_seed(&parameters);
    if (made->layers > 1 && made->layer_distance <= made->length) {
        const ts_json_at member = ts_json_member(&parameters.at, "layer_distance");
        ts_json_complain(&member, "%.15g lets rods of length %.15g meet end to end", made->layer_distance,
                         made->length);
    }
    const double rods = (double)made->count[0] * (double)made->count[1] * (double)made->layers;
    ts_parameters_limit(&parameters, "count", rods * (double)(made->segments + 1));
    return ts_parameters_status(&parameters);
}

static void place_rod(const lattice *rods, const size_t at[3], ts_random *random, ts_mesh *mesh) {
    double start[3];
    start[rods->axis] = (double)at[0] * rods->layer_distance - 0.5 * rods->length;
    for (int k = 0; k < 2; ++k) {
        start[rods->across[k]] = ((double)at[k + 1] - 0.5 * (double)(rods->count[k] - 1)) * rods->spacing[k];
    }
    for (int c = 0; c < 3 && rods->jitter > 0.0; ++c) {
        start[c] += rods->jitter * ts_random_between(random, -1.0, 1.0);
    }
    add_rod(mesh, start, rods->axis, rods->length, rods->segments);
}

ts_status ts_generate_rods(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    lattice rods;
    ts_status status = read_lattice(json, &rods, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    status = make_rods(&made, rods.layers * rods.count[0] * rods.count[1], rods.segments, error);
    if (status != TS_OK) return status;
    ts_random random;
    ts_random_init(&random, rods.seed, 0);
    for (size_t layer = 0; layer < rods.layers; ++layer) {
        for (size_t i = 0; i < rods.count[0]; ++i) {
            for (size_t j = 0; j < rods.count[1]; ++j) place_rod(&rods, (size_t[3]){layer, i, j}, &random, &made);
        }
    }
    *mesh = made;
    return TS_OK;
}

/* ---- Bundle: the points of a square lattice inside a disc ---- */

typedef struct bundle {
    int axis, across[2];
    size_t diameter, segments;
    double spacing, length, shorten;
    uint64_t seed;
} bundle;

static ts_status read_bundle(const cJSON *json, bundle *made, ts_error *error) {
    static const char *const NAMES[] = {"across", "spacing", "length", "segments", "axis", "shorten", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "bundle", json, NAMES, error);
    made->diameter = ts_parameter_count(&parameters, "across", 35, 1);
    made->spacing = ts_parameter_length(&parameters, "spacing", 4e-4);
    made->length = ts_parameter_length(&parameters, "length", 0.2);
    made->segments = ts_parameter_count(&parameters, "segments", 50, 1);
    made->axis = ts_parameter_axis(&parameters, 2);
    directions_across(made->axis, made->across);
    made->seed = ts_parameter_seed(&parameters);
    made->shorten = ts_parameter_amount(&parameters, "shorten", 0.0);
    if (made->shorten >= made->length) {
        const ts_json_at member = ts_json_member(&parameters.at, "shorten");
        ts_json_complain(&member, "%.15g leaves nothing of the length %.15g", made->shorten, made->length);
    }
    ts_parameters_limit(&parameters, "across",
                        (double)made->diameter * (double)made->diameter * (double)(made->segments + 1));
    return ts_parameters_status(&parameters);
}

/* Inside the circle through the middles of the square's sides, none on it; in half spacings, so that it is exact. */
static bool is_in_disc(const bundle *hairs, size_t i, size_t j) {
    const double radius = (double)(hairs->diameter - 1);
    const double a = 2.0 * (double)i - radius, b = 2.0 * (double)j - radius;
    return hairs->diameter < 3 || a * a + b * b < radius * radius;
}

static void place_hair(const bundle *hairs, size_t i, size_t j, ts_random *random, ts_mesh *mesh) {
    const double middle = 0.5 * (double)(hairs->diameter - 1);
    double start[3];
    start[hairs->axis] = -0.5 * hairs->length;
    start[hairs->across[0]] = ((double)i - middle) * hairs->spacing;
    start[hairs->across[1]] = ((double)j - middle) * hairs->spacing;
    const double length = hairs->length - hairs->shorten * ts_random_unit(random);
    add_rod(mesh, start, hairs->axis, length, hairs->segments);
}

ts_status ts_generate_bundle(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    bundle hairs;
    ts_status status = read_bundle(json, &hairs, error);
    if (status != TS_OK) return status;
    size_t rods = 0;
    for (size_t k = 0; k < hairs.diameter * hairs.diameter; ++k) {
        rods += is_in_disc(&hairs, k / hairs.diameter, k % hairs.diameter);
    }
    ts_mesh made;
    status = make_rods(&made, rods, hairs.segments, error);
    if (status != TS_OK) return status;
    ts_random random;
    ts_random_init(&random, hairs.seed, 0);
    for (size_t i = 0; i < hairs.diameter; ++i) {
        for (size_t j = 0; j < hairs.diameter; ++j) {
            if (is_in_disc(&hairs, i, j)) place_hair(&hairs, i, j, &random, &made);
        }
    }
    *mesh = made;
    return TS_OK;
}

/* ---- Needles: points up at y = 0, over the square about the origin ---- */

ts_status ts_generate_needles(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "length", "spacing", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "needles", json, NAMES, error);
    const size_t columns = ts_parameter_count(&parameters, "columns", 10, 1);
    const size_t rows = ts_parameter_count(&parameters, "rows", 10, 1);
    const double length = ts_parameter_length(&parameters, "length", 0.1);
    const double spacing = ts_parameter_length(&parameters, "spacing", 0.1);
    ts_parameters_limit(&parameters, "columns", 2.0 * (double)columns * (double)rows);
    ts_status status = ts_parameters_status(&parameters);
    ts_mesh made;
    if (status == TS_OK) status = make_rods(&made, columns * rows, 1, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < columns * rows; ++k) {
        const double i = (double)(k % columns) - 0.5 * (double)(columns - 1);
        const size_t row = k / columns;
        const double j = (double)row - 0.5 * (double)(rows - 1);
        const double foot[3] = {i * spacing, -length, j * spacing};
        add_rod(&made, foot, 1, length, 1);
    }
    *mesh = made;
    return TS_OK;
}
