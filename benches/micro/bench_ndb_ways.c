/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb-ways: scenes through the second solver on one thread, with every state and every accepted way checked in
 * exact arithmetic; what it took, and how the last way of each step ended. One line for each scene.
 *
 * usage: bench-ndb-ways [--size SIZE] [--steps N] [--ccd METHOD] [--options JSON] [--no-exact] SCENE.json ... */
#include <getopt.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/number.h"
#include "benches/micro/operands.h"
#include "benches/solvers.h"
#include "core/clock.h"
#include "scenes/read/scene.h"
#include "scenes/run/verify.h"
#include "scenes/solver.h"

typedef struct bench_settings {
    const char *size, *method, *options;
    size_t steps; /* 0: the scene's */
    bool exact;
} bench_settings;

typedef struct run {
    ts_simulation *simulation;
    bool exact, is_open; /* is_open: a way has begun, whose end is not known yet */
    double (*from)[3];
    double last_fraction; /* of the way that is open */
    size_t ways, way_offences, state_offences, cut[2], in_a_row, longest, unfinished, steps;
    double least_gap, seconds;
    double check_seconds; /* of exact checks, some of them within a step */
    ts_error error;
    ts_status status;
} run;

static void check_way(run *all, const double (*to)[3]) {
    ts_verify_report report;
    if (!all->is_open || !all->exact || all->status != TS_OK) return;
    const double start = ts_thread_seconds();
    ts_verify_report_init(&report);
    all->status = ts_verify_way(&all->simulation->bodies, (const double(*)[3])all->from, to, &report, &all->error);
    all->check_seconds += ts_thread_seconds() - start;
    all->way_offences += ts_verify_report_total(&report);
}

/* A way begins where the one before has ended. */
static void listen(void *self, int iteration, const ts_displacement *displacement) {
    run *all = self;
    (void)iteration;
    check_way(all, displacement->from);
    memcpy(all->from, displacement->from, all->simulation->bodies.nodes * sizeof *all->from);
    all->is_open = true;
    all->last_fraction = displacement->fraction;
    ++all->ways;
}

static void note_step(run *all, const ts_step_report *report) {
    check_way(all, (const double(*)[3])all->simulation->state.x);
    all->is_open = false;
    if (all->exact && all->status == TS_OK) {
        ts_verify_report state;
        all->status = ts_verify_simulation(all->simulation, NULL, &state, &all->error);
        all->state_offences += ts_verify_report_total(&state);
    }
    all->cut[0] += all->last_fraction < 1e-2;
    all->cut[1] += all->last_fraction < 1e-6;
    all->in_a_row = all->last_fraction < 1e-6 ? all->in_a_row + 1 : 0;
    all->longest = all->in_a_row > all->longest ? all->in_a_row : all->longest;
    all->unfinished += report->outcome != TS_STEP_DONE;
    all->least_gap = fmin(all->least_gap, report->least_gap);
    ++all->steps;
}

static void make_steps(run *all, size_t steps) {
    while (all->steps < steps && all->status == TS_OK) {
        ts_step_report report = {0};
        const double start = ts_thread_seconds(), checked = all->check_seconds;
        all->status = ts_simulation_step(all->simulation, &report, &all->error);
        all->seconds += ts_thread_seconds() - start - (all->check_seconds - checked);
        if (all->status != TS_OK) return;
        note_step(all, &report);
        if (report.outcome == TS_STEP_UNANSWERED || report.outcome == TS_STEP_UNREACHED) return;
    }
}

static double figure(const ts_figure *list, size_t count, const char *name) {
    for (size_t k = 0; k < count; ++k) {
        if (strcmp(list[k].name, name) == 0) return list[k].value;
    }
    return NAN;
}

