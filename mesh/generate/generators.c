/* SPDX-License-Identifier: MIT
 * The table of the generators. */
#include "mesh/generate/generators.h"

#include <string.h>

static const ts_mesh_generator GENERATORS[] = {
    {"square", "nodes, size, seed", ts_generate_square},
    {"grid", "columns, rows, width, depth, diagonals", ts_generate_grid},
    {"sphere", "nodes, radius, seed", ts_generate_sphere},
    {"bowl", "nodes, radius, rim, seed", ts_generate_bowl},
    {"cylinder", "nodes, radius, length, seed", ts_generate_cylinder},
    {"frustum", "segments, rings, radius_top, radius_bottom, height", ts_generate_frustum},
    {"tetrahedron", "edge, surface", ts_generate_tetrahedron},
    {"tet-box", "nx, ny, nz, size", ts_generate_tet_box},
    {"tet-ball", "nodes, radius", ts_generate_tet_ball},
    {"tet-figure", "nodes, parts (each from, to, radii), blend", ts_generate_tet_figure},
    {"tet-creature", "nodes, height", ts_generate_tet_creature},
    {"tet-vessel", "shape (plate, glass, bottle), nodes, radius, thickness, layers, seed", ts_generate_tet_vessel},
    {"tet-link", "sections, sides, radius, straight, bar", ts_generate_tet_link},
    {"tet-arch", "blocks, cubes, radius, thickness, depth, gap", ts_generate_tet_arch},
    {"needles", "columns, rows, length, spacing", ts_generate_needles},
    {"rods", "count, spacing or width, length, segments, axis, layers, layer_distance, jitter, seed", ts_generate_rods},
    {"bundle", "across, spacing, length, segments, axis, shorten, seed", ts_generate_bundle},
    {"net", "rods, spacing, segments, lift, beyond", ts_generate_net},
    {"reef-knot", "columns, rows, width, pitch, leg, lift, flat", ts_generate_reef_knot},
    {"particles", "count, spacing, jitter, seed", ts_generate_particles},
    {"capsule-body", "nodes, height, seed", ts_generate_capsule_body},
    {"pleated-skirt", "segments, rings, pleats, radius_top, radius_bottom, height, depth", ts_generate_pleated_skirt},
};

enum { GENERATOR_COUNT = sizeof GENERATORS / sizeof *GENERATORS };

size_t ts_mesh_generator_count(void) {
    return GENERATOR_COUNT;
}

const ts_mesh_generator *ts_mesh_generator_at(size_t index) {
    return index < GENERATOR_COUNT ? &GENERATORS[index] : NULL;
}

const ts_mesh_generator *ts_mesh_generator_find(const char *name) {
    for (size_t k = 0; k < GENERATOR_COUNT; ++k) {
        if (strcmp(GENERATORS[k].name, name) == 0) return &GENERATORS[k];
    }
    return NULL;
}
