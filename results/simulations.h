/* SPDX-License-Identifier: GPL-2.0-or-later
 * Many runs of `simulate`, the cells of a table: each a process with a folder of its own, FOLDER/runs/NAME. A table
 * that was stopped goes on with those that have no results yet. */
#ifndef TS_RESULTS_SIMULATIONS_H
#define TS_RESULTS_SIMULATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "benches/table/children.h"
#include "results/arguments.h"

typedef struct ts_simulations {
    const char *folder;
    size_t count;   /* of runs */
    size_t at_once; /* of one thread each, >= 1 */
    double seconds; /* limit of each; 0: none */
    bool resume;    /* keep the runs that have results */
    /* Of the run's folder; the caller frees it. NULL without memory. */
    char *(*name)(void *self, size_t run);
    /* Adds what `simulate` is given, from the scene's file on, but for threads and where results go. Called for each
     * run, also for one that is kept. */
    void (*describe)(void *self, size_t run, ts_arguments *to);
    /* Takes what the run left in its folder; false: no results. Of a run that broke none are kept. */
    bool (*take)(void *self, size_t run, const char *folder);
    /* A run has ended, after `take`. word: how, of one that has no results; else NULL. */
    void (*ended)(void *self, size_t run, const char *word, size_t done, size_t total);
    void *self;
} ts_simulations;

/* FOLDER/runs/NAME; the caller frees it. NULL without memory. */
char *ts_simulation_folder(const char *folder, const char *name);

/* What the run NAME complained of last, its output's last line "touchstone: ..." without that word; "": nothing. */
void ts_simulation_complaint(const char *folder, const char *name, char *text, size_t size);

/* Whether a child that was to `simulate` crashed, or ended by something around the run, such as a full disk or a start
 * that is refused (docs/simulation.md). Then no outcome that it wrote says anything of the method. */
bool ts_simulation_broke(const ts_child_report *report);
/* Whether a word of `ended` tells of such a run. */
bool ts_simulation_word_is_broken(const char *word);

/* Makes all runs that are missing. TS_ERROR_INTERRUPTED: what was done is kept. */
ts_status ts_simulations_run(const ts_simulations *all, ts_error *error);

#endif
