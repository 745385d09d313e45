/* SPDX-License-Identifier: GPL-2.0-or-later
 * The files that a replay writes: tried before the work, and never one of those it reads. */
#ifndef TS_CLI_REPLAY_OUTPUTS_H
#define TS_CLI_REPLAY_OUTPUTS_H

#include "cli/arguments.h"

#define TS_REPLAY_OUTPUTS 6

/* NULL: not asked for. */
typedef struct ts_replay_outputs {
    const char *json, *csv, *markdown, *latex, *per_query;
    const char *part;     /* that of --part, which is looked at like the others */
    ts_text_list columns; /* of latex; owned */
} ts_replay_outputs;

/* Their rows in a subcommand's table, but for that of per_query. */
#define TS_REPLAY_OUTPUT_ARGUMENTS(outputs)                                                                            \
    {"json", TS_ARGUMENT_STRING, "FILE", "write the results in full", .to.string = &(outputs)->json},                  \
        {"csv", TS_ARGUMENT_STRING, "FILE", "write the table as CSV", .to.string = &(outputs)->csv},                   \
        {"markdown", TS_ARGUMENT_STRING, "FILE", "write the report as Markdown", .to.string = &(outputs)->markdown},   \
        {"latex", TS_ARGUMENT_STRING, "FILE", "write a table for a column of LaTeX", .to.string = &(outputs)->latex},  \
    {                                                                                                                  \
        "columns", TS_ARGUMENT_LIST, "NAME[,NAME]",                                                                    \
            "columns of --latex by their names in CSV (default: unsafe,stalls,false_positive,toi_error_median,"        \
            "ns_median)",                                                                                              \
            .to.list = &(outputs)->columns, .needs = "latex"                                                           \
    }

/* TS_ERROR_USAGE: one cannot be written, two are the same file, or one is among the data. */
ts_status ts_replay_outputs_check(const ts_replay_outputs *outputs, const ts_text_list *paths, ts_error *error);

#endif
