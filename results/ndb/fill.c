/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making the runs. A run of another time step has a copy of its scene, with that time step, in its folder. */
#include "results/ndb/fill.h"

#include <cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "benches/table/children.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/json_build.h"
#include "core/text_list.h"
#include "results/arguments.h"

/* Steps of a run are counted in these. */
static const double STEPS_PER_SECOND = 150.0;

char *ts_ndb_run_folder(const char *folder, const ts_ndb_table_run *run) {
    return ts_text("%s/runs/%s", folder, run->name);
}

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

/* ---- A run ---- */

/* All owned but the run. */
typedef struct task {
    ts_ndb_table_run *run;
    ts_text_list arguments;
    char **vector;
    char *folder, *output;
} task;

static void task_clear(task *t) {
    ts_text_list_clear(&t->arguments);
    free(t->vector);
    free(t->folder);
    free(t->output);
}

static ts_status set_arguments(const ts_ndb_table_work *work, task *t, ts_error *error) {
    char program[40], path[PATH_MAX], *results = ts_path_join(t->folder, "results.json");
    double steps = 0.0;
    ts_status status = results ? work->find_scene(t->run->scene, path, error) : ts_fail_memory(error, "paths");
    if (status == TS_OK && t->run->per_second > 0.0) status = change_time_step(work, t->run, path, &steps, error);
    ts_arguments to = {.list = &t->arguments, .status = status, .error = error};
    snprintf(program, sizeof program, "/proc/%ld/exe", (long)getpid());
    if (status == TS_OK && t->run->part == TS_NDB_PART_SCENES) {
        to.status = ts_ndb_count_scene(path, work->table->size, &t->run->counts, error);
    }
    ts_arguments_add(&to, program);
    ts_arguments_add_option(&to, "simulate", path);
    add_what_to_run(&to, work->table, t->run, steps_of(work->table, t->run, steps));
    ts_arguments_add_option(&to, "--ccd", work->ccd);
    ts_arguments_add_option(&to, "--threads", "1");
    ts_arguments_add_option(&to, "--out", t->folder);
    ts_arguments_add(&to, "--replace");
    ts_arguments_add_option(&to, "--json", results);
    free(results);
    if (to.status != TS_OK) return to.status;
    t->vector = calloc(t->arguments.count + 1, sizeof *t->vector);
    if (!t->vector) return ts_fail_memory(error, "the arguments of a run");
    memcpy(t->vector, t->arguments.items, t->arguments.count * sizeof *t->vector);
    return TS_OK;
}

static ts_status make_folder(const char *path, ts_error *error) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be made: %s; choose another", path, strerror(errno));
}

static ts_status set_task(const ts_ndb_table_work *work, ts_ndb_table_run *run, task *t, ts_error *error) {
    *t = (task){.run = run, .folder = ts_ndb_run_folder(work->folder, run)};
    t->output = t->folder ? ts_text("%s.txt", t->folder) : NULL;
    const ts_status status = t->output ? make_folder(t->folder, error) : ts_fail_memory(error, "paths");
    return status == TS_OK ? set_arguments(work, t, error) : status;
}

/* ---- All runs ---- */

typedef struct filling {
    const ts_ndb_table_work *work;
    task *tasks;
    ts_child_job *jobs;
    size_t count, done;
} filling;

/* A run that left results says itself how it ended. */
static void say_end(const ts_child_report *report, ts_ndb_figures *figures) {
    static const char *const WORDS[] = {[TS_CHILD_EXITED] = "failed",
                                        [TS_CHILD_SIGNALLED] = "crashed",
                                        [TS_CHILD_OUT_OF_TIME] = "time",
                                        [TS_CHILD_OUT_OF_MEMORY] = "memory",
                                        [TS_CHILD_NOT_STARTED] = "not started"};
    if (!figures->is_there) snprintf(figures->outcome, sizeof figures->outcome, "%s", WORDS[report->end]);
}

static ts_status run_ended(void *self, size_t job, const ts_child_report *report, ts_error *error) {
    (void)error;
    filling *all = self;
    task *t = &all->tasks[job];
    ts_ndb_figures_read(t->folder, &t->run->figures);
    say_end(report, &t->run->figures);
    ++all->done;
    if (all->work->ended) all->work->ended(all->work->self, t->run, all->done, all->count);
    return TS_OK;
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status make_folders(const char *folder, ts_error *error) {
    char *runs = ts_path_join(folder, "runs");
    ts_status status = runs ? make_folder(folder, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) status = make_folder(runs, error);
    free(runs);
    return status;
}

/* What an earlier attempt left would be taken for the results of this one. */
static void forget_results(const task *t) {
    char *results = ts_path_join(t->folder, "results.json");
    if (results) unlink(results);
    free(results);
}

/* Tasks for the runs that have nothing yet. */
static ts_status set_tasks(filling *all, ts_error *error) {
    const ts_ndb_table_work *work = all->work;
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < work->table->runs; ++k) {
        ts_ndb_table_run *run = &work->table->run[k];
        task *t = &all->tasks[all->count];
        status = set_task(work, run, t, error);
        ++all->count;
        if (status != TS_OK) continue;
        if (work->resume) ts_ndb_figures_read(t->folder, &run->figures);
        if (run->figures.is_there) {
            task_clear(t);
            --all->count;
        } else {
            forget_results(t);
        }
    }
    for (size_t k = 0; k < all->count; ++k) {
        all->jobs[k] =
            (ts_child_job){.arguments = all->tasks[k].vector, .output = all->tasks[k].output, .seconds = work->seconds};
    }
    return status;
}

ts_status ts_ndb_table_fill(const ts_ndb_table_work *work, ts_error *error) {
    filling all = {.work = work,
                   .tasks = calloc(work->table->runs + 1, sizeof *all.tasks),
                   .jobs = calloc(work->table->runs + 1, sizeof *all.jobs)};
    ts_status status = all.tasks && all.jobs ? make_folders(work->folder, error) : ts_fail_memory(error, "the runs");
    if (status == TS_OK) status = set_tasks(&all, error);
    const ts_children_options options = {.jobs = all.jobs,
                                         .count = all.count,
                                         .at_once = work->at_once,
                                         .ended = run_ended,
                                         .interrupted = interrupted,
                                         .self = &all};
    if (status == TS_OK && all.count > 0) status = ts_children_run(&options, error);
    for (size_t k = 0; all.tasks && k < all.count; ++k) task_clear(&all.tasks[k]);
    free(all.tasks);
    free(all.jobs);
    return status;
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
