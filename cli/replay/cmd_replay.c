/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone replay`: recorded queries through CCD methods, every answer refereed, one table. */
#include <float.h>
#include <stdio.h>

#include "benches/replay.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/plugins.h"
#include "cli/precision.h"
#include "cli/replay/finish.h"
#include "cli/replay/merge.h"
#include "cli/replay/outputs.h"
#include "cli/replay/part.h"
#include "core/interrupt.h"
#include "core/json_build.h"
#include "core/progress.h"
#include "core/say.h"

/* What the command line asks for. */
typedef struct request {
    ts_text_list paths, backends, settings;
    ts_plugin_list plugins;
    ts_replay_outputs outputs;
    ts_method_list methods;
    double min_distance, t_max;
    uint64_t jobs, limit, sample, seed, repetitions, block;
    int oracle, precision;
    bool round, check_certificates;
    ts_fail_on fail_on;
    ts_replay_part part;
} request;

static void clear_request(request *asked) {
    ts_text_list_clear(&asked->paths);
    ts_text_list_clear(&asked->backends);
    ts_text_list_clear(&asked->settings);
    ts_text_list_clear(&asked->outputs.columns);
    ts_plugin_list_clear(&asked->plugins);
    ts_method_list_clear(&asked->methods);
    ts_replay_part_clear(&asked->part);
}

/* ---- Command line ---- */

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"backend", TS_ARGUMENT_LIST, "NAME[,NAME]", "methods to run (default: all; see 'touchstone list backends')",
         .to.list = &asked->backends},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of a backend, such as accd.s=0.2",
         .to.list = &asked->settings},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        {"min-distance", TS_ARGUMENT_REAL, "X", "min_distance in metres for files that say none (default: {default})",
         .to.real = {&asked->min_distance, 0.0, DBL_MAX, false}},
        {"t-max", TS_ARGUMENT_REAL, "X", "end of the time interval for files that say none (default: {default})",
         .to.real = {&asked->t_max, 0.0, 1.0, true}},
        {"oracle", TS_ARGUMENT_CHOICE, NULL,
         "truth to judge by: exact arithmetic, the file's labels, or none (default: {default})",
         .to.choice = {&asked->oracle, TS_ORACLE_MODE_NAMES, TS_ORACLE_MODES}},
        {"jobs", TS_ARGUMENT_INTEGER, "N", "threads for refereeing; timing uses one (default: {default}, all cores)",
         .to.integer = {&asked->jobs, 0, 1024}},
        {"limit", TS_ARGUMENT_INTEGER, "N", "the first N queries of each data set (default: {default}, all)",
         .to.integer = {&asked->limit, 0, TS_MOST_IN_JSON}},
        {"sample", TS_ARGUMENT_INTEGER, "N", "a random sample of N of them (default: {default}, all)",
         .to.integer = {&asked->sample, 0, TS_MOST_IN_JSON}},
        {"seed", TS_ARGUMENT_INTEGER, "S", "seed of the sample (default: {default})",
         .to.integer = {&asked->seed, 0, TS_MOST_IN_JSON}, .needs = "sample"},
        {"repetitions", TS_ARGUMENT_INTEGER, "N", "timed passes over the queries; 0: no timing (default: {default})",
         .to.integer = {&asked->repetitions, 0, TS_MOST_REPETITIONS}},
        {"block", TS_ARGUMENT_INTEGER, "N", "queries held at a time, and asked together (default: {default})",
         .to.integer = {&asked->block, 1, TS_MOST_REPLAY_BLOCK}},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest, and count them",
         .to.flag = &asked->round},
        {"precision", TS_ARGUMENT_CHOICE, NULL,
         "that queries are rounded to before anybody sees them, the oracle included (default: {default})",
         .to.choice = {&asked->precision, TS_PRECISION_NAMES, TS_PRECISIONS}},
        {"check-certificates", TS_ARGUMENT_FLAG, NULL,
         "check the proof of every answer of the methods that prove theirs; one that fails counts as unsafe",
         .to.flag = &asked->check_certificates},
        {"per-query", TS_ARGUMENT_STRING, "FILE.csv", "write every answer, a line each",
         .to.string = &asked->outputs.per_query},
        TS_REPLAY_OUTPUT_ARGUMENTS(&asked->outputs),
        TS_PART_ARGUMENTS(&asked->part),
        TS_FAIL_ON_ARGUMENTS(&asked->fail_on),
    };
    const ts_syntax syntax = {
        .command = "touchstone replay",
        .operands = "PATH...",
        .about = "Reads recorded CCD queries (a file, or a folder as one data set), runs CCD methods over them,\n"
                 "decides by exact arithmetic what each answer is worth, and prints the table.\n\n"
                 "Exit code: 0 fine; 1 what --fail-on names; 4 data missing or malformed (whatever the answers to the\n"
                 "rest were, the run is incomplete); 2 usage; 130 interrupted, after printing what was done. A\n"
                 "certificate that fails is unsafe; a method without one answer in a data set that asks for what it\n"
                 "says it can is unanswered.",
        .examples = "  touchstone replay recorded/needle_bed.h5\n"
                    "  touchstone replay sample-queries --backend accd,cubic --json results.json\n"
                    "  touchstone replay queries.h5 --sample 10000 --seed 7 --per-query answers.csv --allow-unsafe\n"
                    "  touchstone replay large --shard 2/8 --part part-2.json --resume",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->paths, help, error);
    if (*help || status != TS_OK) return status;
    return ts_round_to_precision(asked->precision, &asked->min_distance, &asked->t_max, error);
}

/* ---- The run ---- */

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static void report_progress(void *self, const char *what, uint64_t done, uint64_t total) {
    ts_progress_update(self, what, done, total);
}

static void report_notice(void *self, const char *text) {
    ts_progress_finish(self);
    ts_say(stderr, "touchstone: %s\n", text);
}

static ts_replay_options options_of(const request *asked, ts_progress *progress) {
    return (ts_replay_options){
        .paths = (const char *const *)asked->paths.items,
        .path_count = asked->paths.count,
        .methods = asked->methods.items,
        .method_count = asked->methods.count,
        .oracle = (ts_oracle_mode)asked->oracle,
        .min_distance = asked->min_distance,
        .t_max = asked->t_max,
        .reading = {.round = asked->round, .floats = asked->precision == TS_PRECISION_FLOAT},
        .jobs = (int)asked->jobs,
        .limit = asked->limit,
        .sample = asked->sample,
        .seed = asked->seed,
        .repetitions = (int)asked->repetitions,
        .block = (size_t)asked->block,
        .check_certificates = asked->check_certificates,
        .per_query = asked->outputs.per_query,
        /* Without a terminal nobody looks, and the queries need not be counted first. */
        .progress = {.report = progress->shown ? report_progress : NULL,
                     .notice = report_notice,
                     .interrupted = interrupted,
                     .self = progress},
    };
}

/* Rank 0 reports for all, also failures. failure: of this rank; NULL when there are results. */
static int report(const request *asked, const ts_ranks *ranks, ts_replay_results *results, const ts_error *failure) {
    ts_error error;
    if (ts_merge_ranks(ranks, results, failure, &error) != TS_OK) return ts_complain(&error);
    if (ranks->rank > 0) return TS_EXIT_FINE;
    return failure ? ts_complain(failure) : ts_replay_finish(results, &asked->outputs, &asked->fail_on);
}

static int replay(request *asked, const ts_ranks *ranks) {
    ts_progress progress;
    ts_replay_results results;
    ts_error error;
    ts_progress_init(&progress);
    if (ranks->rank > 0) progress.shown = false;
    ts_replay_options options = options_of(asked, &progress);
    ts_status status = ts_replay_part_prepare(&asked->part, ranks->rank, ranks->count, &options, &error);
    if (status == TS_OK) status = ts_replay(&options, &results, &error);
    ts_progress_finish(&progress);
    const int code = report(asked, ranks, &results, status == TS_OK ? NULL : &error);
    if (status == TS_OK) ts_replay_results_clear(&results);
    return code;
}

static int replay_by_ranks(request *asked) {
    ts_ranks ranks;
    ts_error error;
    if (ts_ranks_begin(&ranks, &error) != TS_OK) return ts_complain(&error);
    const int code = replay(asked, &ranks);
    ts_ranks_end(&ranks);
    return code;
}

int ts_cmd_replay(int argc, char **argv) {
    request asked = {.t_max = 1.0,
                     .seed = 1,
                     .repetitions = 5,
                     .block = TS_REPLAY_BLOCK,
                     .part.seconds = 10.0,
                     .fail_on = TS_FAIL_ON_DEFAULT};
    ts_error error;
    bool help;
    int code = TS_EXIT_FINE;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) {
        status = ts_backends_register(&asked.plugins, &asked.settings, &error);
        if (status == TS_OK) status = ts_method_list_init(&asked.methods, &asked.backends, &asked.settings, &error);
        asked.outputs.part = asked.part.path;
        if (status == TS_OK) status = ts_replay_outputs_check(&asked.outputs, &asked.paths, &error);
        if (status == TS_OK) code = replay_by_ranks(&asked);
    }
    if (status != TS_OK) code = ts_complain(&error);
    clear_request(&asked);
    return code;
}
