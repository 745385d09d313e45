/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone plot`: results, runs and sweeps as plots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/plots/make.h"
#include "cli/plugins.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/suggest.h"
#include "reports/plots/sweep.h"
#include "reports/plots/templates.h"

typedef struct request {
    ts_text_list sources, formats, backends, settings;
    ts_plugin_list plugins;
    const char *folder, *templates;
    bool sweep, replace;
    uint64_t count, seed;
} request;

static void request_clear(request *asked) {
    ts_text_list_clear(&asked->sources);
    ts_text_list_clear(&asked->formats);
    ts_text_list_clear(&asked->backends);
    ts_text_list_clear(&asked->settings);
    ts_plugin_list_clear(&asked->plugins);
}

static ts_status check(const request *asked, ts_error *error) {
    if (!asked->folder) return ts_fail(error, TS_ERROR_USAGE, "name a folder for the plots: --out DIR");
    if (asked->sources.count == 0 && !asked->sweep) {
        return ts_fail(error, TS_ERROR_USAGE, "nothing to plot: name results files or folders of runs, or say --sweep");
    }
    return TS_OK;
}

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"out", TS_ARGUMENT_STRING, "DIR", "folder for the plots, made when missing", .to.string = &asked->folder},
        {"format", TS_ARGUMENT_LIST, "svg[,pdf,png]", "pictures to draw (default: all three)",
         .to.list = &asked->formats},
        {"template", TS_ARGUMENT_STRING, "DIR", "gnuplot templates of your own, before the built-in ones",
         .to.string = &asked->templates},
        {"sweep", TS_ARGUMENT_FLAG, NULL, "measure methods over gaps and thicknesses, and plot that as well",
         .to.flag = &asked->sweep},
        {"backend", TS_ARGUMENT_LIST, "NAME[,NAME]", "methods of the sweep (default: all)", .to.list = &asked->backends,
         .needs = "sweep"},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of a method of the sweep",
         .to.list = &asked->settings, .needs = "sweep"},
        {"count", TS_ARGUMENT_INTEGER, "N", "queries at each gap and thickness of the sweep (default: {default})",
         .to.integer = {&asked->count, 2, 100000}, .needs = "sweep"},
        {"seed", TS_ARGUMENT_INTEGER, "S", "of the sweep (default: {default})",
         .to.integer = {&asked->seed, 0, UINT64_MAX}, .needs = "sweep"},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace files of earlier plots", .to.flag = &asked->replace},
        TS_PLUGIN_ARGUMENTS_OF(&asked->plugins, "sweep"),
    };
    const ts_syntax syntax = {
        .command = "touchstone plot",
        .operands = "[RESULT.json|RUN_DIR]...",
        .about =
            "Draws results of 'touchstone replay --json' (or of table, barrier, simulate) and the log of a run\n"
            "that 'touchstone simulate --out RUN_DIR' left, by gnuplot. Each plot is NAME.dat, its data, NAME.gp,\n"
            "a script to change and run again, and the pictures. Without gnuplot data and scripts are\n"
            "written all the same (docs/reports.md).",
        .examples = "  touchstone plot results.json --out plots\n"
                    "  touchstone plot --sweep --backend accd,certified --out plots --format svg",
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->sources, help, error);
    return *help || status != TS_OK ? status : check(asked, error);
}

static ts_status parse_formats(const ts_text_list *names, unsigned *formats, ts_error *error) {
    char known[40];
    ts_join_names(TS_PLOT_FORMAT_NAMES, TS_PLOT_FORMATS, ", ", known, sizeof known);
    unsigned chosen = names->count > 0 ? 0 : TS_PLOT_ALL_FORMATS;
    for (size_t i = 0; i < names->count; ++i) {
        size_t k = 0;
        while (k < TS_PLOT_FORMATS && strcmp(names->items[i], TS_PLOT_FORMAT_NAMES[k]) != 0) ++k;
        if (k == TS_PLOT_FORMATS) {
            return ts_fail(error, TS_ERROR_USAGE, "--format %s: expected some of %s; the nearest is '%s'",
                           names->items[i], known,
                           ts_nearest_name(names->items[i], TS_PLOT_FORMAT_NAMES, TS_PLOT_FORMATS));
        }
        chosen |= 1u << k;
    }
    *formats = chosen;
    return TS_OK;
}

/* ---- The sweep ---- */

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status sweep(const request *asked, const ts_method_list *methods, ts_plot_folder *folder, ts_error *error) {
    const ts_gap_sweep_options options = {.methods = methods->items,
                                          .method_count = methods->count,
                                          .queries = asked->count,
                                          .seed = asked->seed,
                                          .interrupted = interrupted};
    ts_gap_sweep measured;
    ts_status status = ts_plot_folder_make(folder->path, error);
    if (status == TS_OK) status = ts_gap_sweep_run(&options, &measured, error);
    if (status != TS_OK) return status;
    if (!measured.interrupted) status = ts_plot_sweep(folder, &options, &measured, error);
    ts_gap_sweep_clear(&measured);
    return status;
}

static ts_status run_sweep(request *asked, ts_plot_folder *folder, ts_error *error) {
    ts_method_list methods = {0};
    ts_status status = ts_backends_register(&asked->plugins, &asked->settings, error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &asked->backends, &asked->settings, error);
    if (status == TS_OK) status = sweep(asked, &methods, folder, error);
    ts_method_list_clear(&methods);
    return status;
}

static ts_status run(request *asked, ts_error *error) {
    ts_plot_folder folder = {.path = asked->folder, .templates = asked->templates, .replace = asked->replace};
    ts_status status = parse_formats(&asked->formats, &folder.formats, error);
    if (status == TS_OK && asked->templates) status = ts_plot_templates_check(asked->templates, error);
    if (status == TS_OK) {
        status = ts_plots_write((const char *const *)asked->sources.items, asked->sources.count, &folder, error);
    }
    if (status == TS_OK) ts_note_no_checksum(&asked->sources);
    if (status == TS_OK && asked->sweep) status = run_sweep(asked, &folder, error);
    if (status == TS_OK && !ts_interrupted()) status = ts_plots_draw(&folder, error);
    ts_plot_folder_clear(&folder);
    return status;
}

int ts_cmd_plot(int argc, char **argv) {
    request asked = {.count = 32, .seed = 1};
    ts_error error;
    bool help;
    ts_interrupt_install();
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = run(&asked, &error);
    request_clear(&asked);
    if (status != TS_OK) return ts_complain(&error);
    return ts_interrupted() ? TS_EXIT_INTERRUPTED : TS_EXIT_FINE;
}
