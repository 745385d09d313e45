/* SPDX-License-Identifier: MIT
 * A grid of right triangles. */
#include <assert.h>

#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/surface/strip.h"

ts_status ts_generate_grid(const ts_grid_parameters *grid, ts_mesh *mesh, ts_error *error) {
    const size_t columns = grid->columns, rows = grid->rows;
    assert(columns >= 2 && rows >= 2);
    ts_status status = ts_generate_limit("grid: columns", (double)columns * (double)rows, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    const ts_strip strip = {.columns = columns, .rows = rows, .uniform = grid->uniform};
    status = ts_strip_mesh(&strip, &made, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < made.nodes; ++n) {
        const size_t column = n % columns, row = n / columns;
        made.x[n][0] = ((double)column / (double)(columns - 1) - 0.5) * grid->width;
        made.x[n][2] = ((double)row / (double)(rows - 1) - 0.5) * grid->depth;
    }
    *mesh = made;
    return TS_OK;
}
