/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone table --barriers`: scenes by barriers, each cell a run of the solver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/barriers/barrier.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "cli/plots/make.h"
#include "cli/scenes/barrier_option.h"
#include "cli/scenes/find_scene.h"
#include "cli/table/runs.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/say.h"
#include "core/suggest.h"
#include "reports/barriers/table.h"
#include "results/simulations.h"
#include "scenes/read/scene.h"

/* Scenes with known answers, then some of the papers'. */
#define STANDARD_SCENES                                                                                                \
    "barrier-block, barrier-plates, barrier-sphere, barrier-rod, barrier-bounce, drape, card-shuffle, stack-5mm, "     \
    "noodles, masonry-arch"

typedef struct request {
    ts_text_list operands, barriers, scenes;
    const char *json;
    ts_table_runs runs;
    int size; /* into TS_SCENE_SIZES */
    uint64_t steps;
    double seconds;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"barriers", TS_ARGUMENT_LIST, "NAME[,NAME]",
         "columns: barriers of `touchstone list models`, or terms in shared objects; all: every one",
         .to.list = &asked->barriers},
        {"scenes", TS_ARGUMENT_LIST, "SCENE[,SCENE]", "rows: names or files (default: " STANDARD_SCENES ")",
         .to.list = &asked->scenes},
        {"size", TS_ARGUMENT_CHOICE, "SIZE", "of the scenes that have sizes (default: {default})",
         .to.choice = {&asked->size, TS_SCENE_SIZES, TS_SCENE_SIZE_COUNT}},
        {"steps", TS_ARGUMENT_INTEGER, "N", "time steps of each run (default: {default}, what the scene says)",
         .to.integer = {&asked->steps, 0, UINT32_MAX}},
        TS_TABLE_SECONDS(&asked->seconds),
        TS_TABLE_ARGUMENTS(&asked->runs),
        {"json", TS_ARGUMENT_STRING, "FILE", "write the results also here, besides DIR/table.json",
         .to.string = &asked->json},
    };
    const ts_syntax syntax = {
        .command = "touchstone table --barriers",
        .operands = "",
        .about = "Runs each scene with each barrier of contact in the C-IPC solver, each in a process of its own and\n"
                 "with the stiffness that the barrier was published with, and prints iterations, gaps, the balance\n"
                 "of forces, what still moves, and how the run ended (docs/barriers.md).\n\n"
                 "Exit code: 0 the table is full, whatever its cells say; 1 a state that fails its exact check, or\n"
                 "a run that crashed, could not begin or write its files; 2 usage; 4 a scene or a plug-in is\n"
                 "missing or malformed; 130 interrupted: --resume goes on.",
        .examples = "  touchstone table --barriers ipc,cipc,log --scenes barrier-block --out barriers\n"
                    "  touchstone table --barriers all --size tiny --out barriers --resume",
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
}

static ts_status add(ts_text_list *list, const char *text, ts_error *error) {
    return ts_text_list_add(list, text, strlen(text), error);
}

static ts_status fill_names(request *asked, ts_error *error) {
    ts_status status = TS_OK;
    if (asked->barriers.count == 1 && strcmp(asked->barriers.items[0], "all") == 0) {
        ts_text_list_clear(&asked->barriers);
        for (size_t k = 0; status == TS_OK && ts_barrier_at(k); ++k)
            status = add(&asked->barriers, ts_barrier_at(k)->model.name, error);
    }
    if (asked->scenes.count > 0) return status;
    char names[] = STANDARD_SCENES;
    for (char *rest = names, *name; status == TS_OK && (name = strtok_r(rest, ", ", &rest)) != NULL;)
        status = add(&asked->scenes, name, error);
    return status;
}

static ts_status check_barriers(const request *asked, ts_error *error) {
    const ts_plugin_limits limits = TS_PLUGIN_STANDARD_LIMITS;
    const char *names[64];
    size_t count = 0;
    for (; count < 64 && ts_barrier_at(count); ++count) names[count] = ts_barrier_at(count)->model.name;
    for (size_t k = 0; k < asked->barriers.count; ++k) {
        const char *name = asked->barriers.items[k];
        if (ts_barrier_find(name)) continue;
        if (strchr(name, '/')) {
            const ts_status status = ts_barrier_option_try(name, &limits, error);
            if (status != TS_OK) return status;
            continue;
        }
        return ts_fail(error, TS_ERROR_USAGE, "--barriers: there is no '%s'; the nearest is '%s'", name,
                       ts_nearest_name(name, names, count));
    }
    return TS_OK;
}

/* Two runs of one name, which has no folders and no ending, would share a folder. */
static ts_status check_unique(const char *option, const ts_text_list *names, ts_error *error) {
    for (size_t k = 0; k < names->count; ++k) {
        char name[64], other[64];
        ts_barrier_table_name(names->items[k], name);
        for (size_t j = 0; j < k; ++j) {
            ts_barrier_table_name(names->items[j], other);
            if (strcmp(name, other) != 0) continue;
            return ts_fail(error, TS_ERROR_USAGE, "%s has '%s' twice; name each once", option, name);
        }
    }
    return TS_OK;
}

static ts_status check(const request *asked, ts_error *error) {
    ts_status status = check_unique("--scenes", &asked->scenes, error);
    if (status == TS_OK) status = check_unique("--barriers", &asked->barriers, error);
    if (status != TS_OK) return status;
    status = ts_outputs_check(&asked->json, 1, (const char *const *)asked->scenes.items, asked->scenes.count, error);
    if (status == TS_OK) status = ts_output_replaces_report(asked->json, true, error);
    return status == TS_OK ? check_barriers(asked, error) : status;
}

static void print_run(void *self, size_t scene, size_t barrier, size_t done, size_t total) {
    const ts_barrier_table *table = self;
    const ts_barrier_cell *cell = ts_barrier_table_cell(table, scene, barrier);
    ts_say(stdout, "[%3zu/%zu] %s, %s: %s", done, total, table->scenes->items[scene], table->barriers->items[barrier],
           ts_barrier_cell_word(cell));
    if (cell->steps > 0) {
        printf(", %.1f iterations and %.3g s a step", ts_barrier_cell_iterations(cell), cell->seconds);
    }
    putchar('\n');
    fflush(stdout);
}

static bool has_bad_run(const ts_barrier_table *table) {
    for (size_t k = 0; k < table->scenes->count * table->barriers->count; ++k) {
        const ts_barrier_cell *cell = &table->cells[k];
        if (cell->offences > 0 || ts_simulation_word_is_broken(cell->outcome)) return true;
    }
    return false;
}

static ts_status plot(const char *folder, ts_error *error) {
    char *results = ts_path_join(folder, "table.json"), *plots = ts_path_join(folder, "plots");
    const char *const paths[] = {results};
    const ts_status status =
        results && plots ? ts_plots_make(paths, 1, plots, TS_PLOT_SVG, true, error) : ts_fail_memory(error, "a path");
    free(results);
    free(plots);
    return status;
}

/* Also of what an interrupted table has. */
static int report(const request *asked, const ts_barrier_table *table, bool is_complete) {
    ts_context context;
    ts_error error;
    ts_context_fill_of_solver(&context);
    putchar('\n');
    ts_status status = ts_barrier_table_print(table, stdout, &error);
    if (status == TS_OK) status = ts_barrier_table_write(table, &context, asked->runs.folder, &error);
    if (status == TS_OK && asked->json) status = ts_barrier_table_write_json(table, &context, asked->json, &error);
    if (status == TS_OK) status = plot(asked->runs.folder, &error);
    if (status != TS_OK) return ts_complain(&error);
    ts_table_runs_tell(&asked->runs, is_complete,
                       "table.md, table.tex, table.csv, table.json, plots, and a folder for each run");
    return has_bad_run(table) ? TS_EXIT_UNSAFE : TS_EXIT_FINE;
}

static int make_table(const request *asked) {
    ts_barrier_table table = {.size = TS_SCENE_SIZES[asked->size],
                              .steps = asked->steps,
                              .scenes = &asked->scenes,
                              .barriers = &asked->barriers};
    ts_error error;
    if (ts_barrier_table_init(&table, &error) != TS_OK) return ts_complain(&error);
    ts_barrier_table_work work = {
        .table = &table,
        .folder = asked->runs.folder,
        .at_once = ts_table_runs_at_once(&asked->runs),
        .seconds = asked->seconds,
        .resume = asked->runs.resume,
        .find_scene = ts_find_scene,
        .ended = print_run,
        .self = &table,
    };
    ts_hold hold = {0};
    static const ts_table_place PLACE = {
        .kind = "barriers", .inside = "runs", .file = ts_barrier_table_file, .draws = true};
    ts_status status = ts_table_runs_begin(&asked->runs, &PLACE, &hold, &error);
    if (status == TS_OK) status = ts_barrier_table_fill(&work, &error);
    int code = status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
    if (status == TS_OK || status == TS_ERROR_INTERRUPTED) {
        const int made = report(asked, &table, status == TS_OK);
        code = code == TS_EXIT_FINE ? made : code;
    }
    ts_hold_end(&hold);
    ts_barrier_table_clear(&table);
    return code;
}

int ts_cmd_table_barriers(int argc, char **argv) {
    request asked = {.runs = {.folder = "barrier-table"}, .size = TS_SCENE_SMALL};
    ts_error error;
    bool help;
    ts_interrupt_install();
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = fill_names(&asked, &error);
    if (status == TS_OK && !help) status = check(&asked, &error);
    const int code = status != TS_OK ? ts_complain(&error) : help ? TS_EXIT_FINE : make_table(&asked);
    ts_text_list_clear(&asked.operands);
    ts_text_list_clear(&asked.barriers);
    ts_text_list_clear(&asked.scenes);
    return code;
}
