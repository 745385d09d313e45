/* SPDX-License-Identifier: GPL-2.0-or-later
 * The files that a replay writes: tried before the work, and never one of those it reads. */
#ifndef TS_CLI_REPLAY_OUTPUTS_H
#define TS_CLI_REPLAY_OUTPUTS_H

#include "cli/arguments.h"

#define TS_REPLAY_OUTPUTS 5

/* NULL: not asked for. */
typedef struct ts_replay_outputs {
    const char *json, *csv, *markdown, *latex, *per_query;
} ts_replay_outputs;

/* Their rows in a subcommand's table, but for that of per_query. */
#define TS_REPLAY_OUTPUT_ARGUMENTS(outputs)                                                                            \
    {"json", TS_ARGUMENT_STRING, "FILE", "write the results in full", .to.string = &(outputs)->json},                  \
        {"csv", TS_ARGUMENT_STRING, "FILE", "write the table as CSV", .to.string = &(outputs)->csv},                   \
        {"markdown", TS_ARGUMENT_STRING, "FILE", "write the report as Markdown", .to.string = &(outputs)->markdown}, { \
        "latex", TS_ARGUMENT_STRING, "FILE", "write the table of verdicts and times for LaTeX",                        \
            .to.string = &(outputs)->latex                                                                             \
    }

/* TS_ERROR_USAGE: one cannot be written, two are the same file, or one is among the data. */
ts_status ts_replay_outputs_check(const ts_replay_outputs *outputs, const ts_text_list *paths, ts_error *error);

#endif
