/* SPDX-License-Identifier: GPL-2.0-or-later
 * Cells of the comparison table as JSON: what a run of `simulate` says of itself, and what is kept of it. */
#ifndef TS_RESULTS_SCENE_CELL_JSON_H
#define TS_RESULTS_SCENE_CELL_JSON_H

#include <touchstone/status.h>

#include "benches/context.h"
#include "benches/table/scene_cell.h"
#include "core/json_build.h"

/* Members of the cell, added to an object that the caller has begun. */
void ts_scene_cell_build(ts_json_builder *builder, cJSON *object, const ts_scene_cell *cell);

/* A file of its own, complete or not at all. */
ts_status ts_scene_cell_write(const ts_scene_cell *cell, const ts_context *context, const char *path, ts_error *error);
/* TS_ERROR_DATA: missing, or not written by the function above. */
ts_status ts_scene_cell_read(const char *path, ts_scene_cell *cell, ts_error *error);

/* Takes into the cell what `simulate --json` wrote to `path`. TS_ERROR_DATA: there is no such file, or it is something
 * else. */
ts_status ts_scene_cell_read_run(const char *path, ts_scene_cell *cell, ts_error *error);

#endif
