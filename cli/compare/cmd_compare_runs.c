/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone compare-runs`: two runs of the same meshes side by side, of two solvers for example. */
#include <float.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "cli/plots/make.h"
#include "reports/compare/runs.h"
#include "reports/plots/run_pair.h"

typedef struct request {
    ts_text_list folders;
    const char *csv, *json, *plot;
    bool replace;
    double within; /* below 0: not asked */
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"within", TS_ARGUMENT_REAL, "SHARE",
         "end with 1 when the largest r.m.s. distance is above this share of the size, or a run failed or ended "
         "earlier "
         "than the other (default: not judged)",
         .to.real = {&asked->within, 0.0, DBL_MAX, false}},
        {"csv", TS_ARGUMENT_STRING, "FILE", "write a line for each common time", .to.string = &asked->csv},
        {"json", TS_ARGUMENT_STRING, "FILE", "write all of it as JSON", .to.string = &asked->json},
        {"plot", TS_ARGUMENT_STRING, "DIR", "draw it there, by gnuplot; data and script stay",
         .to.string = &asked->plot},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace files of an earlier plot", .to.flag = &asked->replace,
         .needs = "plot"},
    };
    const ts_syntax syntax = {
        .command = "touchstone compare-runs",
        .operands = "RUN_DIR RUN_DIR",
        .about =
            "Puts two runs of the same meshes side by side, which 'touchstone simulate --out RUN_DIR' left: of two\n"
            "solvers, tolerances, CCD methods or time steps. At every time of which both have a frame: how far\n"
            "the nodes are apart (r.m.s., greatest), energies, least gap, iterations, seconds\n"
            "(docs/comparing.md).\n\n"
            "Exit code: 0 fine; 1 further apart than --within, or one of them failed or ended earlier; 2 runs that\n"
            "cannot be compared; 4 a folder that holds no run, or a damaged one.",
        .examples = "  touchstone simulate ndb-drape --size tiny --out loose --solver-option tolerance=1e-2\n"
                    "  touchstone simulate ndb-drape --size tiny --out tight --solver-option tolerance=1e-4\n"
                    "  touchstone compare-runs loose tight --within 0.02 --csv apart.csv --plot plots",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->folders, help, error);
}

static ts_plot_folder folder_of(const request *asked) {
    return (ts_plot_folder){.path = asked->plot, .formats = TS_PLOT_SVG, .replace = asked->replace};
}

static ts_status plot(const ts_run_pair *pair, const request *asked, ts_error *error) {
    ts_plot_folder folder = folder_of(asked);
    ts_status status = ts_plot_folder_make(folder.path, error);
    if (status == TS_OK) status = ts_plot_run_pair(&folder, pair, error);
    if (status == TS_OK) status = ts_plots_draw(&folder, error);
    ts_plot_folder_clear(&folder);
    return status;
}

static ts_status report(const request *asked, const ts_run_pair *pair, ts_error *error) {
    ts_status status = ts_run_pair_print(pair, stdout, error);
    if (status == TS_OK && asked->csv) status = ts_run_pair_write_csv(pair, asked->csv, error);
    if (status == TS_OK && asked->json) status = ts_run_pair_write_json(pair, asked->json, error);
    if (status == TS_OK && asked->plot) status = plot(pair, asked, error);
    return status;
}

static ts_status check_outputs(const request *asked, ts_error *error) {
    const char *const outputs[] = {asked->csv, asked->json};
    ts_status status = ts_outputs_check(outputs, 2, (const char *const *)asked->folders.items, 2, error);
    if (status == TS_OK) status = ts_output_replaces_report(asked->csv, false, error);
    if (status == TS_OK) status = ts_output_replaces_report(asked->json, true, error);
    const ts_plot_folder folder = folder_of(asked);
    return status == TS_OK && asked->plot ? ts_plot_run_pair_check(&folder, error) : status;
}

static int compare(const request *asked) {
    const char *const folders[2] = {asked->folders.items[0], asked->folders.items[1]};
    ts_run_pair pair;
    ts_error error;
    ts_status status = check_outputs(asked, &error);
    if (status == TS_OK) status = ts_run_pair_read(folders, &pair, &error);
    if (status != TS_OK) return ts_complain(&error);
    status = report(asked, &pair, &error);
    const bool is_far = asked->within >= 0.0 && ts_run_pair_largest(&pair)->rms > asked->within * pair.size;
    if (status == TS_OK && is_far) printf("Further apart than --within %g.\n", asked->within);
    const bool is_part = asked->within >= 0.0 && !ts_run_pair_is_whole(&pair);
    ts_run_pair_clear(&pair);
    if (status != TS_OK) return ts_complain(&error);
    return is_far || is_part ? TS_EXIT_UNSAFE : TS_EXIT_FINE;
}

int ts_cmd_compare_runs(int argc, char **argv) {
    request asked = {.within = -1.0};
    ts_error error;
    bool help;
    const ts_status status = parse(&asked, argc, argv, &help, &error);
    const int code = status != TS_OK ? ts_complain(&error) : help ? TS_EXIT_FINE : compare(&asked);
    ts_text_list_clear(&asked.folders);
    return code;
}
