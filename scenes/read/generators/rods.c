/* SPDX-License-Identifier: MIT
 * Parameters of generated rods and particles. */
#include "mesh/generate.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/generators/parameters.h"

ts_status ts_read_needles(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "length", "spacing", "disturb", NULL};
    ts_needles_parameters needles = TS_NEEDLES_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "needles", json, NAMES, error);
    ts_parameter_count(&in, "columns", 1, &needles.columns);
    ts_parameter_count(&in, "rows", 1, &needles.rows);
    ts_parameter_length(&in, "length", &needles.length);
    ts_parameter_length(&in, "spacing", &needles.spacing);
    ts_parameter_disturbance(&in, &needles.disturb);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_needles(&needles, mesh, error) : status;
}

/* Either the distance of neighbours or the width of them all. */
static void read_spacing(const ts_parameters *in, ts_rods_parameters *rods) {
    ts_parameter_length(in, "spacing", &rods->spacing);
    ts_parameter_length(in, "width", &rods->width);
    const ts_json_at width = ts_json_member(&in->at, "width");
    if (width.json && ts_json_member(&in->at, "spacing").json) {
        ts_json_complain(&width, "stands beside spacing; one of them is enough");
    }
}

ts_status ts_read_rods(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"count",  "spacing",        "width",  "length", "segments", "axis",
                                        "layers", "layer_distance", "jitter", "seed",   "disturb",  NULL};
    ts_rods_parameters rods = TS_RODS_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "rods", json, NAMES, error);
    ts_parameter_counts(&in, "count", 2, rods.count);
    read_spacing(&in, &rods);
    ts_parameter_axis(&in, &rods.axis);
    ts_parameter_length(&in, "length", &rods.length);
    ts_parameter_count(&in, "segments", 1, &rods.segments);
    ts_parameter_count(&in, "layers", 1, &rods.layers);
    ts_parameter_length(&in, "layer_distance", &rods.layer_distance);
    ts_parameter_amount(&in, "jitter", &rods.jitter);
    ts_parameter_seed(&in, &rods.seed);
    ts_parameter_disturbance(&in, &rods.disturb);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_rods(&rods, mesh, error) : status;
}

ts_status ts_read_bundle(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"across",  "spacing", "length",  "segments", "axis",
                                        "shorten", "seed",    "disturb", NULL};
    ts_bundle_parameters bundle = TS_BUNDLE_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "bundle", json, NAMES, error);
    ts_parameter_count(&in, "across", 1, &bundle.across);
    ts_parameter_length(&in, "spacing", &bundle.spacing);
    ts_parameter_length(&in, "length", &bundle.length);
    ts_parameter_count(&in, "segments", 1, &bundle.segments);
    ts_parameter_axis(&in, &bundle.axis);
    ts_parameter_seed(&in, &bundle.seed);
    ts_parameter_amount(&in, "shorten", &bundle.shorten);
    ts_parameter_disturbance(&in, &bundle.disturb);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_bundle(&bundle, mesh, error) : status;
}

ts_status ts_read_net(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"rods", "spacing", "segments", "lift", "beyond", NULL};
    ts_net_parameters net = TS_NET_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "net", json, NAMES, error);
    ts_parameter_count(&in, "rods", 1, &net.rods);
    ts_parameter_length(&in, "spacing", &net.spacing);
    ts_parameter_count(&in, "segments", 1, &net.segments);
    ts_parameter_length(&in, "lift", &net.lift);
    ts_parameter_count(&in, "beyond", 0, &net.beyond);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_net(&net, mesh, error) : status;
}

ts_status ts_read_particles(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"count", "spacing", "jitter", "seed", NULL};
    ts_particles_parameters particles = TS_PARTICLES_STANDARD;
    ts_parameters in;
    ts_parameters_open(&in, "particles", json, NAMES, error);
    ts_parameter_counts(&in, "count", 3, particles.count);
    ts_parameter_length(&in, "spacing", &particles.spacing);
    ts_parameter_amount(&in, "jitter", &particles.jitter);
    ts_parameter_seed(&in, &particles.seed);
    const ts_status status = ts_parameters_status(&in);
    return status == TS_OK ? ts_generate_particles(&particles, mesh, error) : status;
}
