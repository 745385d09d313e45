/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone report`: results as a page to read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/plots/make.h"
#include "cli/plugins.h"
#include "core/error.h"
#include "core/files.h"
#include "core/hold.h"
#include "core/interrupt.h"
#include "core/say.h"
#include "reports/page/page.h"
#include "results/show_command.h"

typedef struct request {
    ts_text_list results;
    ts_plugin_list plugins;
    const char *folder;
    bool no_plots, replace;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"out", TS_ARGUMENT_STRING, "DIR", "folder for the page and its plots, made when missing",
         .to.string = &asked->folder},
        {"no-plots", TS_ARGUMENT_FLAG, NULL, "draw none; those in DIR/plots are shown", .to.flag = &asked->no_plots},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace page and plots of an earlier report", .to.flag = &asked->replace},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
    };
    const ts_syntax syntax = {
        .command = "touchstone report",
        .operands = "RESULT.json...",
        .about =
            "Makes a page of results of 'touchstone replay --json' (or of table, barrier, simulate): DIR/index.html,\n"
            "which needs no network and no other file. Tables sort; each failing query is shown in 3-D over time\n"
            "with its distance curve, every method's toi and the exact time of contact. For that the query files\n"
            "named in the results are read again, and the methods asked again: run it in the same folder.",
        .examples = "  touchstone report results.json --out report\n"
                    "  touchstone report before.json after.json --plugin ./libmine.so --out report --replace",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->results, help, error);
    if (*help || status != TS_OK || asked->folder) return status;
    return ts_fail(error, TS_ERROR_USAGE, "name a folder for the report: --out DIR");
}

/* Adds " --NAME VALUE" for each; false without memory. */
static bool add_options(char **text, const char *name, const ts_text_list *values) {
    for (size_t i = 0; *text && i < values->count; ++i) {
        char *value = ts_quoted(values->items[i]);
        char *longer = value ? ts_text("%s --%s %s", *text, name, value) : NULL;
        free(value);
        free(*text);
        *text = longer;
    }
    return *text != NULL;
}

static void print_summary(const ts_report_summary *summary) {
    ts_say(stdout, "%s: ", summary->page);
    if (summary->answers == 0)
        printf("no failing query");
    else
        printf("%zu failing quer%s", summary->queries, summary->queries == 1 ? "y" : "ies");
    if (summary->shown < summary->answers) {
        printf(", with %" PRIu64 " of %" PRIu64 " answers that failed", summary->shown, summary->answers);
    }
    if (summary->missing > 0) printf("; %zu cannot be read any more", summary->missing);
    if (summary->plots > 0) printf("; %zu plot%s", summary->plots, summary->plots == 1 ? "" : "s");
    putchar('\n');
}

/* Plots of the results in DIR/plots. Without `replace` a folder that is there already is left as it is: somebody may
 * have put other plots there, or restyled them. */
static ts_status draw_plots(const ts_report_request *wanted, const char *plots, ts_error *error) {
    const bool is_there = ts_path_exists(plots);
    if (is_there && !ts_path_is_folder(plots)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s is no folder for plots: remove it, choose another --out or say --no-plots", plots);
    }
    if (is_there && !wanted->replace) return TS_OK;
    return ts_plots_make(wanted->results, wanted->result_count, plots, TS_PLOT_SVG, wanted->replace, error);
}

/* The folder, made where it is missing, and held: two reports at once would remove each other's plots. What another one
 * has put there since it was looked at is as if it had been there. */
static ts_status take_folder(const ts_report_request *wanted, ts_hold *hold, ts_error *error) {
    ts_status status = ts_folder_make(wanted->folder, error);
    if (status == TS_OK) status = ts_hold_folder(hold, wanted->folder, "writing a report into", error);
    return status == TS_OK ? ts_report_check(wanted, error) : status;
}

static ts_status write_held(const ts_report_request *wanted, bool draws, ts_report_summary *summary, ts_error *error) {
    char *plots = ts_path_join(wanted->folder, "plots");
    if (!plots) return ts_fail_memory(error, "a path");
    const bool are_new = !ts_path_exists(plots);
    ts_status status = draws ? draw_plots(wanted, plots, error) : TS_OK;
    if (status == TS_OK) status = ts_report_write(wanted, summary, error);
    if (status != TS_OK && draws && are_new) ts_folder_remove(plots);
    free(plots);
    return status;
}

/* A folder that this run has made goes when there is no page of it: the next run would take it for somebody's. */
static ts_status write_all(const ts_report_request *wanted, bool draws, ts_report_summary *summary, ts_error *error) {
    ts_hold hold = {0};
    const bool is_new = !ts_path_exists(wanted->folder);
    ts_status status = take_folder(wanted, &hold, error);
    if (status == TS_OK) status = write_held(wanted, draws, summary, error);
    if (status != TS_OK && is_new) rmdir(wanted->folder);
    ts_hold_end(&hold);
    return status;
}

static ts_status run(request *asked, ts_error *error) {
    ts_text_list settings = {0}; /* the results say with which options to ask */
    ts_status status = ts_backends_register(&asked->plugins, &settings, error);
    if (status == TS_OK) status = ts_settings_check(&settings, error);
    ts_text_list_clear(&settings);
    if (status != TS_OK) return status;
    char *plugins = ts_text("%s", "");
    if (!add_options(&plugins, "plugin", &asked->plugins.objects) ||
        !add_options(&plugins, "plugin-exec", &asked->plugins.programs)) {
        return ts_fail_memory(error, "a command");
    }
    const ts_report_request wanted = {.results = (const char *const *)asked->results.items,
                                      .result_count = asked->results.count,
                                      .folder = asked->folder,
                                      .plugins = plugins,
                                      .replace = asked->replace};
    ts_report_summary summary;
    status = ts_report_check(&wanted, error);
    if (status == TS_OK) status = write_all(&wanted, !asked->no_plots, &summary, error);
    free(plugins);
    if (status != TS_OK) return status;
    ts_note_no_checksum(&asked->results);
    print_summary(&summary);
    free(summary.page);
    return TS_OK;
}

int ts_cmd_report(int argc, char **argv) {
    request asked = {0};
    ts_error error;
    bool help;
    ts_interrupt_install();
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = run(&asked, &error);
    ts_text_list_clear(&asked.results);
    ts_plugin_list_clear(&asked.plugins);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