static void print_run(const char *name, const run *all) {
    ts_figure list[TS_SOLVER_MOST_FIGURES];
    const ts_solver *solver = all->simulation->choice.solver;
    const size_t count = solver->figures(all->simulation->self, list);
    const double steps = all->steps > 0 ? (double)all->steps : 1.0;
    printf("%-14s %6zu %5zu %7.1f %6.2f %6.3f %8zu %7zu %7zu %6zu %6zu %5zu %5zu %10.3e %8.3f\n", name,
           all->simulation->bodies.nodes, all->steps, figure(list, count, "lg") / steps,
           figure(list, count, "full_ccds") / steps, figure(list, count, "full_ccds") / figure(list, count, "lg"),
           all->ways, all->way_offences, all->state_offences, all->cut[0], all->cut[1], all->longest, all->unfinished,
           all->least_gap, all->seconds / steps);
    fflush(stdout);
}

static ts_status run_scene(const char *path, const bench_settings *settings, const ts_ccd_method *method,
                           ts_error *error) {
    ts_scene scene;
    const ts_scene_options options = {.size = settings->size, .solver = "ndb", .solver_options = settings->options};
    ts_status status = ts_scene_read(path, &options, &scene, error);
    if (status != TS_OK) return status;
    run all = {.exact = settings->exact, .least_gap = INFINITY};
    const ts_simulation_hooks hooks = {.method = method, .displacements = {listen, &all}};
    const char *slash = strrchr(path, '/');
    status = ts_simulation_create(&scene.setup, &hooks, &all.simulation, error);
    if (status == TS_OK) {
        all.from = malloc((all.simulation->bodies.nodes + 1) * sizeof *all.from);
        if (!all.from) all.status = TS_ERROR_MEMORY;
        make_steps(&all, settings->steps > 0 ? settings->steps : scene.steps);
        print_run(slash ? slash + 1 : path, &all);
        status = all.status;
        *error = all.error;
        free(all.from);
        ts_simulation_destroy(all.simulation);
    }
    ts_scene_clear(&scene);
    return status;
}

static const struct option OPTIONS[] = {
    {"size", required_argument, NULL, 's'}, {"steps", required_argument, NULL, 'n'},
    {"ccd", required_argument, NULL, 'c'},  {"options", required_argument, NULL, 'o'},
    {"no-exact", no_argument, NULL, 'x'},   {NULL, 0, NULL, 0}};

static int usage(void) {
    return ts_bench_usage("bench-ndb-ways [--size SIZE] [--steps N] [--ccd METHOD] [--options JSON] [--no-exact] "
                          "SCENE.json...");
}

int main(int argc, char **argv) {
    bench_settings settings = {.size = "tiny", .method = "certified", .exact = true};
    for (int c; (c = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        switch (c) {
        case 's': settings.size = optarg; break;
        case 'n':
            if (!ts_bench_size(optarg, 1, UINT32_MAX, &settings.steps)) return usage();
            break;
        case 'c': settings.method = optarg; break;
        case 'o': settings.options = optarg; break;
        case 'x': settings.exact = false; break;
        default: return usage();
        }
    }
    if (optind == argc) return usage();
    ts_error error = {0};
    ts_ccd_method method;
    omp_set_num_threads(1);
    ts_status status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = ts_solvers_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, settings.method, NULL, &error);
    if (status != TS_OK) {
        fprintf(stderr, "bench-ndb-ways: %s\n", error.message);
        return EXIT_FAILURE;
    }
    printf("size %s, %s, %s; CPU seconds of one thread\n", settings.size, settings.method,
           settings.options ? settings.options : "standard options");
    printf("%-14s %6s %5s %7s %6s %6s %8s %7s %7s %6s %6s %5s %5s %10s %8s\n", "scene", "nodes", "steps", "LG/step",
           "full", "per LG", "ways", "off.way", "off.st.", "<1e-2", "<1e-6", "row", "unf.", "least gap", "s/step");
    int worst = EXIT_SUCCESS;
    for (int k = optind; k < argc; ++k) {
        if (run_scene(argv[k], &settings, &method, &error) == TS_OK) continue;
        printf("%s: %s\n", argv[k], error.message);
        worst = EXIT_FAILURE;
    }
    ts_ccd_method_clear(&method);
    return worst;
}
