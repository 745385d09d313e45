/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone baseline`: a results file cut down to what `touchstone compare` reads. */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "core/files.h"
#include "results/baseline.h"

static ts_status parse(ts_text_list *paths, bool *replace, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"replace", TS_ARGUMENT_FLAG, NULL, "write over a baseline that exists", .to.flag = replace},
    };
    const ts_syntax syntax = {
        .command = "touchstone baseline",
        .operands = "RESULT.json BASELINE.json",
        .about = "Cuts the results of a run down to what 'touchstone compare' reads, small enough to commit.\n\n"
                 "Exit code: 0 fine; 2 usage; 4 no results, or of a run that was not complete.",
        .examples = "  touchstone baseline results.json baseline.json",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, paths, help, error);
}

int ts_cmd_baseline(int argc, char **argv) {
    ts_text_list paths = {0};
    bool help, replace = false;
    ts_error error;
    ts_status status = parse(&paths, &replace, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = ts_output_check(paths.items[1], replace, &error);
    if (status == TS_OK && !help) status = ts_output_is_no_input(paths.items[1], paths.items[0], &error);
    if (status == TS_OK && !help) status = ts_baseline_write(paths.items[0], paths.items[1], &error);
    if (status == TS_OK && !help) ts_note_no_checksum(&(const ts_text_list){.items = paths.items, .count = 1});
    ts_text_list_clear(&paths);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
