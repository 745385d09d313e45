/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-solver: where the time of a Newton iteration goes, against the bare factorization and solve of the same
 * matrices in the same run; with one thread and with two, whose bits must be the same. */
#include <getopt.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/solver.h"
#include "core/error.h"
#include "core/hash.h"
#include "scenes/run/run.h"

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
    char name[32];
} measured;

static ts_status hash_positions(void *self, ts_simulation *simulation, const double (*x_before)[3],
                                const ts_step_report *report, ts_error *error) {
    measured *run = self;
    const ts_state *state = &simulation->state;
    (void)x_before, (void)report, (void)error;
    run->nodes = simulation->bodies.nodes;
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

/* Seconds by ts_cipc_phase. */
static double iteration_seconds(const double *seconds) {
    double sum = 0.0;
    for (size_t k = 0; k < ts_cipc_solver.phase_count; ++k) {
        sum += ts_cipc_solver.phases[k].is_part ? 0.0 : seconds[k];
    }
    return sum;
}

static double bare_seconds(const double *seconds) {
    return seconds[TS_PHASE_FACTOR] + seconds[TS_PHASE_SOLVE];
}

static void print_head(void) {
    printf("%-18s %2s %6s %5s %6s %8s %8s %7s %8s %8s %7s %7s %8s %7s %7s %7s %7s %6s %6s %5s\n", "scene", "th",
           "nodes", "steps", "newton", "contacts", "ccd/it", "iter ms", "factor", "solve", "analyse", "assemble",
           "filter", "search", "broad", "set", "ccd", "contact", "ratio", "anal.");
}

static double analyses_of(const ts_run_result *result) {
    for (size_t k = 0; k < result->figures; ++k) {
        if (strcmp(result->figure[k].name, "analyses") == 0) return result->figure[k].value;
    }
    return 0.0;
}

static void print_run(int threads, const measured *run) {
    const ts_run_result *r = &run->result;
    const double *p = r->phase_seconds;
    const double all = iteration_seconds(p), bare = bare_seconds(p);
    const size_t iterations = r->iterations > 0 ? r->iterations : 1;
    printf("%-18s %2d %6zu %5zu %6zu %8zu %8zu %7.1f %8.1f %8.1f %7.1f %7.1f %8.1f %7.1f %7.1f %7.1f %7.1f %5.1f%% "
           "%6.2f %5.0f\n",
           run->name, threads, run->nodes, r->last_step, r->iterations, r->most_contacts, r->ccd_queries / iterations,
           each(run, all), each(run, p[TS_PHASE_FACTOR]), each(run, p[TS_PHASE_SOLVE]), each(run, p[TS_PHASE_ANALYSE]),
           each(run, p[TS_PHASE_ASSEMBLE]), each(run, p[TS_PHASE_FILTER]), each(run, p[TS_PHASE_SEARCH]),
           each(run, p[TS_PHASE_BROAD]), each(run, p[TS_PHASE_CONTACT_SET]), each(run, p[TS_PHASE_CCD]),
           all > 0.0 ? 100.0 * (p[TS_PHASE_BROAD] + p[TS_PHASE_CONTACT_SET] + p[TS_PHASE_CCD]) / all : 0.0,
           bare > 0.0 ? all / bare : 0.0, analyses_of(r));
}

/* What is not the linear solve, per thousand nodes: the same for all sizes when it grows as they do. */
static void print_growth(const measured *run, size_t scenes) {
    printf("\n%-18s %7s %9s %19s\n", "growth (1 thread)", "nodes", "iter ms", "not solve / 1000 nodes");
    for (size_t k = 0; k < scenes; ++k) {
        const double *p = run[k].result.phase_seconds;
        const double all = iteration_seconds(p), rest = all - bare_seconds(p) - p[TS_PHASE_ANALYSE];
        printf("%-18s %7zu %9.1f %19.2f\n", run[k].name, run[k].nodes, each(&run[k], all),
               1e3 * each(&run[k], rest) / (double)run[k].nodes);
    }
}

static void name_run(const char *path, measured *run) {
    const char *slash = strrchr(path, '/');
    snprintf(run->name, sizeof run->name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(run->name, '.');
    if (dot) *dot = 0;
}

/* *first: the run with one thread. */
static int bench_scene(const char *path, const bench_settings *settings, measured *first) {
    for (int threads = 1; threads <= settings->most_threads; ++threads) {
        measured run;
        ts_error error;
        if (measure(path, settings, threads, &run, &error) != TS_OK) {
            fprintf(stderr, "bench-solver: %s\n", error.message);
            return EXIT_FAILURE;
        }
        name_run(path, &run);
        print_run(threads, &run);
        fflush(stdout);
        if (threads == 1) {
            *first = run;
            continue;
        }
        const double here = iteration_seconds(run.result.phase_seconds) - run.result.phase_seconds[TS_PHASE_FACTOR];
        const double alone =
            iteration_seconds(first->result.phase_seconds) - first->result.phase_seconds[TS_PHASE_FACTOR];
        printf("%-18s %d threads: %.2f times as fast outside the factorization; %s bits\n", "", threads,
               here > 0.0 ? alone / here : 0.0, run.hash == first->hash ? "the same" : "OTHER");
        if (run.hash != first->hash) return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static void print_usage(FILE *out) {
    fprintf(out,
            "Usage: bench-solver [--steps N] [--threads N] [--ccd NAME] SCENE.json...\n\n"
            "Runs each scene with 1 to N threads and prints milliseconds per Newton iteration by phase. 'ratio' is\n"
            "the whole iteration over its numeric factorization and triangular solves, timed in the same run.\n"
            "'filter' holds a broad phase and 'ccd', 'search' the active sets ('set'); 'contact' is the share of\n"
            "broad, set and ccd; 'anal.' how often the factor's pattern was analysed. Where threads share a busy\n"
            "machine, set OMP_WAIT_POLICY=passive.\n");
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
    if (optind == argc || ts_ccd_register_builtin(&error) != TS_OK ||
        ts_solver_register(&ts_cipc_solver, &error) != TS_OK) {
        print_usage(stderr);
        return 2;
    }
    const size_t scenes = (size_t)(argc - optind);
    measured *alone = calloc(scenes, sizeof *alone);
    if (!alone) return EXIT_FAILURE;
    print_head();
    int code = EXIT_SUCCESS;
    for (size_t k = 0; k < scenes && code == EXIT_SUCCESS; ++k)
        code = bench_scene(argv[optind + (int)k], &settings, &alone[k]);
    if (code == EXIT_SUCCESS && scenes > 1) print_growth(alone, scenes);
    free(alone);
    return code;
}
