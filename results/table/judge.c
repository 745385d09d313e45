/* SPDX-License-Identifier: GPL-2.0-or-later
 * Replays of recorded queries: every answer judged by the oracle; times only where all methods are asked the same. */
#include "results/table/judge.h"

#include <stdio.h>
#include <stdlib.h>

#include "benches/table/query_verdicts.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "results/table/store.h"

enum { REPETITIONS = 3 };

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_query_trial trial_of(const char *path, uint64_t most) {
    return (ts_query_trial){.path = path, .most = most, .progress = {.interrupted = interrupted}};
}

/* ---- A cell's own queries ---- */

/* Where they lie: of the reference the shared ones, which its run was repeated for. */
static ts_status sample_path(const ts_scene_table_work *work, ts_cell_place at, char **path, ts_error *error) {
    char *folder = NULL, *made;
    if (at.method == work->table->reference) {
        made = ts_scene_queries_path(work, at.scene, "h5");
    } else {
        const ts_status status = ts_cell_folder(work, at, &folder, error);
        if (status != TS_OK) return status;
        made = ts_path_join(folder, "sample.h5");
        free(folder);
    }
    if (!made) return ts_fail_memory(error, "paths");
    *path = made;
    return TS_OK;
}

static ts_status judge_sample(const ts_scene_table_work *work, ts_cell_place at, ts_error *error) {
    ts_scene_cell *cell = ts_cell_of(work, at);
    char *path = NULL;
    if (work->sample == 0 || cell->outcome == TS_CELL_EMPTY || cell->sample.queries > 0) return TS_OK;
    ts_status status = sample_path(work, at, &path, error);
    if (status != TS_OK) return status;
    if (ts_path_exists(path)) {
        ts_query_trial trial = trial_of(path, work->sample);
        trial.methods = &work->table->methods[at.method];
        trial.method_count = 1;
        status = ts_query_trial_run(&trial, &cell->sample, error);
        if (status == TS_OK) status = ts_cell_save(work, at, error);
    }
    free(path);
    return status;
}

/* ---- The same queries for all ---- */

bool ts_scene_table_lacks_shared(const ts_scene_table_work *work, size_t scene) {
    bool lacks = false;
    for (size_t m = 0; m < work->table->method_count; ++m) {
        lacks = lacks || ts_scene_table_cell(work->table, scene, m)->shared.queries == 0;
    }
    return lacks && work->shared > 0;
}

static ts_status ask_all(const ts_scene_table_work *work, size_t scene, const char *path, ts_error *error) {
    const size_t count = work->table->method_count;
    ts_query_verdicts *verdicts = calloc(count + 1, sizeof *verdicts);
    if (!verdicts) return ts_fail_memory(error, "the verdicts");
    ts_query_trial trial = trial_of(path, work->shared);
    trial.methods = work->table->methods;
    trial.method_count = count;
    trial.repetitions = REPETITIONS;
    ts_status status = ts_query_trial_run(&trial, verdicts, error);
    for (size_t m = 0; status == TS_OK && m < count; ++m) {
        const ts_cell_place at = {scene, m};
        ts_cell_of(work, at)->shared = verdicts[m];
        status = ts_cell_save(work, at, error);
    }
    free(verdicts);
    return status;
}

static ts_status judge_shared(const ts_scene_table_work *work, size_t scene, ts_error *error) {
    if (!ts_scene_table_lacks_shared(work, scene)) return TS_OK;
    char *path = ts_scene_queries_path(work, scene, "h5");
    if (!path) return ts_fail_memory(error, "paths");
    const ts_status status = ts_path_exists(path) ? ask_all(work, scene, path, error) : TS_OK;
    free(path);
    return status;
}

ts_status ts_scene_table_judge(const ts_scene_table_work *work, ts_progress *progress, ts_error *error) {
    const ts_scene_table *table = work->table;
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < table->method_count; ++m) {
            ts_progress_update(progress, "judging cells", s * table->method_count + m,
                               table->scene_count * table->method_count);
            status = judge_sample(work, (ts_cell_place){s, m}, error);
        }
    }
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        ts_progress_update(progress, "same queries, scenes", s, table->scene_count);
        status = judge_shared(work, s, error);
    }
    ts_progress_finish(progress);
    return status;
}
