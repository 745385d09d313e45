/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone show`: everything about one query: exact positions, truth, every method's answer, the gap over
 * time. */
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/place.h"
#include "cli/plugins.h"
#include "cli/precision.h"
#include "cli/show/gap_curve.h"
#include "core/error.h"
#include "core/files.h"
#include "reports/show/shown_query.h"
#include "results/shown_query_json.h"

typedef struct request {
    ts_shown_place place;
    ts_text_list operands, backends, settings;
    ts_plugin_list plugins;
    const char *plot;
    int precision;
    bool round, replace, json;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"backend", TS_ARGUMENT_LIST, "NAME[,NAME]", "methods to ask (default: all)", .to.list = &asked->backends},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of a method, such as accd.s=0.2",
         .to.list = &asked->settings},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        {"min-distance", TS_ARGUMENT_REAL, "X", "min_distance in metres if the file says none (default: {default})",
         .to.real = {&asked->place.min_distance, 0.0, DBL_MAX, false}},
        {"t-max", TS_ARGUMENT_REAL, "X", "end of the time interval if the file says none (default: {default})",
         .to.real = {&asked->place.t_max, 0.0, 1.0, true}},
        {"plot", TS_ARGUMENT_STRING, "FILE.svg", "draw the gap over time with gnuplot instead of as text",
         .to.string = &asked->plot},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest",
         .to.flag = &asked->round},
        {"precision", TS_ARGUMENT_CHOICE, NULL, "that the query is rounded to first (default: {default})",
         .to.choice = {&asked->precision, TS_PRECISION_NAMES, TS_PRECISIONS}},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace an existing plot, and what draws it (FILE.svg.gp, .dat)",
         .to.flag = &asked->replace, .needs = "plot"},
        {"json", TS_ARGUMENT_FLAG, NULL, "print JSON, without the gap over time", .to.flag = &asked->json},
    };
    const ts_syntax syntax = {
        .command = "touchstone show",
        .operands = "FILE INDEX",
        .about = "Shows query number INDEX of a query file, counting from 0: its positions, the exact truth, every\n"
                 "method's answer, what it is worth and its proof if it has one, and the gap over time.",
        .examples = "  touchstone show recorded.h5 1312\n"
                    "  touchstone show queries.csv 7 --min-distance 1e-4 --backend accd --plot gap.svg",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
    if (*help || status != TS_OK) return status;
    asked->place.reading = (ts_reading){.round = asked->round, .floats = asked->precision == TS_PRECISION_FLOAT};
    status = ts_round_to_precision(asked->precision, &asked->place.min_distance, &asked->place.t_max, error);
    if (status != TS_OK) return status;
    return ts_parse_place(&asked->operands, &asked->place, error);
}

static ts_status plot(const request *asked, const ts_shown_query *shown, ts_error *error) {
    ts_gap_curve curve;
    ts_status status = ts_gap_curve_sample(&shown->query, &shown->known.truth, &curve, error);
    if (status != TS_OK) return status;
    if (!asked->plot) {
        putchar('\n');
        ts_gap_curve_print(&curve);
        return TS_OK;
    }
    char *title = ts_text("query %" PRIu64 " of %s, %s", shown->place.index, shown->place.path,
                          ts_ccd_kind_name(shown->query.kind));
    if (!title) return ts_fail_memory(error, "a title");
    fflush(stdout);
    status = ts_gap_curve_draw(&curve, title, asked->plot, asked->replace, error);
    free(title);
    return status;
}

static ts_status print_json(const ts_shown_query *shown, ts_error *error) {
    ts_json_builder builder = {0};
    char *text = ts_build_print(&builder, ts_shown_query_build(&builder, shown));
    if (!text) return ts_fail_memory(error, "the JSON output");
    puts(text);
    free(text);
    return TS_OK;
}

static ts_status show(const request *asked, const ts_method_list *methods, ts_error *error) {
    ts_shown_query shown;
    ts_status status = ts_shown_query_init(&shown, &asked->place, methods->items, methods->count, error);
    if (status != TS_OK) return status;
    if (asked->json)
        status = print_json(&shown, error);
    else
        ts_shown_query_print(&shown);
    if (status == TS_OK && (!asked->json || asked->plot)) status = plot(asked, &shown, error);
    ts_shown_query_clear(&shown);
    return status;
}

static ts_status run(request *asked, ts_error *error) {
    ts_method_list methods = {0};
    ts_status status = ts_backends_register(&asked->plugins, &asked->settings, error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &asked->backends, &asked->settings, error);
    if (status == TS_OK && asked->plot)
        status = ts_gap_curve_check(asked->plot, asked->place.path, asked->replace, error);
    if (status == TS_OK) status = show(asked, &methods, error);
    ts_method_list_clear(&methods);
    return status;
}

int ts_cmd_show(int argc, char **argv) {
    request asked = {.place = {.min_distance = 0.0, .t_max = 1.0}};
    ts_error error;
    bool help;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = run(&asked, &error);
    ts_text_list_clear(&asked.operands);
    ts_text_list_clear(&asked.backends);
    ts_text_list_clear(&asked.settings);
    ts_plugin_list_clear(&asked.plugins);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
