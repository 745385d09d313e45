/* SPDX-License-Identifier: MIT
 * Frames as OBJ: what collides. */
#include "core/files.h"
#include "scenes/run/frames.h"

ts_status ts_frames_write_obj(const char *path, const ts_simulation *simulation, ts_error *error) {
    const ts_bodies *bodies = &simulation->bodies;
    const double(*x)[3] = (const double(*)[3])simulation->state.x;
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    FILE *f = output.stream;
    for (size_t i = 0; i < bodies->nodes; ++i) fprintf(f, "v %.17g %.17g %.17g\n", x[i][0], x[i][1], x[i][2]);
    for (size_t k = 0; k < bodies->boundary_triangles; ++k) {
        const int32_t *t = bodies->boundary[k];
        fprintf(f, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const int32_t *t = bodies->triangle[k];
        fprintf(f, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    for (size_t k = 0; k < bodies->segments; ++k) {
        fprintf(f, "l %d %d\n", bodies->segment[k][0] + 1, bodies->segment[k][1] + 1);
    }
    for (size_t k = 0; k < bodies->particles; ++k) fprintf(f, "p %d\n", bodies->particle[k] + 1);
    return ts_output_close(&output, error);
}
