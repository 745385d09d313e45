/* SPDX-License-Identifier: MIT
 * The table of the generators. */
#include "scenes/read/generators/generators.h"

#include <string.h>

static const ts_mesh_generator GENERATORS[] = {
    {"square", "nodes, size, seed", ts_read_square},
    {"grid", "columns, rows, width, depth, diagonals", ts_read_grid},
    {"sphere", "nodes, radius, seed", ts_read_sphere},
    {"bowl", "nodes, radius, rim, seed", ts_read_bowl},
    {"cylinder", "nodes, radius, length, seed", ts_read_cylinder},
    {"frustum", "segments, rings, radius_top, radius_bottom, height, disturb", ts_read_frustum},
    {"tetrahedron", "edge, surface", ts_read_tetrahedron},
    {"tet-box", "nx, ny, nz, size", ts_read_tet_box},
    {"tet-ball", "nodes, radius", ts_read_tet_ball},
    {"tet-figure", "nodes, parts (each from, to, radii), blend, surface", ts_read_tet_figure},
    {"tet-creature", "nodes, height, surface", ts_read_tet_creature},
    {"tet-vessel", "shape (plate, glass, bottle), nodes, radius, thickness, layers, seed", ts_read_tet_vessel},
    {"tet-tube", "nodes, radius, length, thickness, seed", ts_read_tet_tube},
    {"tet-link", "sections, sides, radius, straight, bar", ts_read_tet_link},
    {"tet-arch", "blocks, cubes, radius, thickness, depth, gap", ts_read_tet_arch},
    {"needles", "columns, rows, length, spacing, disturb", ts_read_needles},
    {"rods", "count, spacing or width, length, segments, axis, layers, layer_distance, jitter, seed, disturb",
     ts_read_rods},
    {"bundle", "across, spacing, length, segments, axis, shorten, seed, disturb", ts_read_bundle},
    {"net", "rods, spacing, segments, lift, beyond", ts_read_net},
    {"reef-knot", "columns, rows, width, pitch, leg, lift, flat", ts_read_reef_knot},
    {"particles", "count, spacing, jitter, seed", ts_read_particles},
    {"capsule-body", "nodes, height, seed", ts_read_capsule_body},
    {"pleated-skirt", "segments, rings, pleats, radius_top, radius_bottom, height, depth", ts_read_pleated_skirt},
};

enum { GENERATOR_COUNT = sizeof GENERATORS / sizeof *GENERATORS };

size_t ts_mesh_generator_count(void) {
    return GENERATOR_COUNT;
}

const ts_mesh_generator *ts_mesh_generator_at(size_t index) {
    return index < GENERATOR_COUNT ? &GENERATORS[index] : NULL;
}

bool ts_mesh_generator_can_disturb(const ts_mesh_generator *generator) {
    return strstr(generator->parameters, "disturb") != NULL;
}

const ts_mesh_generator *ts_mesh_generator_find(const char *name) {
    for (size_t k = 0; k < GENERATOR_COUNT; ++k) {
        if (strcmp(GENERATORS[k].name, name) == 0) return &GENERATORS[k];
    }
    return NULL;
}
