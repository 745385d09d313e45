/* SPDX-License-Identifier: MIT
 * Frames as OBJ: what collides, as a mesh. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "mesh/mesh.h"
#include "scenes/run/frames.h"

ts_status ts_frames_write_obj(const char *path, const ts_simulation *simulation, ts_error *error) {
    const ts_bodies *bodies = &simulation->bodies;
    const size_t triangles = bodies->boundary_triangles + bodies->triangles;
    int32_t(*triangle)[3] = malloc((triangles + 1) * sizeof *triangle);
    if (!triangle) return ts_fail_memory(error, "a frame");
    if (bodies->boundary_triangles) memcpy(triangle, bodies->boundary, bodies->boundary_triangles * sizeof *triangle);
    if (bodies->triangles) {
        memcpy(triangle + bodies->boundary_triangles, bodies->triangle, bodies->triangles * sizeof *triangle);
    }
    const ts_mesh mesh = {
        .nodes = bodies->nodes,
        .x = simulation->state.x,
        .triangles = triangles,
        .triangle = triangle,
        .segments = bodies->segments,
        .segment = bodies->segment,
        .particles = bodies->particles,
        .particle = bodies->particle,
    };
    const ts_status status = ts_mesh_write(path, &mesh, error);
    free(triangle);
    return status;
}
