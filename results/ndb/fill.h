/* SPDX-License-Identifier: GPL-2.0-or-later
 * Making the runs of the table beside that of Lan et al.: child processes, each in a folder that is kept. */
#ifndef TS_RESULTS_NDB_FILL_H
#define TS_RESULTS_NDB_FILL_H

#include "results/ndb/table.h"

typedef struct ts_ndb_table_work {
    ts_ndb_table *table;
    const char *folder;
    const char *ccd; /* method of the full CCD; NULL: the standard one */
    size_t at_once;  /* runs, of one thread each, >= 1 */
    double seconds;  /* limit of each; 0: none */
    bool resume;     /* keep the runs that have results */
    /* The path of a scene's file. */
    ts_status (*find_scene)(const char *name, char *path, ts_error *error);
    /* Called for each run that has ended. */
    void (*ended)(void *self, const ts_ndb_table_run *run, size_t done, size_t total);
    void *self;
} ts_ndb_table_work;

/* The arguments of `simulate` behind a run, as a line for a shell; the caller frees it. NULL without memory. */
char *ts_ndb_run_command(const ts_ndb_table *table, const ts_ndb_table_run *run);

/* Makes all runs that are missing and reads what they left. TS_ERROR_INTERRUPTED: what was done is kept. */
ts_status ts_ndb_table_fill(ts_ndb_table_work *work, ts_error *error);
/* Takes the systems apart, in this process. */
ts_status ts_ndb_table_fill_systems(const ts_ndb_table_work *work, ts_error *error);

#endif
