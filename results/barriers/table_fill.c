/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making the runs of the table of barriers: child processes, each in a folder that is kept. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "benches/table/children.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "results/barriers/table.h"

char *ts_barrier_table_command(const ts_barrier_table *table, size_t scene, size_t barrier) {
    char steps[40] = "";
    if (table->steps > 0) snprintf(steps, sizeof steps, " --steps %" PRIu64, table->steps);
    return ts_text("touchstone simulate %s --barrier %s --size %s%s", table->scenes->items[scene],
                   table->barriers->items[barrier], table->size, steps);
}

enum { ARGUMENTS = 18 };

/* Of one cell. All owned. */
typedef struct task {
    size_t scene, barrier;
    char program[40], path[PATH_MAX], steps[24];
    char *folder, *output, *results;
    char *arguments[ARGUMENTS]; /* pointers to these, and to constants; not owned */
} task;

static void task_clear(task *t) {
    free(t->folder);
    free(t->output);
    free(t->results);
}

static char *constant(const char *text) {
    return (char *)(uintptr_t)text;
}

static void set_arguments(const ts_barrier_table *table, task *t) {
    snprintf(t->program, sizeof t->program, "/proc/%ld/exe", (long)getpid());
    snprintf(t->steps, sizeof t->steps, "%" PRIu64, table->steps);
    char *const list[ARGUMENTS] = {
        t->program,
        constant("simulate"),
        t->path,
        constant("--barrier"),
        table->barriers->items[t->barrier],
        constant("--size"),
        constant(table->size),
        constant("--steps"),
        t->steps,
        constant("--threads"),
        constant("1"),
        constant("--out"),
        t->folder,
        constant("--replace"),
        constant("--json"),
        t->results,
        NULL,
    };
    memcpy(t->arguments, list, sizeof list);
}

static ts_status make_folder(const char *path, ts_error *error) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be made: %s; choose another", path, strerror(errno));
}

static ts_status set_task(const ts_barrier_table_work *work, size_t index, task *t, ts_error *error) {
    const ts_barrier_table *table = work->table;
    char scene[64], barrier[64];
    t->scene = index / table->barriers->count;
    t->barrier = index % table->barriers->count;
    ts_barrier_table_name(table->scenes->items[t->scene], scene);
    ts_barrier_table_name(table->barriers->items[t->barrier], barrier);
    t->folder = ts_text("%s/runs/%s-%s", work->folder, scene, barrier);
    t->output = t->folder ? ts_text("%s.txt", t->folder) : NULL;
    t->results = t->folder ? ts_path_join(t->folder, "results.json") : NULL;
    if (!t->output || !t->results) return ts_fail_memory(error, "paths");
    ts_status status = work->find_scene(table->scenes->items[t->scene], t->path, error);
    if (status == TS_OK) status = make_folder(t->folder, error);
    if (status == TS_OK) set_arguments(table, t);
    return status;
}

static ts_status make_folders(const char *folder, ts_error *error) {
    char *runs = ts_path_join(folder, "runs");
    ts_status status = runs ? make_folder(folder, error) : ts_fail_memory(error, "paths");
    if (status == TS_OK) status = make_folder(runs, error);
    free(runs);
    return status;
}

typedef struct filling {
    const ts_barrier_table_work *work;
    task *tasks;
    ts_child_job *jobs;
    size_t count, done;
} filling;

/* A run that left results says itself how it ended. */
static ts_status run_ended(void *self, size_t job, const ts_child_report *report, ts_error *error) {
    static const char *const WORDS[] = {[TS_CHILD_EXITED] = "failed",
                                        [TS_CHILD_SIGNALLED] = "crashed",
                                        [TS_CHILD_OUT_OF_TIME] = "time",
                                        [TS_CHILD_OUT_OF_MEMORY] = "memory",
                                        [TS_CHILD_NOT_STARTED] = "not started"};
    filling *all = self;
    (void)error;
    const task *t = &all->tasks[job];
    ts_barrier_cell *cell = ts_barrier_table_cell(all->work->table, t->scene, t->barrier);
    ts_barrier_cell_read(t->folder, cell);
    if (!cell->is_there) snprintf(cell->outcome, sizeof cell->outcome, "%s", WORDS[report->end]);
    ++all->done;
    if (all->work->ended) all->work->ended(all->work->self, t->scene, t->barrier, all->done, all->count);
    return TS_OK;
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

/* Those that have to be run come first. */
static ts_status set_tasks(filling *all, ts_error *error) {
    const ts_barrier_table *table = all->work->table;
    ts_status status = TS_OK;
    for (size_t k = 0; k < table->scenes->count * table->barriers->count && status == TS_OK; ++k) {
        task *t = &all->tasks[all->count];
        *t = (task){0};
        status = set_task(all->work, k, t, error);
        ts_barrier_cell *cell = &table->cells[k];
        if (status == TS_OK && all->work->resume) ts_barrier_cell_read(t->folder, cell);
        if (status == TS_OK && !cell->is_there) {
            remove(t->results);
            ++all->count;
        } else {
            task_clear(t);
        }
    }
    for (size_t k = 0; k < all->count; ++k) {
        set_arguments(table, &all->tasks[k]);
        all->jobs[k] = (ts_child_job){
            .arguments = all->tasks[k].arguments, .output = all->tasks[k].output, .seconds = all->work->seconds};
    }
    return status;
}

ts_status ts_barrier_table_fill(const ts_barrier_table_work *work, ts_error *error) {
    const size_t cells = work->table->scenes->count * work->table->barriers->count;
    filling all = {
        .work = work, .tasks = calloc(cells + 1, sizeof *all.tasks), .jobs = calloc(cells + 1, sizeof *all.jobs)};
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
