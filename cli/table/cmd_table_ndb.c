/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone table ndb`: runs of the solver ndb beside the tables and claims of Lan et al. 2024. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/plots/make.h"
#include "cli/plugins.h"
#include "cli/scenes/find_scene.h"
#include "cli/table/runs.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/say.h"
#include "core/suggest.h"
#include "reports/ndb/table.h"
#include "results/ndb/fill.h"
#include "results/simulations.h"
#include "scenes/read/scene.h"
#include "scenes/solver.h"

typedef struct request {
    ts_text_list operands, parts;
    const char *ccd;
    ts_table_runs runs;
    int size; /* into TS_SCENE_SIZES */
    uint64_t steps;
    double seconds;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"size", TS_ARGUMENT_CHOICE, "SIZE", "of the scenes (default: {default})",
         .to.choice = {&asked->size, TS_SCENE_SIZES, TS_SCENE_SIZE_COUNT}},
        {"parts", TS_ARGUMENT_LIST, "PART[,PART]",
         "of scenes, tolerances, barriers, forwarding, subspace, ccd, systems (default: all)",
         .to.list = &asked->parts},
        {"steps", TS_ARGUMENT_INTEGER, "N",
         "time steps of 1/150 s of each run; as much time in longer ones (default: {default}, what the scene says)",
         .to.integer = {&asked->steps, 0, UINT32_MAX}},
        {"ccd", TS_ARGUMENT_STRING, "NAME", "method of the full CCD (default: that of simulate)",
         .to.string = &asked->ccd},
        TS_TABLE_SECONDS(&asked->seconds),
        TS_TABLE_ARGUMENTS(&asked->runs),
    };
    const ts_syntax syntax = {
        .command = "touchstone table ndb",
        .operands = "",
        .about = "Runs scenes by the solver ndb, each in a process of its own, with other time steps, tolerances,\n"
                 "barriers, caps of iterations and smoothers, and puts what came out beside Table 1 and Table 2 of\n"
                 "Lan et al. 2024; each claim of that paper gets a line: reproduced, not reproduced, hardware only\n"
                 "(docs/ndb-table.md).\n\n"
                 "Exit code: 0 the table is made; 1 a state that fails its exact check, or a run that crashed, could\n"
                 "not begin or write its files; 2 usage; 4 a scene is missing or malformed; 130 interrupted:\n"
                 "--resume goes on.",
        .examples = "  touchstone table ndb --size tiny --steps 10 --out beside\n"
                    "  touchstone table ndb --parts barriers,forwarding --out beside --resume",
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
}

static ts_status parse_parts(const ts_text_list *names, unsigned *parts, ts_error *error) {
    *parts = names->count > 0 ? 0 : (1u << TS_NDB_PARTS) - 1;
    for (size_t i = 0; i < names->count; ++i) {
        size_t k = 0;
        while (k < TS_NDB_PARTS && strcmp(names->items[i], TS_NDB_PART_NAMES[k]) != 0) ++k;
        if (k == TS_NDB_PARTS) {
            return ts_fail(error, TS_ERROR_USAGE, "--parts %s: there is no such part; the nearest is '%s'",
                           names->items[i], ts_nearest_name(names->items[i], TS_NDB_PART_NAMES, TS_NDB_PARTS));
        }
        *parts |= 1u << k;
    }
    return TS_OK;
}

/* A name that every run would refuse. */
static ts_status check_ccd(const char *name, ts_error *error) {
    const ts_plugin_list no_plugins = {0};
    ts_text_list names = {0}, settings = {0};
    ts_method_list methods = {0};
    ts_status status = ts_backends_register(&no_plugins, &settings, error);
    if (status == TS_OK) status = ts_text_list_add(&names, name, strlen(name), error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &names, &settings, error);
    ts_method_list_clear(&methods);
    ts_text_list_clear(&names);
    ts_text_list_clear(&settings);
    return status;
}

static ts_status check(const request *asked, ts_error *error) {
    if (!ts_solver_find("ndb")) return ts_fail(error, TS_ERROR_USAGE, "this build has no solver 'ndb'");
    return asked->ccd ? check_ccd(asked->ccd, error) : TS_OK;
}

/* A line for each run that has ended. */
static void print_run(void *self, const ts_ndb_table_run *run, size_t done, size_t total) {
    (void)self;
    const ts_ndb_figures *f = &run->figures;
    ts_say(stdout, "[%3zu/%zu] %s: %s", done, total, run->name, f->outcome);
    if (f->steps > 0) printf(", %" PRIu64 " steps, %.1f iterations and %.3g s each", f->steps, f->lg, f->seconds);
    putchar('\n');
    fflush(stdout);
}

static ts_status plot(const ts_ndb_table *table, const char *folder, ts_error *error) {
    char *path = ts_path_join(folder, "plots");
    ts_plot_folder plots = {.path = path, .formats = TS_PLOT_SVG, .replace = true};
    ts_status status = path ? ts_plot_folder_make(path, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) status = ts_plot_ndb_table(&plots, table, folder, error);
    if (status == TS_OK) status = ts_plots_draw(&plots, error);
    ts_plot_folder_clear(&plots);
    free(path);
    return status;
}

static bool has_bad_run(const ts_ndb_table *table) {
    for (size_t k = 0; k < table->runs; ++k) {
        const ts_ndb_figures *figures = &table->run[k].figures;
        if (figures->offences > 0 || ts_simulation_word_is_broken(figures->outcome)) return true;
    }
    return false;
}

/* Also of what an interrupted table has. */
static int report(const request *asked, ts_ndb_table *table, bool is_complete) {
    ts_context context;
    ts_error error;
    ts_context_fill_of_solver(&context);
    ts_ndb_table_measure(table, asked->runs.folder);
    putchar('\n');
    ts_status status = ts_ndb_table_print(table, stdout, &error);
    if (status == TS_OK) status = ts_ndb_table_write(table, &context, asked->runs.folder, &error);
    if (status == TS_OK) status = plot(table, asked->runs.folder, &error);
    if (status != TS_OK) return ts_complain(&error);
    ts_table_runs_tell(&asked->runs, is_complete, "table.md, table.json, CSV, plots, and a folder for each run");
    return has_bad_run(table) ? TS_EXIT_UNSAFE : TS_EXIT_FINE;
}

static int make_table(const request *asked, unsigned parts) {
    ts_ndb_table table = {.size = TS_SCENE_SIZES[asked->size], .steps = asked->steps};
    ts_error error;
    if (ts_ndb_table_plan(&table, parts, &error) != TS_OK) return ts_complain(&error);
    ts_ndb_table_work work = {
        .table = &table,
        .folder = asked->runs.folder,
        .ccd = asked->ccd,
        .at_once = ts_table_runs_at_once(&asked->runs),
        .seconds = asked->seconds,
        .resume = asked->runs.resume,
        .find_scene = ts_find_scene,
        .ended = print_run,
    };
    ts_hold hold = {0};
    static const ts_table_place PLACE = {
        .kind = TS_TABLE_OF_NDB, .inside = "runs", .file = ts_ndb_table_file, .draws = true};
    ts_status status = ts_table_runs_begin(&asked->runs, &PLACE, &hold, &error);
    if (status == TS_OK) status = ts_ndb_table_fill(&work, &error);
    if (status == TS_OK && parts >> TS_NDB_PART_SYSTEMS & 1u) status = ts_ndb_table_fill_systems(&work, &error);
    int code = status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
    if (status == TS_OK || status == TS_ERROR_INTERRUPTED) {
        const int made = report(asked, &table, status == TS_OK);
        code = code == TS_EXIT_FINE ? made : code;
    }
    ts_hold_end(&hold);
    ts_ndb_table_clear(&table);
    return code;
}

int ts_cmd_table_ndb(int argc, char **argv) {
    request asked = {.runs = {.folder = "ndb-table"}};
    unsigned parts = 0;
    ts_error error;
    bool help;
    ts_interrupt_install();
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = parse_parts(&asked.parts, &parts, &error);
    if (status == TS_OK && !help) status = check(&asked, &error);
    const int code = status != TS_OK ? ts_complain(&error) : help ? TS_EXIT_FINE : make_table(&asked, parts);
    ts_text_list_clear(&asked.operands);
    ts_text_list_clear(&asked.parts);
    return code;
}
