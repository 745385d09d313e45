/* SPDX-License-Identifier: GPL-2.0-or-later
 * The runs of a table: first those of the reference, which tell how many queries a scene has; then all others, and
 * those that record the shared queries. */
#include "results/table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "results/scene_cell_json.h"
#include "results/simulations.h"
#include "results/table/judge.h"
#include "results/table/store.h"

enum { EXIT_NO_MEMORY = 5, EXIT_NOT_STARTED = 127 };

/* Share that is recorded where the reference's run does not say how many queries there will be. */
static const double BLIND_SHARE = 0.01;

/* One child. All owned. */
typedef struct task {
    ts_cell_place at;
    bool records; /* the shared queries; else it is the cell's own run */
    ts_text_list arguments;
    char **vector; /* the arguments, NULL at the end */
    char *folder, *summary, *output, *queries;
} task;

/* Children that may run side by side. */
typedef struct phase {
    const ts_scene_table_work *work;
    task *tasks;
    ts_child_job *jobs;
    size_t count;
    ts_progress *progress;
    size_t done, total; /* over all phases */
} phase;

/* ---- Preparing ---- */

static void clear_task(task *t) {
    ts_text_list_clear(&t->arguments);
    free(t->vector);
    free(t->folder);
    free(t->summary);
    free(t->output);
    free(t->queries);
}

/* Of the queries that the reference's run had, so that about `most` are recorded. */
static double share_for(const ts_scene_table_work *work, size_t scene, uint64_t most) {
    const uint64_t queries = ts_scene_table_cell(work->table, scene, work->table->reference)->ccd_queries;
    return queries == 0 ? BLIND_SHARE : fmin(1.0, (double)most / (double)queries);
}

/* The run's paths; what an earlier attempt recorded is removed, since recordings replace nothing. */
static ts_status set_paths(const ts_scene_table_work *work, task *t, ts_error *error) {
    if (t->records) {
        t->queries = ts_scene_queries_path(work, t->at.scene, "h5");
        t->output = ts_scene_queries_path(work, t->at.scene, "txt");
        return t->queries && t->output ? TS_OK : ts_fail_memory(error, "paths");
    }
    const ts_status status = ts_cell_folder(work, t->at, &t->folder, error);
    if (status != TS_OK) return status;
    t->summary = ts_path_join(t->folder, "summary.json");
    t->output = ts_path_join(t->folder, "output.txt");
    t->queries = ts_path_join(t->folder, "sample.h5");
    return t->summary && t->output && t->queries ? TS_OK : ts_fail_memory(error, "paths");
}

static ts_status set_arguments(const ts_scene_table_work *work, task *t, ts_error *error) {
    const bool samples = t->records || (work->sample > 0 && t->at.method != work->table->reference);
    ts_cell_run run = ts_cell_run_of(work, t->at);
    run.folder = t->folder;
    run.summary = t->summary;
    run.record = samples ? t->queries : NULL;
    run.share = share_for(work, t->at.scene, t->records ? work->shared : work->sample);
    run.verify = !t->records;
    const ts_status status = ts_cell_arguments(&work->setting, &run, &t->arguments, error);
    if (status != TS_OK) return status;
    t->vector = calloc(t->arguments.count + 1, sizeof *t->vector);
    if (!t->vector) return ts_fail_memory(error, "the arguments of a run");
    memcpy(t->vector, t->arguments.items, t->arguments.count * sizeof *t->vector);
    return TS_OK;
}

static ts_status add_task(phase *part, ts_cell_place at, bool records, ts_error *error) {
    const ts_scene_table_work *work = part->work;
    task *t = &part->tasks[part->count++];
    *t = (task){.at = at, .records = records};
    ts_status status = set_paths(work, t, error);
    if (status == TS_OK) status = set_arguments(work, t, error);
    if (status != TS_OK) return status;
    unlink(t->queries);
    if (t->summary) unlink(t->summary);
    part->jobs[part->count - 1] =
        (ts_child_job){.arguments = t->vector, .output = t->output, .seconds = work->seconds, .bytes = work->bytes};
    return TS_OK;
}

