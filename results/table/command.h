/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command lines of `simulate` behind the comparison table. */
#ifndef TS_RESULTS_TABLE_COMMAND_H
#define TS_RESULTS_TABLE_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text_list.h"
#include "scenes/collision/ccd_filter.h"

/* What all runs of a table share. Lists are borrowed. */
typedef struct ts_cell_setting {
    const char *size;
    uint64_t steps; /* 0: what the scene says */
    ts_ccd_asking asking;
    bool disturb;
    uint64_t disturb_seed;
    const ts_text_list *settings; /* NAME.key=value */
    const ts_text_list *plugins;  /* arguments of runs of methods that are not the library's: "--plugin", "FILE.so" */
} ts_cell_setting;

/* One run. NULL: none of it. */
typedef struct ts_cell_run {
    const char *scene, *backend;
    bool is_plugin;
    const char *const *solver_options; /* key=value, ended by NULL */
    const char *folder, *summary;      /* --out, --json */
    const char *record;
    double share; /* of the queries that are recorded */
    bool verify;
} ts_cell_run;

/* The arguments that a user would give, as one line for a shell; the caller frees it. NULL without memory. */
char *ts_cell_command(const ts_cell_setting *setting, const ts_cell_run *run);
/* All arguments, from the program's path on; the caller clears the list. */
ts_status ts_cell_arguments(const ts_cell_setting *setting, const ts_cell_run *run, ts_text_list *arguments,
                            ts_error *error);

#endif
