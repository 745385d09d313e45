/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone table`: scenes by CCD methods, each cell a run of the solver, beside the table of the C-IPC paper. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benches/table/published.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/complete.h"
#include "cli/methods.h"
#include "cli/outputs.h"
#include "cli/plugins.h"
#include "cli/scenes/find_scene.h"
#include "cli/table/runs.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "reports/scenes/table.h"
#include "results/scene_table_json.h"
#include "results/table/table.h"
#include <touchstone/oracle.h>

#define NO_SEED UINT64_MAX

/* What the command line asks for. */
typedef struct request {
    ts_text_list operands, scenes, backends, barriers, settings, plugin_arguments;
    ts_plugin_list plugins;
    ts_method_list methods;
    const char *json;
    ts_table_runs runs;
    int size; /* into TS_SCENE_SIZES */
    double seconds;
    uint64_t steps, memory, shared, sample;
    uint64_t disturb; /* NO_SEED: not asked for */
    int ask;          /* ts_ccd_asking */
    bool keep_frames;
    size_t builtin;
} request;

/* A count that the command line leaves to the size. */
#define BY_SIZE UINT64_MAX

/* What it is then. */
#define TINY_SECONDS 60
#define SMALL_SECONDS 3600
#define TINY_QUERIES 10000
#define OTHER_QUERIES 200000

/* Methods beside the paper's. */
#define OTHER_METHODS "tight-inclusion, polynomial, partial, certified"

static void clear_request(request *asked) {
    ts_text_list_clear(&asked->operands);
    ts_text_list_clear(&asked->scenes);
    ts_text_list_clear(&asked->backends);
    ts_text_list_clear(&asked->barriers);
    ts_text_list_clear(&asked->settings);
    ts_text_list_clear(&asked->plugin_arguments);
    ts_plugin_list_clear(&asked->plugins);
    ts_method_list_clear(&asked->methods);
}

/* ---- Command line ---- */

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"size", TS_ARGUMENT_CHOICE, "SIZE", "of the scenes that have sizes (default: {default})",
         .to.choice = {&asked->size, TS_SCENE_SIZES, TS_SCENE_SIZE_COUNT}},
        {"scenes", TS_ARGUMENT_LIST, "SCENE[,SCENE]", "rows: names or files (default: the ten of the paper's table)",
         .to.list = &asked->scenes},
        {"backends", TS_ARGUMENT_LIST, "NAME[,NAME]",
         "columns (default: the paper's six, " OTHER_METHODS ", and plug-ins)", .to.list = &asked->backends},
        {"barriers", TS_ARGUMENT_LIST, "NAME[,NAME]",
         "columns of another table: barriers instead of methods (touchstone table --barriers all --help)",
         .to.list = &asked->barriers},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of a backend, such as bsc.split=true",
         .to.list = &asked->settings},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        {"steps", TS_ARGUMENT_INTEGER, "N", "time steps of each run (default: {default}, what the scene says)",
         .to.integer = {&asked->steps, 0, UINT32_MAX}},
        {"ask", TS_ARGUMENT_CHOICE, NULL,
         "CCD queries of the line search: all pairs, or those of the published program (default: {default})",
         .to.choice = {&asked->ask, TS_CCD_ASKING_NAMES, TS_CCD_ASKINGS}},
        {"disturb", TS_ARGUMENT_INTEGER, "SEED", "turn and jitter generated rods and cones, which are exactly parallel",
         .to.integer = {&asked->disturb, 0, UINT32_MAX}},
        {"seconds", TS_ARGUMENT_REAL, "X",
         "limit of each run, 0: none (default: tiny " TS_IN_TEXT(TINY_SECONDS) ", small " TS_IN_TEXT(
             SMALL_SECONDS) ", paper none)",
         .to.real = {&asked->seconds, 0.0, 1e9, false}},
        {"memory", TS_ARGUMENT_INTEGER, "MIB",
         "limit of each run in MiB (default: {default}, the machine's over the jobs)",
         .to.integer = {&asked->memory, 0, UINT32_MAX}},
        {"queries", TS_ARGUMENT_INTEGER, "N",
         "queries of each scene that all methods are asked; 0: none (default: tiny " TS_IN_TEXT(
             TINY_QUERIES) ", else " TS_IN_TEXT(OTHER_QUERIES) ")",
         .to.integer = {&asked->shared, 0, UINT32_MAX}},
        {"sample", TS_ARGUMENT_INTEGER, "N",
         "queries of each run that are judged exactly; 0: none (default: {default})",
         .to.integer = {&asked->sample, 0, UINT32_MAX}},
        TS_TABLE_ARGUMENTS(&asked->runs),
        {"keep-frames", TS_ARGUMENT_FLAG, NULL, "keep all frames and checkpoints of the runs, not the last frame only",
         .to.flag = &asked->keep_frames},
        {"json", TS_ARGUMENT_STRING, "FILE", "write the results also here, besides DIR/table.json",
         .to.string = &asked->json},
    };
    const ts_syntax syntax = {
        .command = "touchstone table",
        .operands = "",
        .about = "Runs each scene with each CCD method in the line search of the C-IPC solver, each in a process of\n"
                 "its own, and prints the time of CCD per iteration or how the run failed, beside the table\n"
                 "of the C-IPC paper (docs/comparison-table.md). Then asks all methods the same recorded queries.\n\n"
                 "Exit code: 0 the table is full, whatever its cells say; 1 a run crashed, could not begin or write\n"
                 "its files; 2 usage; 4 a scene is missing or malformed; 130 interrupted: --resume goes on.",
        .examples = "  touchstone table --size tiny --out tiny\n"
                    "  touchstone table --scenes needle-bed,stack-1mm --backends accd,cubic,certified --steps 5\n"
                    "  touchstone table --size small --out small --resume",
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
}

static uint64_t machine_bytes(void) {
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* What is left to the size and to the machine. */
static void fill_standards(request *asked) {
    static const double seconds[TS_SCENE_SIZE_COUNT] = {TINY_SECONDS, SMALL_SECONDS, 0.0};
    static const uint64_t shared[TS_SCENE_SIZE_COUNT] = {TINY_QUERIES, OTHER_QUERIES, OTHER_QUERIES};
    if (asked->seconds < 0.0) asked->seconds = seconds[asked->size];
    if (asked->shared == BY_SIZE) asked->shared = shared[asked->size];
}

static ts_status add_name(ts_text_list *list, const char *name, ts_error *error) {
    return ts_text_list_add(list, name, strlen(name), error);
}

static ts_status fill_names(request *asked, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && asked->scenes.count == k && ts_published_scene(k); ++k) {
        status = add_name(&asked->scenes, ts_published_scene(k), error);
    }
    if (asked->backends.count > 0) return status;
    for (size_t k = 0; status == TS_OK && ts_published_backend(k); ++k) {
        status = add_name(&asked->backends, ts_published_backend(k), error);
    }
    char others[] = OTHER_METHODS;
    for (char *rest = others, *name; status == TS_OK && (name = strtok_r(rest, ", ", &rest)) != NULL;) {
        status = add_name(&asked->backends, name, error);
    }
    for (size_t k = asked->builtin; status == TS_OK && k < ts_ccd_backend_count(); ++k) {
        status = add_name(&asked->backends, ts_ccd_backend_at(k)->name, error);
    }
    return status;
}

static ts_status init_methods(request *asked, ts_error *error) {
    ts_status status = ts_ccd_register_builtin(error);
    if (status == TS_OK) status = ts_oracle_register_backend(error);
    asked->builtin = ts_ccd_backend_count();
    if (status == TS_OK) status = ts_backends_register(&asked->plugins, &asked->settings, error);
    if (status == TS_OK) status = ts_plugin_arguments(&asked->plugins, &asked->plugin_arguments, error);
    if (status == TS_OK) status = fill_names(asked, error);
    return status == TS_OK ? ts_method_list_init(&asked->methods, &asked->backends, &asked->settings, error) : status;
}

/* ---- The table ---- */

/* NAME of a scene's path or name. */
static ts_status add_scene_name(ts_text_list *names, const char *path, ts_error *error) {
    const char *name = ts_path_name(path), *end = strrchr(name, '.');
    const size_t length = end && end > name ? (size_t)(end - name) : strlen(name);
    for (size_t k = 0; k < names->count; ++k) {
        if (strlen(names->items[k]) != length || strncmp(names->items[k], name, length) != 0) continue;
        return ts_fail(error, TS_ERROR_USAGE, "--scenes has '%.*s' twice; name each scene once", (int)length, name);
    }
    return ts_text_list_add(names, name, length, error);
}

static ts_status find_scenes(const request *asked, ts_text_list *names, ts_text_list *paths, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < asked->scenes.count; ++k) {
        char path[PATH_MAX];
        status = ts_find_scene(asked->scenes.items[k], path, error);
        if (status == TS_OK) status = add_name(paths, path, error);
        if (status == TS_OK) status = add_scene_name(names, path, error);
    }
    return status;
}

static ts_status init_table(const request *asked, ts_scene_table *table, ts_error *error) {
    ts_text_list names = {0}, paths = {0};
    ts_status status = find_scenes(asked, &names, &paths, error);
    if (status == TS_OK) {
        const ts_scene_table_plan plan = {
            .options = {.size = TS_SCENE_SIZES[asked->size],
                        .disturb = asked->disturb != NO_SEED,
                        .disturb_seed = asked->disturb},
            .steps = asked->steps,
            .asking = (ts_ccd_asking)asked->ask,
            .names = names.items,
            .operands = asked->scenes.items,
            .paths = paths.items,
            .scene_count = asked->scenes.count,
            .methods = asked->methods.items,
            .method_count = asked->methods.count,
        };
        status = ts_scene_table_init(table, &plan, error);
    }
    ts_text_list_clear(&names);
    ts_text_list_clear(&paths);
    return status;
}

static bool has_crashed_cell(const ts_scene_table *table) {
    for (size_t k = 0; k < table->scene_count * table->method_count; ++k) {
        if (table->cells[k].outcome == TS_CELL_FAILED) return true;
    }
    return false;
}

/* What there is, also when it is not all. */
static ts_status report(const request *asked, const ts_scene_table *table, const ts_context *context, bool is_complete,
                        ts_error *error) {
    ts_status status = ts_scene_table_write(table, context, asked->runs.folder, error);
    if (status == TS_OK && asked->json) status = ts_scene_table_write_json(table, context, asked->json, error);
    putchar('\n');
    if (status == TS_OK) status = ts_scene_table_print(table, stdout, error);
    if (status == TS_OK)
        ts_table_runs_tell(&asked->runs, is_complete,
                           "table.md, table.tex, table.json, CSV, and a folder for each cell");
    return status;
}

/* Who looks at the runs. */
typedef struct watch {
    const ts_scene_table *table;
    bool lacks_queries; /* those of a scene could not be recorded */
} watch;

static void print_recording(watch *watched, const ts_cell_run_end *run) {
    printf("queries for all methods %s\n", run->recorded ? "recorded" : "NOT recorded");
    fflush(stdout);
    if (!run->why) return;
    watched->lacks_queries = watched->lacks_queries || run->broke;
    ts_say(stderr, "touchstone: the queries of %s for all methods were not recorded: %s%s\n",
           watched->table->scenes[run->at.scene].name, run->why,
           run->broke ? "; when that is mended, --resume records them" : "");
}

/* A line for each run that has ended. */
static void print_run(void *self, const ts_cell_run_end *run) {
    const ts_scene_table *table = ((watch *)self)->table;
    const ts_scene_cell *cell = ts_scene_table_cell(table, run->at.scene, run->at.method);
    char text[TS_CELL_TEXT];
    ts_scene_cell_text(cell, text);
    ts_say(stdout, "[%3zu/%zu] %s, %s: ", run->done, run->total, table->scenes[run->at.scene].name,
           table->methods[run->at.method].backend->name);
    if (run->records)
        print_recording(self, run);
    else
        ts_say(stdout, "%s%s (%.1f s)\n", text, cell->outcome == TS_CELL_TIMED && cell->ccd_queries > 0 ? " ms" : "",
               cell->seconds);
    fflush(stdout);
}

static int fill(const request *asked, ts_scene_table *table) {
    const size_t jobs = ts_table_runs_at_once(&asked->runs);
    ts_context context;
    ts_error error;
    ts_context_fill_of_solver(&context);
    watch watched = {.table = table};
    const ts_scene_table_work work = {
        .table = table,
        .context = &context,
        .setting = {.size = table->size,
                    .steps = asked->steps,
                    .asking = table->asking,
                    .disturb = table->disturb,
                    .disturb_seed = table->disturb_seed,
                    .settings = &asked->settings,
                    .plugins = &asked->plugin_arguments},
        .folder = asked->runs.folder,
        .builtin = asked->builtin,
        .jobs = jobs,
        .seconds = asked->seconds,
        .bytes = asked->memory > 0 ? asked->memory << 20 : machine_bytes() / jobs,
        .shared = asked->shared,
        .sample = asked->sample,
        .keep_frames = asked->keep_frames,
        .ended = print_run,
        .self = &watched,
    };
    ts_status status = ts_scene_table_init_commands(&work, &error);
    if (status == TS_OK) status = ts_scene_table_prepare(&work, &error);
    if (status == TS_OK && asked->runs.resume) status = ts_scene_table_load(&work, &error);
    if (status != TS_OK) return ts_complain(&error);
    status = ts_scene_table_fill(&work, &error);
    int code = status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
    if (status != TS_OK && status != TS_ERROR_INTERRUPTED) return code;
    if (report(asked, table, &context, status == TS_OK, &error) != TS_OK) code = ts_complain(&error);
    const bool is_full = !has_crashed_cell(table) && !watched.lacks_queries;
    return code == TS_EXIT_FINE && !is_full ? TS_EXIT_UNSAFE : code;
}

static int make_table(const request *asked) {
    ts_scene_table table;
    ts_error error;
    ts_status status = init_table(asked, &table, &error);
    if (status != TS_OK) return ts_complain(&error);
    ts_hold hold = {0};
    static const ts_table_place PLACE = {.kind = "table", .inside = "cells", .file = ts_scene_table_file};
    status = ts_table_runs_begin(&asked->runs, &PLACE, &hold, &error);
    const int code = status == TS_OK ? fill(asked, &table) : ts_complain(&error);
    ts_hold_end(&hold);
    ts_scene_table_clear(&table);
    return code;
}

static int table_of_methods(int argc, char **argv) {
    request asked = {.runs = {.folder = "comparison-table"},
                     .seconds = -1.0,
                     .shared = BY_SIZE,
                     .sample = 2000,
                     .disturb = NO_SEED,
                     .ask = TS_ASK_PUBLISHED};
    ts_error error;
    bool help;
    int code = TS_EXIT_FINE;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) {
        fill_standards(&asked);
        status = init_methods(&asked, &error);
        if (status == TS_OK)
            status =
                ts_outputs_check(&asked.json, 1, (const char *const *)asked.scenes.items, asked.scenes.count, &error);
        if (status == TS_OK) status = ts_output_replaces_report(asked.json, true, &error);
        if (status == TS_OK) code = make_table(&asked);
    }
    if (status != TS_OK) code = ts_complain(&error);
    clear_request(&asked);
    return code;
}

/* With the columns --barriers it is a table of those. */
static bool asks_barriers(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--barriers") == 0 || strncmp(argv[i], "--barriers=", 11) == 0) return true;
    }
    return false;
}

/* `table ndb` and `table --barriers` are commands of their own behind this name: for a user, for completion, and in the
 * manual. */
int ts_cmd_table(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "ndb") == 0) return ts_cmd_table_ndb(argc - 1, argv + 1);
    if (argc > 3 && strcmp(argv[1], TS_ASK_COMPLETE) == 0 && strcmp(argv[2], "ndb") == 0) {
        argv[2] = argv[1];
        return ts_cmd_table_ndb(argc - 1, argv + 1);
    }
    if (argc == 3 && strcmp(argv[1], TS_ASK_COMPLETE) == 0) {
        ts_complete_offer(argv[2], "ndb", "scenes by the solver ndb, beside its paper's tables");
    }
    if (asks_barriers(argc, argv)) return ts_cmd_table_barriers(argc, argv);
    const bool is_manual = argc > 1 && strcmp(argv[1], TS_ASK_MAN) == 0;
    const int code = table_of_methods(argc, argv);
    if (!is_manual || code != TS_EXIT_FINE) return code;
    const int second = ts_cmd_table_ndb(argc, argv);
    return second == TS_EXIT_FINE ? ts_cmd_table_barriers(argc, argv) : second;
}