/* ---- What came of a run ---- */

/* The last line of the child's output: what it complained about, without the program's name. */
static void last_line(const char *path, char *text, size_t size) {
    static const char NAME[] = "touchstone: ";
    char line[TS_CELL_MESSAGE];
    FILE *file = fopen(path, "r");
    *text = '\0';
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        const size_t skipped = strncmp(line, NAME, strlen(NAME)) == 0 ? strlen(NAME) : 0;
        if (*line) snprintf(text, size, "%s", line + skipped);
    }
    if (file) fclose(file);
}

/* Why a child came to nothing. Its last line is not asked for where there is a message already. */
static void say_broken(const ts_child_report *report, const char *output, char *message, size_t size) {
    if (report->end == TS_CHILD_NOT_STARTED || (report->end == TS_CHILD_EXITED && report->code == EXIT_NOT_STARTED)) {
        snprintf(message, size, "the run could not be started");
    } else if (report->end == TS_CHILD_SIGNALLED) {
        snprintf(message, size, "ended by signal %d (%s)", report->code, strsignal(report->code));
    } else if (!*message) {
        last_line(output, message, size);
    }
}

/* Of a child that left no summary, or one that is no word on the method. A full disk may have taken what it printed,
 * but not what it summed up. */
static void judge_broken_run(const ts_child_report *report, const char *output, ts_scene_cell *cell) {
    say_broken(report, output, cell->message, sizeof cell->message);
    const bool no_memory = report->end == TS_CHILD_EXITED && report->code == EXIT_NO_MEMORY;
    cell->outcome = no_memory && strstr(cell->message, "out of memory") ? TS_CELL_OUT_OF_MEMORY : TS_CELL_FAILED;
}

/* Step and iteration that the log of a run tells of last. */
static void read_progress(const char *folder, ts_scene_cell *cell) {
    char *path = ts_path_join(folder, "log.jsonl"), line[2048];
    FILE *log = path ? fopen(path, "r") : NULL;
    unsigned long long step;
    long long iteration;
    while (log && fgets(line, sizeof line, log)) {
        if (sscanf(line, "{\"kind\":\"iteration\",\"step\":%llu,\"iteration\":%lld", &step, &iteration) != 2) continue;
        cell->step = step;
        cell->iteration = iteration;
    }
    if (log) fclose(log);
    free(path);
}

static void judge_run(const ts_scene_table_work *work, const task *t, const ts_child_report *report) {
    ts_scene_cell *cell = ts_cell_of(work, t->at);
    const bool was_stopped = report->end == TS_CHILD_OUT_OF_TIME || report->end == TS_CHILD_OUT_OF_MEMORY;
    if (ts_scene_cell_read_run(t->summary, cell, NULL) != TS_OK) {
        read_progress(t->folder, cell);
        if (!was_stopped) judge_broken_run(report, t->output, cell);
    } else if (ts_simulation_broke(report)) {
        judge_broken_run(report, t->output, cell);
    }
    if (was_stopped && cell->outcome != TS_CELL_TIMED) {
        cell->outcome = report->end == TS_CHILD_OUT_OF_TIME ? TS_CELL_OUT_OF_TIME : TS_CELL_OUT_OF_MEMORY;
    }
    cell->seconds = report->seconds;
    cell->most_bytes = report->most_bytes;
    cell->limit_seconds = work->seconds;
    cell->limit_bytes = work->bytes;
}

/* Of a run that was to record. A limit, or a share that no query falls into, is what the user chose. */
static void say_not_recorded(const ts_child_report *report, const char *output, ts_cell_run_end *run, char *why,
                             size_t size) {
    *why = '\0';
    run->why = why;
    run->broke = ts_simulation_broke(report);
    if (run->broke)
        say_broken(report, output, why, size);
    else if (report->end == TS_CHILD_EXITED)
        snprintf(why, size, "none was drawn; draw more by --queries");
    else
        snprintf(why, size, "the run was stopped at its limit of %s",
                 report->end == TS_CHILD_OUT_OF_TIME ? "seconds" : "memory");
}

