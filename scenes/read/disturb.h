/* SPDX-License-Identifier: MIT
 * Meshes that are exactly parallel as they are generated: asking their generators to turn and jitter them. */
#ifndef TS_SCENES_READ_DISTURB_H
#define TS_SCENES_READ_DISTURB_H

#include <cJSON.h>

#include "scenes/read/scene.h"

/* Gives the generators of the document that can disturb their meshes, and do not say whether to, the option's seed and
 * those after it. False without memory. */
bool ts_scene_disturb(cJSON *document, const ts_scene_options *options);
/* Is it the mesh of a generator that can, and does it? */
bool ts_mesh_is_straight(const cJSON *mesh);
bool ts_mesh_is_disturbed(const cJSON *mesh);
/* The mesh of another copy of a repeated object, disturbed by a seed of its own; NULL without memory. */
cJSON *ts_mesh_of_copy(const cJSON *mesh, int copy);

#endif
