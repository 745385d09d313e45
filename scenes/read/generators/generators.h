/* SPDX-License-Identifier: MIT
 * The generators of meshes by their names, their parameters read from JSON; `list` takes names and parameters from the
 * table in generators.c. */
#ifndef TS_SCENES_READ_GENERATORS_GENERATORS_H
#define TS_SCENES_READ_GENERATORS_GENERATORS_H

#include <cJSON.h>

#include "mesh/mesh.h"

/* parameters: a JSON object, borrowed. Unknown names, wrong types and values out of range are TS_ERROR_USAGE with
 * "GENERATOR: PARAMETER: what is wrong"; the mesh stays as it was then. */
typedef ts_status ts_read_generator(const cJSON *parameters, ts_mesh *mesh, ts_error *error);

typedef struct ts_mesh_generator {
    const char *name;       /* "square" */
    const char *parameters; /* one line for `list`: "nodes, size, seed" */
    ts_read_generator *generate;
} ts_mesh_generator;

size_t ts_mesh_generator_count(void);
const ts_mesh_generator *ts_mesh_generator_at(size_t index);
const ts_mesh_generator *ts_mesh_generator_find(const char *name);
/* Does it take "disturb", which turns and jitters what it lays out straight? */
bool ts_mesh_generator_can_disturb(const ts_mesh_generator *generator);

/* The entries of the table. */
ts_read_generator ts_read_square, ts_read_sphere, ts_read_bowl, ts_read_cylinder, ts_read_capsule_body;
ts_read_generator ts_read_grid, ts_read_frustum, ts_read_pleated_skirt, ts_read_reef_knot;
ts_read_generator ts_read_needles, ts_read_rods, ts_read_bundle, ts_read_net, ts_read_particles;
ts_read_generator ts_read_tetrahedron, ts_read_tet_box, ts_read_tet_arch, ts_read_tet_link, ts_read_tet_vessel;
ts_read_generator ts_read_tet_tube;
ts_read_generator ts_read_tet_ball, ts_read_tet_figure, ts_read_tet_creature;

#endif
