/* SPDX-License-Identifier: MIT
 * A block of particles on a cubic lattice, jittered. */
#include "core/error.h"
#include "core/random.h"
#include "mesh/generate.h"
#include "mesh/generate/limit.h"

static ts_status check(const ts_particles_parameters *block, ts_error *error) {
    if (block->jitter >= 0.5 * block->spacing) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "particles: jitter: %.15g lets particles meet; less than half the spacing %.15g is possible",
                       block->jitter, block->spacing);
    }
    const size_t *count = block->count;
    return ts_generate_limit("particles: count", (double)count[0] * (double)count[1] * (double)count[2], error);
}

ts_status ts_generate_particles(const ts_particles_parameters *particles, ts_mesh *mesh, ts_error *error) {
    ts_status status = check(particles, error);
    if (status != TS_OK) return status;
    const size_t *count = particles->count, total = count[0] * count[1] * count[2];
    ts_mesh made = {.nodes = total, .particles = total};
    status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    ts_random random;
    ts_random_init(&random, particles->seed, 0);
    for (size_t n = 0; n < total; ++n) {
        const size_t at[3] = {n / (count[1] * count[2]), n / count[2] % count[1], n % count[2]};
        for (int c = 0; c < 3; ++c) {
            made.x[n][c] = ((double)at[c] - 0.5 * (double)(count[c] - 1)) * particles->spacing;
            if (particles->jitter > 0.0) made.x[n][c] += particles->jitter * ts_random_between(&random, -1.0, 1.0);
        }
        made.particle[n] = (int32_t)n;
    }
    *mesh = made;
    return TS_OK;
}
