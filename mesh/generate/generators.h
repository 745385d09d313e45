/* SPDX-License-Identifier: MIT
 * Every generator of meshes; docs and `list` take names and parameters from the table in generators.c. */
#ifndef TS_MESH_GENERATE_GENERATORS_H
#define TS_MESH_GENERATE_GENERATORS_H

#include "mesh/mesh.h"

typedef ts_status ts_generate(const cJSON *parameters, ts_mesh *mesh, ts_error *error);

ts_generate ts_generate_square, ts_generate_sphere, ts_generate_bowl, ts_generate_cylinder;
ts_generate ts_generate_grid, ts_generate_frustum;
ts_generate ts_generate_tetrahedron, ts_generate_tet_box, ts_generate_tet_ball;
ts_generate ts_generate_needles, ts_generate_rods, ts_generate_bundle, ts_generate_particles;
ts_generate ts_generate_capsule_body, ts_generate_pleated_skirt;
ts_generate ts_generate_tet_figure, ts_generate_tet_creature, ts_generate_tet_vessel;
ts_generate ts_generate_tet_link, ts_generate_tet_arch;
ts_generate ts_generate_net, ts_generate_reef_knot;

#endif
