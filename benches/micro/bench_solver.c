/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-solver: where the time of a Newton iteration goes, against the bare factorization and solve of the same
 * matrices in the same run; with one thread and with two, whose bits must be the same. */
#include <getopt.h>
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/run.h"
#include "core/error.h"
#include "core/hash.h"

typedef struct bench_settings {
    size_t steps;
    int most_threads;
    const char *method;
} bench_settings;

/* One run of a scene. */
typedef struct measured {
    ts_run_result result;
    uint64_t hash; /* of the positions after every step */
    size_t nodes;
} measured;

static ts_status hash_positions(void *self, ts_simulation *simulation, const double (*x_before)[3],
                                const ts_step_report *report, ts_error *error) {
    measured *run = self;
    const ts_state *state = ts_simulation_state(simulation);
    (void)x_before, (void)report, (void)error;
    run->nodes = ts_simulation_bodies(simulation)->nodes;
    for (size_t i = 0; i < run->nodes; ++i) {
        for (int c = 0; c < 3; ++c) run->hash = ts_hash_double(run->hash, state->x[i][c]);
    }
    return TS_OK;
}

static ts_status measure(const char *path, const bench_settings *settings, int threads, measured *run,
                         ts_error *error) {
    ts_scene scene;
    ts_ccd_method method;
    ts_status status = ts_scene_read(path, NULL, &scene, error);
    if (status != TS_OK) return status;
    status = ts_ccd_method_init(&method, settings->method, NULL, error);
    if (status == TS_OK) {
        *run = (measured){.hash = TS_HASH_START};
        omp_set_num_threads(threads);
        const ts_run_options options = {
            .steps = settings->steps,
            .checkpoint_every = SIZE_MAX,
            .method = &method,
            .after_step = hash_positions,
            .self = run,
        };
        status = ts_run(&scene, &options, &run->result, error);
        ts_ccd_method_clear(&method);
    }
    ts_scene_clear(&scene);
    return status;
}

static double each(const measured *run, double seconds) {
    return run->result.iterations > 0 ? 1e3 * seconds / (double)run->result.iterations : 0.0;
}

static double iteration_seconds(const ts_phase_seconds *p) {
    return p->assemble + p->analyse + p->factor + p->solve + p->filter + p->search;
}

static void print_run(const char *name, int threads, const measured *run) {
    const ts_phase_seconds *p = &run->result.phase;
    const double all = iteration_seconds(p), bare = p->factor + p->solve;
    printf("%-22s %2d %7zu %5zu %6zu %9zu %9.2f %9.2f %9.2f %9.2f %8.2f %8.2f %8.2f %8.2f %7.2f %6" PRIu64 "\n", name,
           threads, run->nodes, run->result.last_step, run->result.iterations, run->result.most_contacts,
           each(run, all), each(run, p->factor), each(run, p->solve), each(run, p->analyse), each(run, p->assemble),
           each(run, p->broad + p->set), each(run, p->ccd), each(run, p->search), bare > 0.0 ? all / bare : 0.0,
           run->result.linear.analyses);
}

static int bench_scene(const char *path, const bench_settings *settings) {
    measured first = {0};
    for (int threads = 1; threads <= settings->most_threads; ++threads) {
        measured run;
        ts_error error;
        if (measure(path, settings, threads, &run, &error) != TS_OK) {
            fprintf(stderr, "bench-solver: %s\n", error.message);
            return EXIT_FAILURE;
        }
        const char *slash = strrchr(path, '/');
        print_run(slash ? slash + 1 : path, threads, &run);
        if (threads == 1) {
            first = run;
            continue;
        }
        const double here = iteration_seconds(&run.result.phase) - run.result.phase.factor;
        const double alone = iteration_seconds(&first.result.phase) - first.result.phase.factor;
        printf("%-22s %d threads: %.2f times as fast outside the factorization; %s bits\n", "", threads,
               here > 0.0 ? alone / here : 0.0, run.hash == first.hash ? "the same" : "OTHER");
        if (run.hash != first.hash) return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static void print_usage(FILE *out) {
    fprintf(out,
            "Usage: bench-solver [--steps N] [--threads N] [--ccd NAME] SCENE.json...\n\n"
            "Runs each scene with 1 to N threads and prints milliseconds per Newton iteration by phase. 'ratio' is\n"
            "the whole iteration over its numeric factorization and triangular solves, timed in the same run.\n"
            "'set' is broad phase and active set, part of it inside 'search'.\n");
}

int main(int argc, char **argv) {
    bench_settings settings = {.steps = 5, .most_threads = 2, .method = "certified"};
    static const struct option options[] = {{"steps", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"ccd", required_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (option) {
        case 's': settings.steps = strtoul(optarg, NULL, 10); break;
        case 't': settings.most_threads = atoi(optarg); break;
        case 'c': settings.method = optarg; break;
        case 'h': print_usage(stdout); return EXIT_SUCCESS;
        default: print_usage(stderr); return 2;
        }
    }
    ts_error error;
    if (optind == argc || ts_ccd_register_builtin(&error) != TS_OK) {
        print_usage(stderr);
        return 2;
    }
    printf("%-22s %2s %7s %5s %6s %9s %9s %9s %9s %9s %8s %8s %8s %8s %7s %6s\n", "scene", "th", "nodes", "steps",
           "newton", "contacts", "iter ms", "factor", "solve", "analyse", "assemble", "set", "ccd", "search", "ratio",
           "anal.");
    int code = EXIT_SUCCESS;
    for (int k = optind; k < argc && code == EXIT_SUCCESS; ++k) code = bench_scene(argv[k], &settings);
    return code;
}
