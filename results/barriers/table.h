/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of barriers (docs/barriers.md): scenes by barriers, each cell a run of the solver, and what it left. */
#ifndef TS_RESULTS_BARRIERS_TABLE_H
#define TS_RESULTS_BARRIERS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "benches/context.h"
#include "core/text_list.h"

/* NaN: not known. */
typedef struct ts_barrier_cell {
    bool is_there;       /* it has results */
    char outcome[24];    /* "finished", "time", "tiny toi", ...; of a run without results "failed", ...; "": not made */
    char scene_hash[20]; /* with the barrier; "": not known */
    char message[400];   /* why it did not finish; "": it did */
    uint64_t steps, steps_asked, verified, offences, not_converged, shifts, iterations;
    uint64_t stalls;                                  /* iterations that CCD let go less than 1e-6 of their way */
    double seconds;                                   /* of a step, in the mean */
    double gap_least, gap_tenth, gap_median, gap_top; /* of the pairs at the end, in dhat: cipc/rest.h */
    double contact_force, force_error, jitter;        /* cipc/rest.h */
    double energy_change;                             /* of the run, over what it had after its first step */
    double restitution_error; /* of a run that meets and parts again: the energy that is gone over the kinetic energy
                                 before */
    double condition;         /* the largest, by the diagonals of the factors */
} ts_barrier_cell;

typedef struct ts_barrier_table {
    const char *size;             /* borrowed */
    uint64_t steps;               /* 0: what each scene says */
    const ts_text_list *scenes;   /* rows: names or paths, borrowed */
    const ts_text_list *barriers; /* columns: names or shared objects, borrowed */
    ts_barrier_cell *cells;       /* [scene][barrier], owned */
} ts_barrier_table;

ts_status ts_barrier_table_init(ts_barrier_table *table, ts_error *error);
void ts_barrier_table_clear(ts_barrier_table *table);
ts_barrier_cell *ts_barrier_table_cell(const ts_barrier_table *table, size_t scene, size_t barrier);
/* How it ended: its outcome, "intersect" when a state failed its exact check, "not run". */
const char *ts_barrier_cell_word(const ts_barrier_cell *cell);
/* Newton iterations of a step, in the mean; NaN. */
double ts_barrier_cell_iterations(const ts_barrier_cell *cell);

/* Of a scene, or a barrier: without its folder and what follows the last dot. */
void ts_barrier_table_name(const char *operand, char name[64]);
/* The command that makes a cell, without where it writes; the caller frees it. NULL without memory. */
char *ts_barrier_table_command(const ts_barrier_table *table, size_t scene, size_t barrier);
/* Takes what the run in the folder (log.jsonl, results.json) left. */
void ts_barrier_cell_read(const char *folder, ts_barrier_cell *cell);

typedef struct ts_barrier_table_work {
    ts_barrier_table *table;
    const char *folder;
    size_t at_once; /* runs, of one thread each, >= 1 */
    double seconds; /* limit of each; 0: none */
    bool resume;    /* keep the runs that have results */
    /* The path of a scene's file. */
    ts_status (*find_scene)(const char *name, char *path, ts_error *error);
    /* Called for each run that has ended. */
    void (*ended)(void *self, size_t scene, size_t barrier, size_t done, size_t total);
    void *self;
} ts_barrier_table_work;

/* Makes all runs that are missing, in FOLDER/runs/SCENE-BARRIER. TS_ERROR_INTERRUPTED: what was done is kept. */
ts_status ts_barrier_table_fill(ts_barrier_table_work *work, ts_error *error);

/* The table as a results file of kind "barriers". */
ts_status ts_barrier_table_write_json(const ts_barrier_table *table, const ts_context *context, const char *path,
                                      ts_error *error);

#endif
