/* SPDX-License-Identifier: GPL-2.0-or-later
 * Filling the comparison table: runs of `simulate` as child processes, their queries replayed, everything kept in a
 * folder from which a table that was interrupted goes on. */
#ifndef TS_RESULTS_TABLE_TABLE_H
#define TS_RESULTS_TABLE_TABLE_H

#include "benches/context.h"
#include "benches/table/scene_table.h"
#include "results/table/command.h"

/* A cell's place. */
typedef struct ts_cell_place {
    size_t scene, method;
} ts_cell_place;

/* A run that has ended. */
typedef struct ts_cell_run_end {
    ts_cell_place at;
    bool records;       /* it was to record the queries that all methods are asked; else it is the cell's own */
    bool recorded;      /* and has */
    bool broke;         /* it was to record and could not: it crashed, or could not write */
    const char *why;    /* it has not recorded; NULL: it has, or was not to */
    size_t done, total; /* runs */
} ts_cell_run_end;

typedef struct ts_scene_table_work {
    ts_scene_table *table; /* empty; filled */
    const ts_context *context;
    ts_cell_setting setting;
    const char *folder;
    size_t builtin; /* methods of the registry that are the library's */
    size_t jobs;    /* runs at once, >= 1 */
    double seconds; /* limits of each run; 0: none */
    uint64_t bytes;
    uint64_t shared; /* queries that all methods of a scene are asked; 0: none */
    uint64_t sample; /* queries of each cell that are judged; 0: none */
    bool keep_frames;
    void (*ended)(void *self, const ts_cell_run_end *run); /* NULL: nobody looks */
    void *self;
} ts_scene_table_work;

/* Makes the folder, where it is missing, and what it has in it. */
ts_status ts_scene_table_prepare(const ts_scene_table_work *work, ts_error *error);
/* Writes into each cell the command that runs it. */
ts_status ts_scene_table_init_commands(const ts_scene_table_work *work, ts_error *error);
/* Takes the cells that the folder has from an earlier call for the same table. */
ts_status ts_scene_table_load(const ts_scene_table_work *work, ts_error *error);
/* Runs what is missing and judges it. TS_ERROR_INTERRUPTED: the folder holds what was done. */
ts_status ts_scene_table_fill(const ts_scene_table_work *work, ts_error *error);

#endif
