/* SPDX-License-Identifier: MIT
 * A block of particles on a cubic lattice, jittered. */
#include "core/random.h"
#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"

ts_status ts_generate_particles(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"count", "spacing", "jitter", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "particles", json, NAMES, error);
    size_t count[3] = {10, 10, 10};
    ts_parameter_counts(&parameters, "count", 3, count);
    const double spacing = ts_parameter_length(&parameters, "spacing", 4e-3);
    const double jitter = ts_parameter_amount(&parameters, "jitter", 0.0);
    ts_random random;
    ts_random_init(&random, ts_parameter_seed(&parameters), 0);
    if (jitter >= 0.5 * spacing) {
        const ts_json_at member = ts_json_member(&parameters.at, "jitter");
        ts_json_complain(&member, "%.15g lets particles meet; less than half the spacing %.15g is possible", jitter,
                         spacing);
    }
    ts_parameters_limit(&parameters, "count", (double)count[0] * (double)count[1] * (double)count[2]);
    ts_status status = ts_parameters_status(&parameters);
    if (status != TS_OK) return status;
    const size_t total = count[0] * count[1] * count[2];
    ts_mesh made = {.nodes = total, .particles = total};
    status = ts_mesh_make_room(&made, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < total; ++n) {
        const size_t at[3] = {n / (count[1] * count[2]), n / count[2] % count[1], n % count[2]};
        for (int c = 0; c < 3; ++c) {
            made.x[n][c] = ((double)at[c] - 0.5 * (double)(count[c] - 1)) * spacing;
            if (jitter > 0.0) made.x[n][c] += jitter * ts_random_between(&random, -1.0, 1.0);
        }
        made.particle[n] = (int32_t)n;
    }
    *mesh = made;
    return TS_OK;
}
