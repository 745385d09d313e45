/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making the runs. A run of another time step has a copy of its scene, with that time step, in its folder. */
#include "results/ndb/fill.h"

#include <cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/json_build.h"
#include "core/text_list.h"
#include "results/simulations.h"

/* Steps of a run are counted in these. */
static const double STEPS_PER_SECOND = 150.0;

/* So many that all runs of a part end at the same time; 0: what the scene says. */
static uint64_t steps_of(const ts_ndb_table *table, const ts_ndb_table_run *run, double scenes) {
    const double rate = run->per_second > 0.0 ? run->per_second / STEPS_PER_SECOND : 1.0;
    const double steps = table->steps > 0 ? (double)table->steps : run->per_second > 0.0 ? scenes : 0.0;
    return steps > 0.0 ? (uint64_t)fmax(1.0, round(steps * rate)) : 0;
}

/* ---- Scenes of another time step ---- */

/* The value of a member at a size, which may be given by size. */
static double value_at(const cJSON *scene, const char *member, const char *size) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(scene, member);
    const cJSON *by_size = cJSON_GetObjectItemCaseSensitive(value, "by_size");
    if (by_size) value = cJSON_GetObjectItemCaseSensitive(by_size, size);
    return cJSON_IsNumber(value) ? value->valuedouble : NAN;
}

static ts_status set_time_step(cJSON *scene, double h, const char *path, ts_error *error) {
    ts_json_builder builder = {0};
    cJSON_DeleteItemFromObjectCaseSensitive(scene, "time_step");
    ts_build_real(&builder, scene, "time_step", h);
    char *text = ts_build_print(&builder, scene);
    const ts_status status = text ? ts_text_file_write(path, text, error) : ts_fail_memory(error, "a scene");
    free(text);
    return status;
}

/* *path becomes that of the copy, *steps what the scene says in steps of 1/150 s. */
static ts_status change_time_step(const ts_ndb_table_work *work, const ts_ndb_table_run *run, char path[PATH_MAX],
                                  double *steps, ts_error *error) {
    char *text = NULL;
    ts_status status = ts_text_file_read(path, &text, error);
    if (status != TS_OK) return status;
    cJSON *scene = cJSON_Parse(text);
    free(text);
    *steps = value_at(scene, "steps", work->table->size) * value_at(scene, "time_step", work->table->size);
    *steps *= STEPS_PER_SECOND;
    if (!(*steps > 0.0)) {
        cJSON_Delete(scene);
        return ts_fail(error, TS_ERROR_DATA, "%s: expected a scene with \"steps\" and \"time_step\"", path);
    }
    snprintf(path, PATH_MAX, "%s/runs/%s.json", work->folder, run->name);
    return set_time_step(scene, 1.0 / run->per_second, path, error);
}

/* ---- Arguments ---- */

static void add_what_to_run(ts_arguments *to, const ts_ndb_table *table, const ts_ndb_table_run *run, uint64_t steps) {
    char text[24];
    ts_arguments_add_option(to, "--size", table->size);
    ts_arguments_add_option(to, "--solver", run->solver);
    for (size_t k = 0; k < run->options; ++k) ts_arguments_add_option(to, "--solver-option", run->option[k]);
    snprintf(text, sizeof text, "%" PRIu64, steps);
    if (steps > 0) ts_arguments_add_option(to, "--steps", text);
}

char *ts_ndb_run_command(const ts_ndb_table *table, const ts_ndb_table_run *run) {
    ts_text_list list = {0};
    ts_arguments to = {.list = &list};
    add_what_to_run(&to, table, run, table->steps > 0 ? steps_of(table, run, 0.0) : 0);
    char *line = run->per_second > 0.0 ? ts_text("touchstone simulate runs/%s.json", run->name)
                                       : ts_text("touchstone simulate %s", run->scene);
    for (size_t k = 0; line && to.status == TS_OK && k < list.count; ++k) {
        char *longer = ts_text("%s %s", line, list.items[k]);
        free(line);
        line = longer;
    }
    ts_text_list_clear(&list);
    return line;
}

/* ---- Runs ---- */

static ts_ndb_table_run *run_at(const ts_ndb_table_work *work, size_t run) {
    return &work->table->run[run];
}

static char *name_run(void *self, size_t run) {
    return ts_text("%s", run_at(self, run)->name);
}

static void describe_run(void *self, size_t index, ts_arguments *to) {
    const ts_ndb_table_work *work = self;
    ts_ndb_table_run *run = run_at(work, index);
    char path[PATH_MAX];
    double steps = 0.0;
    to->status = work->find_scene(run->scene, path, to->error);
    if (to->status == TS_OK && run->per_second > 0.0) {
        to->status = change_time_step(work, run, path, &steps, to->error);
    }
    if (to->status == TS_OK && run->part == TS_NDB_PART_SCENES) {
        to->status = ts_ndb_count_scene(path, work->table->size, &run->counts, to->error);
    }
    ts_arguments_add(to, path);
    add_what_to_run(to, work->table, run, steps_of(work->table, run, steps));
    ts_arguments_add_option(to, "--ccd", work->ccd);
}

static bool take_run(void *self, size_t run, const char *folder) {
    ts_ndb_figures *figures = &run_at(self, run)->figures;
    ts_ndb_figures_read(folder, figures);
    return figures->is_there;
}

static void run_ended(void *self, size_t index, const char *word, size_t done, size_t total) {
    const ts_ndb_table_work *work = self;
    ts_ndb_table_run *run = run_at(work, index);
    if (word) snprintf(run->figures.outcome, sizeof run->figures.outcome, "%s", word);
    work->ended(work->self, run, done, total);
}

ts_status ts_ndb_table_fill(ts_ndb_table_work *work, ts_error *error) {
    const ts_simulations runs = {.folder = work->folder,
                                 .count = work->table->runs,
                                 .at_once = work->at_once,
                                 .seconds = work->seconds,
                                 .resume = work->resume,
                                 .name = name_run,
                                 .describe = describe_run,
                                 .take = take_run,
                                 .ended = run_ended,
                                 .self = work};
    return ts_simulations_run(&runs, error);
}

ts_status ts_ndb_table_fill_systems(const ts_ndb_table_work *work, ts_error *error) {
    static const char *const SCENES[TS_NDB_SYSTEMS] = {"ndb-strip", "ndb-statue", "ndb-drape"};
    ts_ndb_table *table = work->table;
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < TS_NDB_SYSTEMS && !ts_interrupted(); ++k) {
        char path[PATH_MAX];
        status = work->find_scene(SCENES[k], path, error);
        if (status == TS_OK) {
            status = ts_ndb_converge(path, table->size, (size_t)table->steps, &table->system[table->systems], error);
        }
        if (status == TS_OK) ++table->systems;
    }
    return status;
}
