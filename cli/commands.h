/* SPDX-License-Identifier: GPL-2.0-or-later
 * The subcommands. Each parses its arguments, calls the rooms below and prints; argv[0] is its own name. */
#ifndef TS_CLI_COMMANDS_H
#define TS_CLI_COMMANDS_H

#include <stddef.h>

/* Returns the exit code. */
typedef int ts_command_main(int argc, char **argv);

typedef struct ts_command {
    const char *name;
    const char *summary; /* one line */
    ts_command_main *run;
} ts_command;

/* A command that consists of subcommands: `touchstone` itself and `touchstone dataset`. */
typedef struct ts_command_set {
    const char *name; /* "touchstone dataset" */
    const char *about;
    const ts_command *commands;
    size_t count;
} ts_command_set;

/* Runs the subcommand that argv[1] names; --help lists them, an unknown name is answered by the nearest. */
int ts_command_dispatch(const ts_command_set *set, int argc, char **argv);

extern const ts_command_set TS_COMMANDS;

ts_command_main ts_cmd_replay;
ts_command_main ts_cmd_barrier;
ts_command_main ts_cmd_dataset;
ts_command_main ts_cmd_dataset_generate;
ts_command_main ts_cmd_dataset_info;
ts_command_main ts_cmd_dataset_convert;
ts_command_main ts_cmd_dataset_label;
ts_command_main ts_cmd_dataset_minimise;
ts_command_main ts_cmd_dataset_select;
ts_command_main ts_cmd_completion;
ts_command_main ts_cmd_list;
ts_command_main ts_cmd_show;
ts_command_main ts_cmd_simulate;
ts_command_main ts_cmd_table;
ts_command_main ts_cmd_table_ndb;
ts_command_main ts_cmd_table_barriers;
ts_command_main ts_cmd_verify;
ts_command_main ts_cmd_prove;
ts_command_main ts_cmd_check;
ts_command_main ts_cmd_merge;
ts_command_main ts_cmd_compare;
ts_command_main ts_cmd_compare_runs;
ts_command_main ts_cmd_baseline;
ts_command_main ts_cmd_report;
ts_command_main ts_cmd_plot;

#endif
