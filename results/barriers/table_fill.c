/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making the runs of the table of barriers. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/files.h"
#include "results/barriers/table.h"
#include "results/simulations.h"

char *ts_barrier_table_command(const ts_barrier_table *table, size_t scene, size_t barrier) {
    char steps[40] = "";
    if (table->steps > 0) snprintf(steps, sizeof steps, " --steps %" PRIu64, table->steps);
    return ts_text("touchstone simulate %s --barrier %s --size %s%s", table->scenes->items[scene],
                   table->barriers->items[barrier], table->size, steps);
}

/* Runs are counted as cells are: by scene, then by barrier. */

static char *name_run(void *self, size_t run) {
    const ts_barrier_table *table = ((const ts_barrier_table_work *)self)->table;
    char scene[64], barrier[64];
    ts_barrier_table_name(table->scenes->items[run / table->barriers->count], scene);
    ts_barrier_table_name(table->barriers->items[run % table->barriers->count], barrier);
    return ts_text("%s-%s", scene, barrier);
}

static void describe_run(void *self, size_t run, ts_arguments *to) {
    const ts_barrier_table_work *work = self;
    const ts_barrier_table *table = work->table;
    char path[PATH_MAX], steps[24];
    to->status = work->find_scene(table->scenes->items[run / table->barriers->count], path, to->error);
    snprintf(steps, sizeof steps, "%" PRIu64, table->steps);
    ts_arguments_add(to, path);
    ts_arguments_add_option(to, "--barrier", table->barriers->items[run % table->barriers->count]);
    ts_arguments_add_option(to, "--size", table->size);
    ts_arguments_add_option(to, "--steps", table->steps > 0 ? steps : NULL);
}

static bool take_run(void *self, size_t run, const char *folder) {
    ts_barrier_cell *cell = &((const ts_barrier_table_work *)self)->table->cells[run];
    ts_barrier_cell_read(folder, cell);
    return cell->is_there;
}

/* Of a run that left no results. */
static void set_word(ts_barrier_table_work *work, size_t run, const char *word) {
    ts_barrier_cell *cell = &work->table->cells[run];
    char *name = name_run(work, run);
    snprintf(cell->outcome, sizeof cell->outcome, "%s", word);
    if (name) ts_simulation_complaint(work->folder, name, cell->message, sizeof cell->message);
    if (name && !cell->message[0])
        snprintf(cell->message, sizeof cell->message, "it left no results; see runs/%s.txt", name);
    free(name);
}

static void run_ended(void *self, size_t run, const char *word, size_t done, size_t total) {
    ts_barrier_table_work *work = self;
    const ts_barrier_table *table = work->table;
    if (word) set_word(work, run, word);
    work->ended(work->self, run / table->barriers->count, run % table->barriers->count, done, total);
}

ts_status ts_barrier_table_fill(ts_barrier_table_work *work, ts_error *error) {
    const ts_simulations runs = {.folder = work->folder,
                                 .count = work->table->scenes->count * work->table->barriers->count,
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
