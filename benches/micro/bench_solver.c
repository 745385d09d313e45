/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-solver: where the time of a Newton iteration goes, against the bare factorization and solve of the same
 * matrices in the same run; with one thread and with two, whose bits must be the same. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benches/context.h"
#include "benches/micro/number.h"
#include "benches/micro/published_aims.h"
#include "benches/micro/solver_aims.h"
#include "benches/micro/solver_run.h"
#include "benches/micro/start.h"
#include "cipc/solver.h"

typedef ts_solver_run measured;

typedef struct bench_settings {
    ts_solver_run_asked run; /* but for the scene and the threads */
    int most_threads;
    bool with_aims;
    const char *published;
} bench_settings;

static double each(const measured *run, double seconds) {
    return run->result.iterations > 0 ? 1e3 * seconds / (double)run->result.iterations : 0.0;
}

static double bare_seconds(const double *seconds) {
    return seconds[TS_PHASE_FACTOR] + seconds[TS_PHASE_SOLVE];
}

static void print_head(void) {
    printf("%-18s %2s %6s %5s %6s %8s %8s %7s %8s %8s %7s %7s %8s %7s %7s %7s %7s %6s %6s %5s %7s %6s %7s %7s %5s\n",
           "scene", "th", "nodes", "steps", "newton", "contacts", "ccd/it", "iter ms", "factor", "solve", "analyse",
           "assemble", "filter", "search", "broad", "set", "ccd", "contact", "ratio", "anal.", "cpu ms", "MiB",
           "B/node", "B/cont.", "trip");
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
    const double all = ts_iteration_seconds(run), bare = bare_seconds(p);
    const size_t iterations = r->iterations > 0 ? r->iterations : 1;
    printf("%-18s %2d %6zu %5zu %6zu %8zu %8zu %7.1f %8.1f %8.1f %7.1f %7.1f %8.1f %7.1f %7.1f %7.1f %7.1f %5.1f%% "
           "%6.2f %5.0f %7.1f %6.0f %7.0f %7.0f %5.0f\n",
           run->name, threads, run->nodes, r->last_step, r->iterations, r->most_contacts, r->ccd_queries / iterations,
           each(run, all), each(run, p[TS_PHASE_FACTOR]), each(run, p[TS_PHASE_SOLVE]), each(run, p[TS_PHASE_ANALYSE]),
           each(run, p[TS_PHASE_ASSEMBLE]), each(run, p[TS_PHASE_FILTER]), each(run, p[TS_PHASE_SEARCH]),
           each(run, p[TS_PHASE_BROAD]), each(run, p[TS_PHASE_CONTACT_SET]), each(run, p[TS_PHASE_CCD]),
           all > 0.0 ? 100.0 * (p[TS_PHASE_BROAD] + p[TS_PHASE_CONTACT_SET] + p[TS_PHASE_CCD]) / all : 0.0,
           bare > 0.0 ? all / bare : 0.0, analyses_of(r), each(run, run->process_seconds), run->peak_bytes / 1048576.0,
           run->peak_bytes / (double)run->nodes,
           r->most_contacts > 0 ? run->peak_bytes / (double)r->most_contacts : 0.0, 1e9 * run->trip_seconds);
}

/* What is not the linear solve, per thousand nodes: the same for all sizes when it grows as they do. */
static void print_growth(const measured *run, size_t scenes) {
    printf("\n%-18s %7s %9s %19s\n", "growth (1 thread)", "nodes", "iter ms", "not solve / 1000 nodes");
    for (size_t k = 0; k < scenes; ++k) {
        const double *p = run[k].result.phase_seconds;
        const double all = ts_iteration_seconds(&run[k]), rest = all - bare_seconds(p) - p[TS_PHASE_ANALYSE];
        printf("%-18s %7zu %9.1f %19.2f\n", run[k].name, run[k].nodes, each(&run[k], all),
               1e3 * each(&run[k], rest) / (double)run[k].nodes);
    }
}

