/* SPDX-License-Identifier: MIT
 * The blocks of an arch: half a ring about z, cut by joints that are open by a gap. */
#include <assert.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/solid/tets.h"
#include "mesh/surface/circle.h"

static ts_status check(const ts_tet_arch_parameters *arch, ts_error *error) {
    assert(arch->blocks > 0);
    const double inner = arch->radius - 0.5 * arch->thickness;
    if (!(inner > 0.0) || arch->gap * (double)arch->blocks >= TS_PI * inner) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "tet-arch: a thickness of %.15g and gaps of %.15g leave nothing of the blocks inside",
                       arch->thickness, arch->gap);
    }
    double nodes = (double)arch->blocks;
    for (int c = 0; c < 3; ++c) nodes *= (double)(arch->cubes[c] + 1);
    return ts_generate_limit("tet-arch: blocks", nodes, error);
}

/* From the unit cube about the origin to block k; its joints are planes, parallel to those of its neighbours. */
static void place_block(const ts_tet_arch_parameters *arch, size_t k, size_t nodes, double (*x)[3]) {
    const double step = 0.5 / (double)arch->blocks; /* turns */
    for (size_t n = 0; n < nodes; ++n) {
        const double from_axis = arch->radius + x[n][1] * arch->thickness;
        const double gap = arch->gap / (2.0 * TS_PI * from_axis); /* turns */
        double ring[2];
        ts_circle(((double)k + 0.5) * step - x[n][0] * (step - gap), ring);
        x[n][0] = from_axis * ring[0];
        x[n][1] = from_axis * ring[1];
        x[n][2] *= arch->depth;
    }
}

ts_status ts_generate_tet_arch(const ts_tet_arch_parameters *arch, ts_mesh *mesh, ts_error *error) {
    ts_status status = check(arch, error);
    ts_mesh all = {0};
    const ts_tet_box_parameters cube = {.cubes = {arch->cubes[0], arch->cubes[1], arch->cubes[2]},
                                        .size = {1.0, 1.0, 1.0}};
    for (size_t k = 0; status == TS_OK && k < arch->blocks; ++k) {
        ts_mesh block = {0};
        status = ts_generate_tet_box(&cube, &block, error);
        if (status == TS_OK) {
            place_block(arch, k, block.nodes, block.x);
            status = ts_mesh_append(&all, &block, error);
        }
        ts_mesh_clear(&block);
    }
    if (status == TS_OK && !ts_tets_are_positive(&all)) {
        status = ts_fail(error, TS_ERROR_USAGE,
                         "tet-arch: cubes: %zu along each of %zu blocks leave tets without volume; take more of one",
                         arch->cubes[0], arch->blocks);
    }
    if (status == TS_OK) {
        *mesh = all;
    } else {
        ts_mesh_clear(&all);
    }
    return status;
}
