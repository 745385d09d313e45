/* SPDX-License-Identifier: MIT
 * Elements of all bodies as VTK cells. */
#include "scenes/run/cells.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"

void ts_cells_clear(ts_cells *cells) {
    free(cells->node);
    free(cells->end);
    free(cells->type);
    free(cells->body);
    *cells = (ts_cells){0};
}

static void add(ts_cells *cells, const ts_bodies *bodies, const int32_t *node, size_t size, uint8_t type) {
    for (size_t a = 0; a < size; ++a) cells->node[cells->entries++] = node[a];
    cells->end[cells->count] = (int64_t)cells->entries;
    cells->type[cells->count] = type;
    cells->body[cells->count++] = bodies->body_of[node[0]];
}

ts_status ts_cells_init(const ts_bodies *bodies, ts_cells *cells, ts_error *error) {
    const size_t count = bodies->tets + bodies->triangles + bodies->segments + bodies->particles;
    ts_cells made = {0};
    made.node = malloc((4 * count + 1) * sizeof *made.node);
    made.end = malloc((count + 1) * sizeof *made.end);
    made.type = malloc(count + 1);
    made.body = malloc((count + 1) * sizeof *made.body);
    if (!made.node || !made.end || !made.type || !made.body) {
        ts_cells_clear(&made);
        return ts_fail_memory(error, "the cells of a frame");
    }
    for (size_t k = 0; k < bodies->tets; ++k) add(&made, bodies, bodies->tet[k], 4, 10);
    for (size_t k = 0; k < bodies->triangles; ++k) add(&made, bodies, bodies->triangle[k], 3, 5);
    for (size_t k = 0; k < bodies->segments; ++k) add(&made, bodies, bodies->segment[k], 2, 3);
    for (size_t k = 0; k < bodies->particles; ++k) add(&made, bodies, &bodies->particle[k], 1, 1);
    *cells = made;
    return TS_OK;
}

static double edge_stretch(const ts_bodies *bodies, const double (*x)[3], int32_t i, int32_t j) {
    double now[3], rest[3];
    ts_sub(x[j], x[i], now);
    ts_sub(bodies->rest[j], bodies->rest[i], rest);
    return sqrt(ts_norm2(now) / ts_norm2(rest));
}

void ts_cells_stretch(const ts_cells *cells, const ts_bodies *bodies, const double (*x)[3], double *stretch) {
    for (size_t k = 0; k < cells->count; ++k) {
        const int64_t first = k ? cells->end[k - 1] : 0, end = cells->end[k];
        stretch[k] = end - first == 1 ? 1.0 : 0.0;
        for (int64_t a = first; a < end; ++a) {
            for (int64_t b = first; b < a; ++b) {
                stretch[k] = fmax(stretch[k], edge_stretch(bodies, x, cells->node[a], cells->node[b]));
            }
        }
    }
}
