/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset minimise`: the simplest query on which a method still fails as it does on the one given. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "benches/hunt_minimise.h"
#include "benches/shown_query.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/outputs.h"
#include "cli/place.h"
#include "cli/plugins.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include <touchstone/version.h>

typedef struct request {
    ts_shown_place place;
    ts_text_list operands, settings;
    ts_plugin_list plugins;
    const char *against, *out;
    int goal;
    uint64_t tries;
    bool replace;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"backend", TS_ARGUMENT_STRING, "NAME", "the method that fails", .to.string = &asked->against},
        {"against", TS_ARGUMENT_STRING, "NAME", "the same, by its earlier name", .to.string = &asked->against},
        {"goal", TS_ARGUMENT_CHOICE, "GOAL",
         "what to keep (default: {default}): late or stall: the failure; slow, time: half of the iterations or "
         "nanoseconds",
         .to.choice = {&asked->goal, TS_HUNT_GOAL_NAMES, TS_HUNT_GOALS}},
        {"out", TS_ARGUMENT_STRING, "FILE.h5", "a container for the query, with truth", .to.string = &asked->out},
        {"tries", TS_ARGUMENT_INTEGER, "N", "queries to try at most (default: {default})",
         .to.integer = {&asked->tries, 1, UINT64_MAX}},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of the method, such as accd.s=0.2",
         .to.list = &asked->settings},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        {"min-distance", TS_ARGUMENT_REAL, "X", "min_distance in metres if the file says none (default: {default})",
         .to.real = {&asked->place.min_distance, 0.0, DBL_MAX, false}},
        {"t-max", TS_ARGUMENT_REAL, "X", "end of the time interval if the file says none (default: {default})",
         .to.real = {&asked->place.t_max, 0.0, 1.0, true}},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace what stands at the target", .to.flag = &asked->replace},
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset minimise",
        .operands = "FILE INDEX",
        .about = "Simplifies query number INDEX of a file, counting from 0, as long as the method fails on it in the\n"
                 "same way, to the fewest bits that it finds. Prints it as a line of hexadecimal floats.",
        .examples = "  touchstone dataset minimise late.h5 0 --backend accd\n"
                    "  touchstone dataset minimise slow.h5 0 --backend accd --goal slow --out least.h5",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
    if (*help || status != TS_OK) return status;
    if (!asked->against) return ts_fail(error, TS_ERROR_USAGE, "--backend is missing: the method that fails");
    return ts_parse_place(&asked->operands, &asked->place, error);
}

/* ---- The outcome ---- */

/* "missed, free" or "slow, 1200 iterations". */
static char *tell(const request *asked, const ts_trial *trial) {
    const char *failure = ts_failure_name(trial->failure);
    if (trial->failure == TS_FAILURE_ERROR) return ts_text("%s: %s", failure, ts_ccd_failure_name(trial->reason));
    if (trial->failure == TS_FAILURE_LIMIT) return ts_text("%s at %" PRIu32, failure, trial->answer.iterations);
    if (asked->goal == TS_HUNT_SLOW) return ts_text("slow: %.0f iterations", trial->score);
    if (asked->goal == TS_HUNT_TIME) return ts_text("time: %.3g ns", trial->score);
    if (trial->answer.status != TS_CCD_HIT) return ts_text("%s", failure);
    return ts_text("%s: toi %.3g", failure, trial->answer.toi);
}

/* As a line of tests/worst/queries.csv without the truth. */
static void print_line(const request *asked, const ts_minimised *found) {
    const ts_ccd_query *query = &found->query;
    const bool slow = asked->goal == TS_HUNT_SLOW && found->after.failure != TS_FAILURE_LIMIT;
    printf("%s", ts_ccd_kind_name(query->kind));
    for (int i = 0; i < 24; ++i) {
        const double x = (i < 12 ? query->x0 : query->x1)[i % 12 / 3][i % 3];
        if (x == 0.0) {
            printf(",0");
        } else {
            printf(",%a", x);
        }
    }
    printf(",%a,%a,hunt %s ", query->min_distance, query->t_max, asked->against);
    if (slow) {
        printf("slow %" PRIu32 "\n", found->after.answer.iterations);
    } else {
        printf("%s\n", asked->goal == TS_HUNT_TIME ? "time" : ts_failure_name(found->after.failure));
    }
}

static ts_status write_query(const request *asked, const ts_ccd_query *query, char *what, ts_error *error) {
    char *about = ts_text("minimised against %s by touchstone %s from query %" PRIu64 " of %s", asked->against,
                          TS_VERSION, asked->place.index, ts_path_name(asked->place.path));
    const ts_query_meta meta = {.about = about, .has_truth = true, .scenes = &what, .scene_count = 1};
    ts_oracle_truth truth;
    ts_query_note note = {.truth_lo = NAN, .truth_hi = NAN};
    ts_ccd_query copy = *query;
    const ts_query_chunk chunk = {.count = 1, .capacity = 1, .queries = &copy, .notes = &note};
    ts_query_writer *writer;
    ts_status status = about ? ts_oracle_toi(query, TS_ORACLE_ALL, &truth) : TS_ERROR_MEMORY;
    if (status != TS_OK) {
        free(about);
        return ts_fail(error, status, "no description or no truth of the query to write");
    }
    note.contact = truth.contact;
    if (truth.contact) {
        note.truth_feature = truth.feature;
        note.truth_lo = truth.lo;
        note.truth_hi = truth.hi;
    }
    status = ts_query_writer_create(asked->out, TS_FORMAT_HDF5, asked->replace, &meta, &writer, error);
    free(about);
    if (status != TS_OK) return status;
    status = ts_query_writer_append(writer, &chunk, error);
    if (status == TS_OK) return ts_query_writer_finish(writer, error);
    ts_query_writer_abandon(writer);
    return status;
}

static ts_status report(const request *asked, const ts_minimised *found, ts_error *error) {
    char *before = tell(asked, &found->before), *after = tell(asked, &found->after);
    ts_status status = before && after ? TS_OK : ts_fail_memory(error, "the outcome");
    if (status == TS_OK) {
        printf("before  %4d bits  %s\nafter   %4d bits  %s\n%" PRIu64 " tries%s\n", found->bits_before, before,
               found->bits_after, after, found->tries, found->complete ? "" : ", not finished");
        print_line(asked, found);
        if (asked->out) status = write_query(asked, &found->query, after, error);
    }
    free(before);
    free(after);
    return status;
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status minimise(const request *asked, const ts_method_list *methods, ts_error *error) {
    ts_shown_query shown;
    ts_minimised found;
    const ts_minimise_options options = {.method = &methods->items[0],
                                         .goal = (ts_hunt_goal)asked->goal,
                                         .tries = asked->tries,
                                         .interrupted = interrupted};
    ts_status status = ts_shown_query_init(&shown, &asked->place, methods->items, methods->count, error);
    if (status != TS_OK) return status;
    status = ts_minimise(&options, &shown.query, &found, error);
    ts_shown_query_clear(&shown);
    return status == TS_OK ? report(asked, &found, error) : status;
}

static ts_status run(request *asked, ts_error *error) {
    ts_method_list methods = {0};
    char *name = ts_text("%s", asked->against);
    const ts_text_list names = {.items = &name, .count = 1};
    if (!name) return ts_fail_memory(error, "a name");
    ts_status status = asked->out ? ts_output_check(asked->out, asked->replace, error) : TS_OK;
    if (status == TS_OK) status = ts_output_is_no_input(asked->out, asked->place.path, error);
    if (status == TS_OK) status = ts_backends_register(&asked->plugins, &asked->settings, error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &names, &asked->settings, error);
    if (status == TS_OK) status = minimise(asked, &methods, error);
    ts_method_list_clear(&methods);
    free(name);
    return status;
}

int ts_cmd_dataset_minimise(int argc, char **argv) {
    request asked = {.place = {.min_distance = 0.0, .t_max = 1.0}, .tries = 100000};
    ts_error error;
    bool help;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = run(&asked, &error);
    ts_text_list_clear(&asked.operands);
    ts_text_list_clear(&asked.settings);
    ts_plugin_list_clear(&asked.plugins);
    return status == TS_OK || help ? TS_EXIT_FINE : ts_complain(&error);
}