static void tell(const phase *part, const task *t, const ts_child_report *report) {
    char why[TS_CELL_MESSAGE];
    ts_cell_run_end run = {.at = t->at, .records = t->records, .done = part->done, .total = part->total};
    run.recorded = t->records && ts_path_exists(t->queries);
    if (t->records && !run.recorded) say_not_recorded(report, t->output, &run, why, sizeof why);
    ts_progress_finish(part->progress);
    if (part->work->ended) part->work->ended(part->work->self, &run);
}

static ts_status ended(void *self, size_t job, const ts_child_report *report, ts_error *error) {
    phase *part = self;
    const task *t = &part->tasks[job];
    ++part->done;
    if (!t->records) judge_run(part->work, t, report);
    tell(part, t, report);
    if (t->records) return TS_OK;
    if (!part->work->keep_frames) ts_cell_prune(t->folder);
    return ts_cell_save(part->work, t->at, error);
}

/* ---- Running ---- */

static void waiting(void *self) {
    const phase *part = self;
    ts_progress_update(part->progress, "runs", part->done, part->total);
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status run_phase(phase *part, ts_error *error) {
    const ts_children_options options = {
        .jobs = part->jobs,
        .count = part->count,
        .at_once = part->work->jobs,
        .ended = ended,
        .waiting = waiting,
        .interrupted = interrupted,
        .self = part,
    };
    return ts_children_run(&options, error);
}

static void clear_phase(phase *part) {
    for (size_t k = 0; k < part->count; ++k) clear_task(&part->tasks[k]);
    free(part->tasks);
    free(part->jobs);
    part->tasks = NULL;
    part->jobs = NULL;
    part->count = 0;
}

static bool is_missing(const ts_scene_table_work *work, ts_cell_place at) {
    return ts_cell_of(work, at)->outcome == TS_CELL_EMPTY;
}

/* Of the reference alone, or of all others. */
static ts_status add_cells(phase *part, bool of_reference, ts_error *error) {
    const ts_scene_table *table = part->work->table;
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < table->method_count; ++m) {
            const ts_cell_place at = {s, m};
            if ((m == table->reference) != of_reference || !is_missing(part->work, at)) continue;
            status = add_task(part, at, false, error);
        }
    }
    return status;
}

/* A scene whose reference was never asked has nothing to share. */
static ts_status add_recordings(phase *part, ts_error *error) {
    const ts_scene_table *table = part->work->table;
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        const ts_cell_place at = {s, table->reference};
        if (ts_cell_of(part->work, at)->ccd_queries == 0 || !ts_scene_table_lacks_shared(part->work, s)) continue;
        status = add_task(part, at, true, error);
    }
    return status;
}

static ts_status make_phase(phase *part, bool of_reference, ts_error *error) {
    const size_t most = part->work->table->scene_count * (part->work->table->method_count + 1);
    part->tasks = calloc(most + 1, sizeof *part->tasks);
    part->jobs = calloc(most + 1, sizeof *part->jobs);
    if (!part->tasks || !part->jobs) return ts_fail_memory(error, "the runs");
    const ts_status status = add_cells(part, of_reference, error);
    return status == TS_OK && !of_reference ? add_recordings(part, error) : status;
}

static size_t count_runs(const ts_scene_table_work *work) {
    size_t count = 0;
    for (size_t s = 0; s < work->table->scene_count; ++s) {
        for (size_t m = 0; m < work->table->method_count; ++m) count += is_missing(work, (ts_cell_place){s, m});
        count += ts_scene_table_lacks_shared(work, s);
    }
    return count;
}

ts_status ts_scene_table_fill(const ts_scene_table_work *work, ts_error *error) {
    ts_progress progress;
    ts_progress_init(&progress);
    phase part = {.work = work, .progress = &progress, .total = count_runs(work)};
    ts_status status = TS_OK;
    for (int others = 0; status == TS_OK && others < 2; ++others) {
        status = make_phase(&part, others == 0, error);
        if (status == TS_OK) status = run_phase(&part, error);
        clear_phase(&part);
    }
    ts_progress_finish(&progress);
    return status == TS_OK ? ts_scene_table_judge(work, &progress, error) : status;
}
