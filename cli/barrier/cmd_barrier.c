/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone barrier`: are the energies right in their last digits? The solver's, or somebody's. */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/terms.h"
#include "cli/arguments.h"
#include "cli/barrier/at.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "cli/plots/make.h"
#include "cli/plugins.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/json_build.h"
#include "core/progress.h"
#include "core/say.h"
#include "core/suggest.h"
#include "oracles/term_plugin.h"
#include "reports/barrier/barrier.h"
#include "reports/plots/barrier.h"
#include "results/barrier_json.h"

/* What the command line asks for. */
typedef struct request {
    ts_text_list operands, names, at;
    ts_plugin_list plugins; /* shared objects only */
    uint64_t samples, scan, seed, threads;
    const char *json, *plot;
    bool replace;
} request;

/* What there is to judge. */
typedef struct subjects {
    ts_barrier_subject *item;
    size_t count;
    char **origin; /* of the plug-ins, as many as asked for; owned by the list of all */
} subjects;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"term", TS_ARGUMENT_LIST, "NAME[,NAME]",
         "terms to judge (default: all of the solver; with --plugin those of the plug-ins)", .to.list = &asked->names},
        {"samples", TS_ARGUMENT_INTEGER, "N", "points of each sweep (default: {default})",
         .to.integer = {&asked->samples, 1, 10000000}, .idle = "at"},
        {"scan", TS_ARGUMENT_INTEGER, "N",
         "evaluations of each term in the dense scan that comes first; 0: none (default: {default})",
         .to.integer = {&asked->scan, 0, 20000000}, .idle = "at"},
        {"seed", TS_ARGUMENT_INTEGER, "S", "of the sweeps and the scan (default: {default})",
         .to.integer = {&asked->seed, 0, TS_MOST_IN_JSON}, .idle = "at"},
        {"plugin", TS_ARGUMENT_TEXTS, "FILE.so", "a term in a shared object; repeatable (docs/plugins.md)",
         .to.list = &asked->plugins.objects},
        TS_PLUGIN_LIMIT_ARGUMENTS(&asked->plugins, NULL),
        {"at", TS_ARGUMENT_LIST, "X,...", "the one term at these inputs and parameters, number by number",
         .to.list = &asked->at},
        {"json", TS_ARGUMENT_STRING, "FILE", "write the results in full", .to.string = &asked->json, .idle = "at"},
        {"plot", TS_ARGUMENT_STRING, "DIR", "draw the errors of each sweep there, by gnuplot; data and scripts stay",
         .to.string = &asked->plot, .idle = "at"},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace files of earlier plots", .to.flag = &asked->replace,
         .needs = "plot"},
        {"threads", TS_ARGUMENT_INTEGER, "N", "threads to use (default: {default}, all cores)",
         .to.integer = {&asked->threads, 0, 1024}},
    };
    const ts_syntax syntax = {
        .command = "touchstone barrier",
        .operands = "",
        .about =
            "Judges the energies of the solver, or of a plug-in, in double precision against their definitions in\n"
            "MPFR: value, gradient and Hessian along sweeps that stress them; smoothness at clamps; projected\n"
            "Hessians; whether the derivatives are those of the value. docs/barrier-accuracy.md has the bounds.\n\n"
            "Exit code: 0 every bound is kept; 1 one is missed, or a term is NaN, infinite or of the wrong sign\n"
            "where it must not be; 2 usage; 4 a plug-in that is none; 130 interrupted.",
        .examples = "  touchstone barrier\n"
                    "  touchstone barrier --term barrier,barrier-mollified --samples 2000 --plot plots\n"
                    "  touchstone barrier --plugin ./my_barrier.so\n"
                    "  touchstone barrier --term barrier --at 1.0000020000010001e-06,1e-3,1e-3",
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->operands, help, error);
    if (status == TS_OK && !*help && asked->json) status = ts_output_check(asked->json, true, error);
    if (status == TS_OK && !*help) status = ts_output_replaces_report(asked->json, true, error);
    return status;
}

/* ---- terms ---- */

static const ts_barrier_subject *find(const subjects *list, const char *name) {
    for (size_t i = 0; i < list->count; ++i) {
        if (strcmp(list->item[i].term->name, name) == 0) return &list->item[i];
    }
    return NULL;
}

static ts_status load_term(const request *asked, const char *path, const ts_term **term, ts_error *error) {
    const ts_plugin_limits limits = ts_plugin_list_limits(&asked->plugins);
    return asked->plugins.in_process ? ts_term_load_plugin(path, term, error)
                                     : ts_term_host_plugin(path, &limits, term, error);
}

/* All that there is: room for it is made at once. */
static ts_status gather(const request *asked, subjects *all, ts_error *error) {
    const size_t solver = ts_solver_term_count();
    all->item = calloc(solver + asked->plugins.objects.count, sizeof *all->item);
    all->origin = calloc(asked->plugins.objects.count + 1, sizeof *all->origin);
    if (!all->item || !all->origin) return ts_fail_memory(error, "the terms");
    for (size_t i = 0; i < asked->plugins.objects.count; ++i) {
        const ts_term *term;
        const ts_status status = load_term(asked, asked->plugins.objects.items[i], &term, error);
        if (status != TS_OK) return status;
        const bool taken = find(all, term->name) != NULL;
        all->origin[i] = ts_plugin_list_origin(&asked->plugins, asked->plugins.objects.items[i]);
        all->item[all->count++] = (ts_barrier_subject){.term = term, .origin = all->origin[i]};
        if (!all->origin[i]) return ts_fail_memory(error, "where a plug-in comes from");
        if (taken) {
            return ts_fail(error, TS_ERROR_USAGE, "plug-in %s: another one has a term called %s; rename it",
                           asked->plugins.objects.items[i], term->name);
        }
    }
    for (size_t i = 0; i < solver; ++i) {
        const ts_term *term = ts_solver_term_at(i);
        if (find(all, term->name)) continue; /* a plug-in's goes before */
        all->item[all->count++] =
            (ts_barrier_subject){.term = term, .projection = ts_solver_term_projected, .index = i};
    }
    return TS_OK;
}

static ts_status fail_unknown(const subjects *all, const char *name, ts_error *error) {
    const char *names[256];
    size_t count = 0;
    for (size_t i = 0; i < all->count && count < sizeof names / sizeof *names; ++i) {
        names[count++] = all->item[i].term->name;
    }
    return ts_fail(error, TS_ERROR_USAGE, "there is no term called '%s'; the nearest is '%s'", name,
                   ts_nearest_name(name, names, count));
}

/* Those of all that were asked for, in the order of asking. */
static ts_status choose(const request *asked, const subjects *all, subjects *chosen, ts_error *error) {
    const size_t plugins = asked->plugins.objects.count;
    chosen->item = calloc(all->count + asked->names.count, sizeof *chosen->item);
    if (!chosen->item) return ts_fail_memory(error, "the terms");
    for (size_t i = 0; i < asked->names.count; ++i) {
        const ts_barrier_subject *subject = find(all, asked->names.items[i]);
        if (!subject) return fail_unknown(all, asked->names.items[i], error);
        if (!find(chosen, subject->term->name)) chosen->item[chosen->count++] = *subject;
    }
    if (chosen->count > 0) return TS_OK;
    chosen->count = plugins > 0 ? plugins : all->count;
    memcpy(chosen->item, all->item, chosen->count * sizeof *chosen->item);
    return TS_OK;
}

/* ---- plots ---- */

static ts_plot_folder folder_of(const request *asked) {
    return (ts_plot_folder){.path = asked->plot, .formats = TS_PLOT_SVG, .replace = asked->replace};
}

static ts_status check_plots(const request *asked, const subjects *chosen, ts_error *error) {
    const ts_plot_folder folder = folder_of(asked);
    return asked->plot ? ts_plot_barrier_check(&folder, chosen->item, chosen->count, error) : TS_OK;
}

static ts_status plot(const ts_barrier_results *results, const request *asked, ts_error *error) {
    ts_plot_folder folder = folder_of(asked);
    ts_status status = ts_plot_folder_make(folder.path, error);
    if (status == TS_OK) status = ts_plot_barrier_rows(&folder, results, error);
    if (status == TS_OK) status = ts_plots_draw(&folder, error);
    ts_plot_folder_clear(&folder);
    return status;
}

/* ---- the run ---- */

/* What a term did to its own process; its values there were NaN, which is allowed here and there. Was there any? */
static bool print_trouble(const subjects *chosen) {
    bool any = false;
    for (size_t i = 0; i < chosen->count; ++i) {
        const ts_term *term = chosen->item[i].term;
        ts_term_trouble trouble;
        if (!ts_term_has_trouble(term, &trouble)) continue;
        any = true;
        ts_say(stderr, "touchstone: %s failed %" PRIu64 " times; first it %s, --at ", term->name, trouble.count,
               trouble.what);
        for (int k = 0; k < term->inputs; ++k) fprintf(stderr, "%s%.17g", k ? "," : "", trouble.inputs[k]);
        for (int k = 0; k < term->parameters; ++k) fprintf(stderr, ",%.17g", trouble.parameters[k]);
        fputc('\n', stderr);
    }
    return any;
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static void report_progress(void *self, const char *what, uint64_t done, uint64_t total) {
    ts_progress_update(self, what, done, total);
}

static ts_status write_outputs(const request *asked, const ts_barrier_results *results, const ts_context *context,
                               ts_error *error) {
    ts_status status = ts_barrier_print(results, stdout, error);
    if (status == TS_OK && asked->json) status = ts_barrier_write_json(results, context, asked->json, error);
    if (status == TS_OK && asked->plot) status = plot(results, asked, error);
    return status;
}

static ts_status run_sweeps(const request *asked, const subjects *chosen, int *code, ts_error *error) {
    ts_progress progress;
    ts_context context;
    ts_barrier_results results;
    ts_progress_init(&progress);
    ts_context_fill(&context);
    const ts_barrier_options options = {
        .subjects = chosen->item,
        .subject_count = chosen->count,
        .samples = asked->samples,
        .scan = asked->scan,
        .seed = asked->seed,
        .report = report_progress,
        .interrupted = interrupted,
        .self = &progress,
    };
    ts_status status = ts_barrier_run(&options, &results, error);
    ts_progress_finish(&progress);
    if (status != TS_OK) return status;
    status = write_outputs(asked, &results, &context, error);
    if (ts_barrier_any_failure(&results)) *code = TS_EXIT_UNSAFE;
    if (results.interrupted) *code = TS_EXIT_INTERRUPTED;
    ts_barrier_results_clear(&results);
    return status;
}

static ts_status print_point(const request *asked, const subjects *chosen, int *code, ts_error *error) {
    ts_term_point at;
    bool wrong = false;
    if (chosen->count != 1) {
        return ts_fail(error, TS_ERROR_USAGE, "--at needs one term, by --term or --plugin; these are %zu",
                       chosen->count);
    }
    ts_status status = ts_barrier_read_point(chosen->item[0].term, &asked->at, &at, error);
    if (status == TS_OK) status = ts_barrier_print_at(&chosen->item[0], &at, &wrong, error);
    if (wrong) *code = TS_EXIT_UNSAFE;
    return status;
}

static ts_status judge(const request *asked, int *code, ts_error *error) {
    subjects all = {0}, chosen = {0};
    if (asked->threads > 0) omp_set_num_threads((int)asked->threads);
    ts_status status = gather(asked, &all, error);
    if (status == TS_OK) status = choose(asked, &all, &chosen, error);
    if (status == TS_OK) status = check_plots(asked, &chosen, error);
    if (status == TS_OK) {
        status =
            asked->at.count > 0 ? print_point(asked, &chosen, code, error) : run_sweeps(asked, &chosen, code, error);
        if (print_trouble(&chosen) && *code == TS_EXIT_FINE) *code = TS_EXIT_UNSAFE;
    }
    for (size_t i = 0; i < all.count; ++i) ts_term_release(all.item[i].term);
    for (size_t i = 0; all.origin && i < asked->plugins.objects.count; ++i) free(all.origin[i]);
    free(all.origin);
    free(all.item);
    free(chosen.item);
    return status;
}

int ts_cmd_barrier(int argc, char **argv) {
    request asked = {.samples = 48, .scan = TS_SCAN_STANDARD, .seed = 1};
    ts_error error;
    bool help;
    int code = TS_EXIT_FINE;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = judge(&asked, &code, &error);
    if (status != TS_OK) code = ts_complain(&error);
    ts_text_list_clear(&asked.operands);
    ts_text_list_clear(&asked.names);
    ts_plugin_list_clear(&asked.plugins);
    ts_text_list_clear(&asked.at);
    return code;
}
