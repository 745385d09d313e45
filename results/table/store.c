/* SPDX-License-Identifier: GPL-2.0-or-later
 * Paths in the table's folder, and what is read from it again. */
#include "results/table/store.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "results/scene_cell_json.h"

ts_scene_cell *ts_cell_of(const ts_scene_table_work *work, ts_cell_place at) {
    return ts_scene_table_cell(work->table, at.scene, at.method);
}

static bool is_plugin(const ts_scene_table_work *work, const ts_ccd_backend *backend) {
    for (size_t b = 0; b < work->builtin; ++b) {
        if (ts_ccd_backend_at(b) == backend) return false;
    }
    return true;
}

ts_cell_run ts_cell_run_of(const ts_scene_table_work *work, ts_cell_place at) {
    const ts_ccd_backend *backend = work->table->methods[at.method].backend;
    const ts_table_scene *scene = &work->table->scenes[at.scene];
    return (ts_cell_run){
        .scene = scene->operand,
        .backend = backend->name,
        .is_plugin = is_plugin(work, backend),
        .solver_options = scene->solver_options,
        .verify = true,
    };
}

/* ---- Paths ---- */

ts_status ts_scene_table_prepare(const ts_scene_table_work *work, ts_error *error) {
    char *cells = ts_path_join(work->folder, "cells"), *queries = ts_path_join(work->folder, "queries");
    ts_status status = cells && queries ? ts_folder_make(work->folder, error) : ts_fail_memory(error, "paths");
    if (status == TS_OK) status = ts_folder_make(cells, error);
    if (status == TS_OK) status = ts_folder_make(queries, error);
    free(cells);
    free(queries);
    return status;
}

static char *cell_folder(const ts_scene_table_work *work, ts_cell_place at) {
    const ts_scene_table *table = work->table;
    return ts_text("%s/cells/%s.%s", work->folder, table->scenes[at.scene].name,
                   table->methods[at.method].backend->name);
}

ts_status ts_cell_folder(const ts_scene_table_work *work, ts_cell_place at, char **path, ts_error *error) {
    char *made = cell_folder(work, at);
    const ts_status status = made ? ts_folder_make(made, error) : ts_fail_memory(error, "paths");
    if (status == TS_OK)
        *path = made;
    else
        free(made);
    return status;
}

char *ts_scene_queries_path(const ts_scene_table_work *work, size_t scene, const char *extension) {
    return ts_text("%s/queries/%s.%s", work->folder, work->table->scenes[scene].name, extension);
}

/* ---- Cells ---- */

ts_status ts_cell_save(const ts_scene_table_work *work, ts_cell_place at, ts_error *error) {
    char *folder = NULL;
    ts_status status = ts_cell_folder(work, at, &folder, error);
    if (status != TS_OK) return status;
    char *path = ts_path_join(folder, "cell.json");
    status =
        path ? ts_scene_cell_write(ts_cell_of(work, at), work->context, path, error) : ts_fail_memory(error, "paths");
    free(path);
    free(folder);
    return status;
}

/* A run that a limit ended may get further under a larger one. */
static bool is_worth_another_run(const ts_scene_table_work *work, const ts_scene_cell *cell) {
    const bool more_time = work->seconds <= 0.0 || work->seconds > cell->limit_seconds;
    const bool more_memory = work->bytes == 0 || work->bytes > cell->limit_bytes;
    switch (cell->outcome) {
    case TS_CELL_OUT_OF_TIME: return more_time;
    case TS_CELL_OUT_OF_MEMORY: return more_memory;
    case TS_CELL_EMPTY:
    case TS_CELL_FAILED: return true;
    default: return false;
    }
}

static ts_status load_cell(const ts_scene_table_work *work, ts_cell_place at, ts_error *error) {
    char *folder = cell_folder(work, at);
    char *path = folder ? ts_path_join(folder, "cell.json") : NULL;
    free(folder);
    if (!path) return ts_fail_memory(error, "paths");
    ts_scene_cell *cell = ts_cell_of(work, at), kept;
    /* One that cannot be read is made again. */
    if (ts_scene_cell_read(path, &kept, NULL) == TS_OK && strcmp(kept.command, cell->command) == 0 &&
        !is_worth_another_run(work, &kept)) {
        *cell = kept;
    }
    free(path);
    return TS_OK;
}

static ts_status set_command(const ts_scene_table_work *work, ts_cell_place at, ts_error *error) {
    const ts_cell_run run = ts_cell_run_of(work, at);
    ts_scene_cell *cell = ts_cell_of(work, at);
    char *command = ts_cell_command(&work->setting, &run);
    if (!command) return ts_fail_memory(error, "the table");
    snprintf(cell->command, sizeof cell->command, "%s", command);
    free(command);
    return TS_OK;
}

static ts_status each_cell(const ts_scene_table_work *work,
                           ts_status (*visit)(const ts_scene_table_work *work, ts_cell_place at, ts_error *error),
                           ts_error *error) {
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < work->table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < work->table->method_count; ++m) {
            status = visit(work, (ts_cell_place){s, m}, error);
        }
    }
    return status;
}

ts_status ts_scene_table_init_commands(const ts_scene_table_work *work, ts_error *error) {
    return each_cell(work, set_command, error);
}

ts_status ts_scene_table_load(const ts_scene_table_work *work, ts_error *error) {
    return each_cell(work, load_cell, error);
}

/* ---- Frames ---- */

/* Removes the files of the pattern, except the last `kept` in the order of their names. */
static void remove_files(const char *folder, const char *pattern, size_t kept) {
    char *whole = ts_path_join(folder, pattern);
    glob_t found;
    if (whole && glob(whole, 0, NULL, &found) == 0) {
        for (size_t k = 0; k + kept < found.gl_pathc; ++k) unlink(found.gl_pathv[k]);
        globfree(&found);
    }
    free(whole);
}

void ts_cell_prune(const char *run_folder) {
    remove_files(run_folder, "frames/frame_[0-9]*.vtu", 1);
    remove_files(run_folder, "frames/frame_[0-9]*.obj", 1);
    remove_files(run_folder, "run.pvd", 0);
    remove_files(run_folder, "checkpoint.bin", 0);
    remove_files(run_folder, "sample.h5.part-*", 0); /* of a recorder that was killed */
}
