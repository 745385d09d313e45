/* SPDX-License-Identifier: GPL-2.0-or-later
 * The subcommands. Each parses its arguments, calls the rooms below and prints; argv[0] is its own name. */
#ifndef TS_CLI_COMMANDS_H
#define TS_CLI_COMMANDS_H

#include <stddef.h>

typedef struct ts_command {
    const char *name;
    const char *summary;               /* one line */
    int (*run)(int argc, char **argv); /* returns the exit code */
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

int ts_cmd_replay(int argc, char **argv);
int ts_cmd_barrier(int argc, char **argv);
int ts_cmd_dataset(int argc, char **argv);
int ts_cmd_dataset_generate(int argc, char **argv);
int ts_cmd_dataset_info(int argc, char **argv);
int ts_cmd_dataset_convert(int argc, char **argv);
int ts_cmd_dataset_label(int argc, char **argv);
int ts_cmd_dataset_minimise(int argc, char **argv);
int ts_cmd_dataset_select(int argc, char **argv);
int ts_cmd_completion(int argc, char **argv);
int ts_cmd_list(int argc, char **argv);
int ts_cmd_show(int argc, char **argv);
int ts_cmd_simulate(int argc, char **argv);
int ts_cmd_table(int argc, char **argv);
int ts_cmd_verify(int argc, char **argv);
int ts_cmd_merge(int argc, char **argv);
int ts_cmd_compare(int argc, char **argv);
int ts_cmd_baseline(int argc, char **argv);
int ts_cmd_report(int argc, char **argv);
int ts_cmd_plot(int argc, char **argv);

#endif
