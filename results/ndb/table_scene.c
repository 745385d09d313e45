/* SPDX-License-Identifier: GPL-2.0-or-later
 * What is in a scene of the table. */
#include "results/ndb/table.h"
#include "scenes/read/scene.h"
#include "scenes/solver.h"

ts_status ts_ndb_count_scene(const char *path, const char *size, ts_ndb_counts_of_scene *counts, ts_error *error) {
    ts_scene scene;
    const ts_scene_options options = {.size = size, .solver = ts_solver_at(0) ? ts_solver_at(0)->name : NULL};
    const ts_status status = ts_scene_read(path, &options, &scene, error);
    if (status != TS_OK) return status;
    const ts_bodies *bodies = &scene.setup.bodies;
    *counts = (ts_ndb_counts_of_scene){.bodies = bodies->bodies, .per_second = 1.0 / scene.setup.settings.h};
    for (size_t n = 0; n < bodies->nodes; ++n) counts->freedom += bodies->body[bodies->body_of[n]].obstacle ? 0 : 3;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        counts->triangles += !bodies->body[bodies->body_of[bodies->triangle[k][0]]].obstacle;
    }
    ts_scene_clear(&scene);
    return TS_OK;
}
