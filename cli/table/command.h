/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command lines of `simulate` behind the comparison table. */
#ifndef TS_CLI_TABLE_COMMAND_H
#define TS_CLI_TABLE_COMMAND_H

#include "cli/plugins.h"

/* What all runs of a table share. Lists are borrowed. */
typedef struct ts_table_setting {
    const char *size;
    uint64_t steps;                /* 0: what the scene says */
    const ts_text_list *settings;  /* NAME.key=value */
    const ts_plugin_list *plugins; /* given to runs of methods that are not of the library */
} ts_table_setting;

/* One run. NULL: none of it. */
typedef struct ts_table_run {
    const char *scene, *backend;
    bool is_plugin;
    const char *folder, *summary; /* --out, --json */
    const char *record;
    double share; /* of the queries that are recorded */
    bool verify;
} ts_table_run;

/* The arguments that a user would give, as one line for a shell; the caller frees it. NULL without memory. */
char *ts_table_command(const ts_table_setting *setting, const ts_table_run *run);
/* All arguments, from the program's path on; the caller clears the list. */
ts_status ts_table_arguments(const ts_table_setting *setting, const ts_table_run *run, ts_text_list *arguments,
                             ts_error *error);

#endif
