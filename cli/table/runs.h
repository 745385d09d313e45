/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the tables of scenes share on the command line: how their runs are made, and where they are kept. */
#ifndef TS_CLI_TABLE_RUNS_H
#define TS_CLI_TABLE_RUNS_H

#include "cli/arguments.h"
#include "core/hold.h"

typedef struct ts_table_runs {
    const char *folder;
    uint64_t jobs; /* 0: one for each core */
    bool resume, replace;
} ts_table_runs;

/* Their rows in a subcommand's table. */
#define TS_TABLE_ARGUMENTS(runs)                                                                                       \
    {"jobs", TS_ARGUMENT_INTEGER, "N", "runs at once, of one thread each (default: {default}, a run per core)",        \
     .to.integer = {&(runs)->jobs, 0, 1024}},                                                                          \
        {"out", TS_ARGUMENT_STRING, "DIR", "folder of the table, made when missing (default: {default})",              \
         .to.string = &(runs)->folder},                                                                                \
        {"resume", TS_ARGUMENT_FLAG, NULL, "keep the cells that the folder has, run the others",                       \
         .to.flag = &(runs)->resume},                                                                                  \
    {                                                                                                                  \
        "replace", TS_ARGUMENT_FLAG, NULL, "start anew in a folder that holds a table", .to.flag = &(runs)->replace    \
    }

/* The limit of each run where it has no standard by size. */
#define TS_TABLE_SECONDS(limit)                                                                                        \
    {                                                                                                                  \
        "seconds", TS_ARGUMENT_REAL, "X", "limit of each run, 0: none (default: {default})", .to.real = {              \
            limit,                                                                                                     \
            0.0,                                                                                                       \
            1e9,                                                                                                       \
            false                                                                                                      \
        }                                                                                                              \
    }

/* By what a table is known in its folder. */
typedef struct ts_table_place {
    const char *kind;               /* of table.json; TS_TABLE_OF_NDB for that of ndb, which names none */
    const char *inside;             /* the folder of its runs */
    const char *(*file)(size_t at); /* besides table.json; NULL after the last */
    bool draws;                     /* into the folder "plots" */
} ts_table_place;

#define TS_TABLE_OF_NDB "ndb"

/* Makes the folder where it is missing, and holds it while the table is made. TS_ERROR_USAGE: another process makes a
 * table there; or, unless it is to be replaced, it has a table of another kind, files that a table would write over
 * and none has left, or a table to go on with when that was not asked. */
ts_status ts_table_runs_begin(const ts_table_runs *runs, const ts_table_place *place, ts_hold *hold, ts_error *error);
/* >= 1. */
size_t ts_table_runs_at_once(const ts_table_runs *runs);
/* The last line of a table: its folder, and what is in it: `files`. An interrupted one says how to go on. */
void ts_table_runs_tell(const ts_table_runs *runs, bool is_complete, const char *files);

#endif
