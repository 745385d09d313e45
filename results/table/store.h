/* SPDX-License-Identifier: GPL-2.0-or-later
 * The folder of a comparison table: cells/SCENE.BACKEND with a run and its cell.json, queries/SCENE.h5. */
#ifndef TS_RESULTS_TABLE_STORE_H
#define TS_RESULTS_TABLE_STORE_H

#include "results/table/table.h"

ts_scene_cell *ts_cell_of(const ts_scene_table_work *work, ts_cell_place at);
/* Its run: what a user would ask for. */
ts_cell_run ts_cell_run_of(const ts_scene_table_work *work, ts_cell_place at);
/* The cell's folder, made when missing; a path for the caller to free. */
ts_status ts_cell_folder(const ts_scene_table_work *work, ts_cell_place at, char **path, ts_error *error);
/* FOLDER/queries/SCENE.EXTENSION; for the caller to free, NULL without memory. */
char *ts_scene_queries_path(const ts_scene_table_work *work, size_t scene, const char *extension);
/* Writes cell.json into the cell's folder. */
ts_status ts_cell_save(const ts_scene_table_work *work, ts_cell_place at, ts_error *error);
/* Leaves of a run's frames and checkpoints the last frame. */
void ts_cell_prune(const char *run_folder);

#endif