/* *first: the run with one thread. */
static int bench_scene(const char *path, const bench_settings *settings, measured *first) {
    for (int threads = 1; threads <= settings->most_threads; ++threads) {
        measured run;
        ts_error error;
        ts_solver_run_asked asked = settings->run;
        asked.scene = path;
        asked.threads = threads;
        if (ts_solver_run_measure(&asked, &run, &error) != TS_OK) {
            fprintf(stderr, "bench-solver: %s\n", error.message);
            return EXIT_FAILURE;
        }
        print_run(threads, &run);
        fflush(stdout);
        if (threads == 1) {
            *first = run;
            continue;
        }
        const double here = ts_iteration_seconds(&run), alone = ts_iteration_seconds(first);
        const double rest = here - run.result.phase_seconds[TS_PHASE_FACTOR];
        printf("%-18s %d threads: %.2f times as fast, %.2f outside the factorization; %s bits\n", "", threads,
               here > 0.0 ? alone / here : 0.0,
               rest > 0.0 ? (alone - first->result.phase_seconds[TS_PHASE_FACTOR]) / rest : 0.0,
               run.hash == first->hash ? "the same" : "OTHER");
        if (run.hash != first->hash) return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static void print_usage(FILE *out) {
    fprintf(
        out,
        "Usage: bench-solver [--steps N] [--threads N] [--ccd NAME] [--size NAME] [--solver-options JSON] "
        "SCENE.json...\n"
        "       bench-solver --aims [FOLDER OF SCENES]\n"
        "       bench-solver --published FOLDER [FOLDER OF SCENES]\n\n"
        "Runs each scene with 1 to N threads and prints milliseconds per Newton iteration by phase. 'ratio' is\n"
        "the whole iteration over its numeric factorization and triangular solves, timed in the same run.\n"
        "'filter' holds a broad phase and 'ccd', 'search' the active sets ('set'); 'contact' is the share of\n"
        "broad, set and ccd; 'anal.' how often the factor's pattern was analysed; 'cpu ms' processor time of the\n"
        "whole run per iteration; 'MiB' its peak of memory, also per node and per contact of the iteration with\n"
        "the most, 0 without any; 'trip' the nanoseconds of a number from one thread to another and back, 0\n"
        "with one: where it is several times what it was, two threads gain less.\n"
        "Threads spin, each on its core; where they share a busy machine, set OMP_WAIT_POLICY=passive.\n"
        "--aims runs what the solver's aims ask for and prints them with what was reached; it takes minutes.\n"
        "--published does so for those beside the published program, whose iterations and seconds of each step are\n"
        "in FOLDER (drape.iterations.txt, noodles.iterations.txt, cards.iterations.txt).\n");
}

/* published: NULL, or the folder of its figures. */
static int print_aims(const char *folder, const char *published) {
    enum { PASSES = 5 };
    ts_error error;
    const ts_status status =
        published ? ts_published_aims_print(folder, published, &error) : ts_solver_aims_print(folder, PASSES, &error);
    if (status == TS_OK) return EXIT_SUCCESS;
    fprintf(stderr, "bench-solver: %s\n", error.message);
    return EXIT_FAILURE;
}

static void print_machine(void) {
    ts_context context;
    ts_context_fill_of_solver(&context);
    printf("%s, %d cores, BLAS for %s\n", context.cpu, context.cores, context.blas);
}

int main(int argc, char **argv) {
    /* Threads that wait by spinning stay on cores of their own: passes of two that may move are slower than one thread
     * now and then (docs/benchmarks.md). */
    static char bound[] = "OMP_PROC_BIND=true";
    ts_bench_start_again(argv, bound);
    bench_settings settings = {.run = {.steps = 5, .method = "certified"}, .most_threads = 2};
    static const struct option options[] = {{"steps", required_argument, NULL, 's'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"ccd", required_argument, NULL, 'c'},
                                            {"size", required_argument, NULL, 'z'},
                                            {"solver-options", required_argument, NULL, 'o'},
                                            {"aims", no_argument, NULL, 'a'},
                                            {"published", required_argument, NULL, 'p'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    bool good = true, chosen = false;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        chosen |= option != 'a' && option != 'p'; /* aims say themselves what is run */
        switch (option) {
        case 's': good &= ts_bench_size(optarg, 1, UINT32_MAX, &settings.run.steps); break;
        case 't': good &= ts_bench_int(optarg, 1, 1024, &settings.most_threads); break;
        case 'c': settings.run.method = optarg; break;
        case 'z': settings.run.size = optarg; break;
        case 'o': settings.run.options = optarg; break;
        case 'a': settings.with_aims = true; break;
        case 'p': settings.published = optarg; break;
        case 'h': print_usage(stdout); return EXIT_SUCCESS;
        default: print_usage(stderr); return 2;
        }
    }
    ts_error error;
    const bool by_aims = settings.with_aims || settings.published;
    good &= by_aims ? !chosen && argc - optind <= 1 && !(settings.with_aims && settings.published) : optind < argc;
    if (!good || ts_ccd_register_builtin(&error) != TS_OK || ts_solver_register(&ts_cipc_solver, &error) != TS_OK) {
        print_usage(stderr);
        return 2;
    }
    print_machine();
    if (by_aims) return print_aims(optind < argc ? argv[optind] : "datasets/scenes", settings.published);
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
