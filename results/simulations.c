/* SPDX-License-Identifier: GPL-2.0-or-later
 * The runs of a table, as child processes. */
#include "results/simulations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"

char *ts_simulation_folder(const char *folder, const char *name) {
    return ts_text("%s/runs/%s", folder, name);
}

static char *output_path(const char *folder, const char *name) {
    return ts_text("%s/runs/%s.txt", folder, name);
}

void ts_simulation_complaint(const char *folder, const char *name, char *text, size_t size) {
    static const char BEGIN[] = "touchstone: ", NOTE[] = "touchstone: note: ";
    char *path = output_path(folder, name), *line = NULL;
    size_t room = 0;
    FILE *file = path ? fopen(path, "r") : NULL;
    text[0] = '\0';
    while (file && getline(&line, &room, file) > 0) {
        if (strncmp(line, BEGIN, strlen(BEGIN)) != 0 || strncmp(line, NOTE, strlen(NOTE)) == 0) continue;
        snprintf(text, size, "%.*s", (int)strcspn(line, "\n") - (int)strlen(BEGIN), line + strlen(BEGIN));
    }
    if (file) fclose(file);
    free(line);
    free(path);
}

/* ---- How a run ended ---- */

static const char *const WORDS[] = {[TS_CHILD_EXITED] = "failed",
                                    [TS_CHILD_SIGNALLED] = "crashed",
                                    [TS_CHILD_OUT_OF_TIME] = "time",
                                    [TS_CHILD_OUT_OF_MEMORY] = "memory",
                                    [TS_CHILD_NOT_STARTED] = "not started"};

bool ts_simulation_broke(const ts_child_report *report) {
    enum { FINE = 0, BAD_END = 1, INTERRUPTED = 130 }; /* exit codes of a run that says itself how it ended */
    switch (report->end) {
    case TS_CHILD_EXITED: return report->code != FINE && report->code != BAD_END && report->code != INTERRUPTED;
    case TS_CHILD_OUT_OF_TIME:
    case TS_CHILD_OUT_OF_MEMORY: return false;
    case TS_CHILD_SIGNALLED:
    case TS_CHILD_NOT_STARTED: break;
    }
    return true;
}

bool ts_simulation_word_is_broken(const char *word) {
    static const ts_child_end BROKEN[] = {TS_CHILD_EXITED, TS_CHILD_SIGNALLED, TS_CHILD_NOT_STARTED};
    for (size_t k = 0; k < sizeof BROKEN / sizeof *BROKEN; ++k) {
        if (strcmp(word, WORDS[BROKEN[k]]) == 0) return true;
    }
    return false;
}

/* ---- Children ---- */

/* All owned. */
typedef struct task {
    size_t run;
    ts_text_list arguments;
    char **vector; /* its items, and NULL */
    char *folder, *output, *results;
} task;

static void task_clear(task *t) {
    ts_text_list_clear(&t->arguments);
    free(t->vector);
    free(t->folder);
    free(t->output);
    free(t->results);
}

static ts_status set_arguments(const ts_simulations *all, task *t, ts_error *error) {
    ts_arguments to = {.list = &t->arguments, .error = error};
    char program[40];
    snprintf(program, sizeof program, "/proc/%ld/exe", (long)getpid());
    ts_arguments_add(&to, program);
    ts_arguments_add(&to, "simulate");
    if (to.status == TS_OK) all->describe(all->self, t->run, &to);
    ts_arguments_add_option(&to, "--threads", "1");
    ts_arguments_add_option(&to, "--out", t->folder);
    ts_arguments_add(&to, "--replace");
    ts_arguments_add_option(&to, "--json", t->results);
    if (to.status != TS_OK) return to.status;
    t->vector = calloc(t->arguments.count + 1, sizeof *t->vector);
    if (!t->vector) return ts_fail_memory(error, "the arguments of a run");
    memcpy(t->vector, t->arguments.items, t->arguments.count * sizeof *t->vector);
    return TS_OK;
}

static ts_status make_folders(const char *folder, ts_error *error) {
    char *runs = ts_path_join(folder, "runs");
    ts_status status = runs ? ts_folder_make(folder, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) status = ts_folder_make(runs, error);
    free(runs);
    return status;
}

static ts_status set_task(const ts_simulations *all, task *t, ts_error *error) {
    char *name = all->name(all->self, t->run);
    t->folder = name ? ts_simulation_folder(all->folder, name) : NULL;
    t->output = name ? output_path(all->folder, name) : NULL;
    free(name);
    t->results = t->folder ? ts_path_join(t->folder, "results.json") : NULL;
    if (!t->folder || !t->output || !t->results) return ts_fail_memory(error, "paths");
    const ts_status status = ts_folder_make(t->folder, error);
    return status == TS_OK ? set_arguments(all, t, error) : status;
}

typedef struct running {
    const ts_simulations *all;
    task *tasks;
    ts_child_job *jobs;
    size_t count, done;
} running;

/* A run that left results says itself how it ended. Those of one that broke are removed: the next --resume would take
 * them for what the run was to show. */
static ts_status run_ended(void *self, size_t job, const ts_child_report *report, ts_error *error) {
    running *of = self;
    (void)error;
    const task *t = &of->tasks[job];
    if (ts_simulation_broke(report)) unlink(t->results);
    const bool has_results = of->all->take(of->all->self, t->run, t->folder);
    ++of->done;
    of->all->ended(of->all->self, t->run, has_results ? NULL : WORDS[report->end], of->done, of->count);
    return TS_OK;
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

/* Of the runs that have no results yet. What an earlier attempt left would be taken for the results of this one. */
static ts_status set_tasks(running *of, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < of->all->count; ++k) {
        task *t = &of->tasks[of->count];
        *t = (task){.run = k};
        status = set_task(of->all, t, error);
        if (status == TS_OK && !(of->all->resume && of->all->take(of->all->self, k, t->folder))) {
            unlink(t->results);
            ++of->count;
        } else {
            task_clear(t);
        }
    }
    for (size_t k = 0; k < of->count; ++k) {
        of->jobs[k] = (ts_child_job){
            .arguments = of->tasks[k].vector, .output = of->tasks[k].output, .seconds = of->all->seconds};
    }
    return status;
}

ts_status ts_simulations_run(const ts_simulations *all, ts_error *error) {
    running of = {
        .all = all, .tasks = calloc(all->count + 1, sizeof *of.tasks), .jobs = calloc(all->count + 1, sizeof *of.jobs)};
    ts_status status = of.tasks && of.jobs ? make_folders(all->folder, error) : ts_fail_memory(error, "the runs");
    if (status == TS_OK) status = set_tasks(&of, error);
    const ts_children_options options = {.jobs = of.jobs,
                                         .count = of.count,
                                         .at_once = all->at_once,
                                         .ended = run_ended,
                                         .interrupted = interrupted,
                                         .self = &of};
    if (status == TS_OK && of.count > 0) status = ts_children_run(&options, error);
    for (size_t k = 0; of.tasks && k < of.count; ++k) task_clear(&of.tasks[k]);
    free(of.tasks);
    free(of.jobs);
    return status;
}
