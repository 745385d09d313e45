/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone merge`: the shards of a replay as the results of one run. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/plugins.h"
#include "cli/replay/finish.h"
#include "core/error.h"
#include "results/replay_merge.h"

typedef struct request {
    ts_text_list parts, settings;
    ts_plugin_list plugins;
    ts_replay_outputs outputs;
    ts_fail_on fail_on;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        TS_REPLAY_OUTPUT_ARGUMENTS(&asked->outputs),
        TS_FAIL_ON_ARGUMENTS(&asked->fail_on),
    };
    const ts_syntax syntax = {
        .command = "touchstone merge",
        .operands = "PART...",
        .about =
            "Puts the parts that 'touchstone replay --shard I/N --part FILE' wrote together: the results are those\n"
            "of one run over everything, bit for bit, times aside. All N must be there, and complete.\n\n"
            "Exit code: as of 'touchstone replay'; 2 parts of different runs; 4 a part missing or malformed.",
        .examples = "  touchstone merge part-1.json part-2.json --json results.json",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->parts, help, error);
}

/* All parts, read; the caller frees them with clear_parts. */
static ts_status read_parts(const ts_text_list *paths, ts_replay_state *parts, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t p = 0; status == TS_OK && p < paths->count; ++p) {
        status = ts_replay_state_read(paths->items[p], &parts[p], error);
    }
    return status;
}

static int merge(const request *asked) {
    const size_t count = asked->parts.count;
    ts_replay_state *parts = calloc(count, sizeof *parts);
    ts_merged merged = {0};
    ts_error error;
    ts_status status = parts ? read_parts(&asked->parts, parts, &error) : ts_fail_memory(&error, "the parts");
    if (status == TS_OK) {
        status = ts_merge_states(parts, (const char *const *)asked->parts.items, count, &merged, &error);
    }
    const int code =
        status == TS_OK ? ts_replay_finish(merged.results, &asked->outputs, &asked->fail_on) : ts_complain(&error);
    ts_merged_clear(&merged);
    for (size_t p = 0; parts && p < count; ++p) ts_replay_state_clear(&parts[p]);
    free(parts);
    return code;
}

int ts_cmd_merge(int argc, char **argv) {
    request asked = {.fail_on = TS_FAIL_ON_DEFAULT};
    ts_error error;
    bool help;
    int code = TS_EXIT_FINE;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) {
        status = ts_backends_register(&asked.plugins, &asked.settings, &error);
        if (status == TS_OK) status = ts_settings_check(&asked.settings, &error);
        if (status == TS_OK) status = ts_replay_outputs_check(&asked.outputs, &asked.parts, &error);
        if (status == TS_OK) code = merge(&asked);
    }
    if (status != TS_OK) code = ts_complain(&error);
    ts_text_list_clear(&asked.parts);
    ts_text_list_clear(&asked.settings);
    ts_text_list_clear(&asked.outputs.columns);
    ts_plugin_list_clear(&asked.plugins);
    return code;
}
