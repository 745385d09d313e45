/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb-beside: the second solver beside C-IPC, step by step in turns, with the same corotated
 * membrane. The first runner is C-IPC at the scene's tolerance; a runner of --cipc or --ndb makes each step from the
 * state where that one began it, a runner of --own goes its own way. What an answer is worth is said by one measure for
 * all: the gradient of inertia and elastic energy, M (x - z)/h^2 + dPsi/dx with the elements of the second solver, at
 * the nodes that nobody's contact pushes, over their weight. Hinges of the two solvers agree at small angles alone;
 * without bending (--limp) their energies are the same. Medians over the steps from --from on; seconds of one thread
 * are its own, of more (--threads) the wall's.
 *
 * usage: bench-ndb-beside [--size SIZE] [--threads N] [--limp] [--from N] [--to N] [--cipc|--ndb|--own JSON] ...
 * SCENE.json */
#include <getopt.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/number.h"
#include "benches/micro/operands.h"
#include "benches/micro/start.h"
#include "benches/solvers.h"
#include "core/error.h"
#include "core/vec3.h"
#include "ndb/solver_parts.h"
#include "scenes/read/scene.h"
#include "scenes/solver.h"

enum { MOST_RUNNERS = 12, MOST_STEPS = 512 };

typedef struct runner {
    const char *solver, *options; /* NULL: standard */
    bool own;
    ts_simulation *simulation;
    double (*start)[3], (*speed)[3]; /* of its step */
    double (*push)[3];               /* of contact at its end, N */
    double seconds[MOST_STEPS], gradient[MOST_STEPS], iterations[MOST_STEPS];
    bool unfinished[MOST_STEPS];
} runner;

typedef struct bench {
    const char *path, *size;
    bool limp;
    size_t from, to, runners;
    runner runner[MOST_RUNNERS];
    const ts_ccd_method *method;
    ts_ndb *judge; /* whose elements the measure takes */
} bench;

static ts_status create(const bench *all, runner *r, ts_error *error) {
    ts_scene scene;
    const ts_scene_options options = {.size = all->size, .solver = r->solver, .solver_options = r->options};
    ts_status status = ts_scene_read(all->path, &options, &scene, error);
    if (status != TS_OK) return status;
    for (size_t b = 0; b < scene.setup.bodies.bodies; ++b) {
        ts_material *material = &scene.setup.bodies.body[b].material;
        if (strcmp(material->membrane.name, "stvk") == 0) material->membrane = (ts_model_choice){.name = "corotated"};
        if (all->limp) material->bending_scale = 0.0;
    }
    const ts_simulation_hooks hooks = {.method = all->method};
    status = ts_simulation_create(&scene.setup, &hooks, &r->simulation, error);
    if (status == TS_OK) {
        const size_t n = r->simulation->bodies.nodes + 1;
        r->start = calloc(n, sizeof *r->start);
        r->speed = calloc(n, sizeof *r->speed);
        r->push = calloc(n, sizeof *r->push);
        if (!r->start || !r->speed || !r->push) status = ts_fail_memory(error, "a runner");
    }
    ts_scene_clear(&scene);
    return status;
}

static void destroy(runner *r) {
    ts_simulation_destroy(r->simulation);
    free(r->start);
    free(r->speed);
    free(r->push);
}

/* Puts a runner where another's step began. */
static void follow(runner *r, const runner *lead, size_t step) {
    ts_state *state = &r->simulation->state;
    const size_t size = r->simulation->bodies.nodes * sizeof *state->x;
    memcpy(state->x, lead->start, size);
    memcpy(state->v, lead->speed, size);
    state->step = step;
    state->time = (double)step * r->simulation->settings.h;
    if (strcmp(r->solver, "ndb") == 0) memset(((ts_ndb *)r->simulation->self)->forwarded, 0, size);
}

static ts_status make_step(runner *r, size_t step, ts_error *error) {
    ts_simulation *s = r->simulation;
    const size_t size = s->bodies.nodes * sizeof *s->state.x;
    ts_step_report report = {0};
    memcpy(r->start, s->state.x, size);
    memcpy(r->speed, s->state.v, size);
    const double begun = ts_ccd_filter_clock();
    const ts_status status = ts_simulation_step(s, &report, error);
    if (status != TS_OK) return status;
    r->seconds[step] = ts_ccd_filter_clock() - begun;
    r->iterations[step] = report.iterations;
    r->unfinished[step] = report.outcome != TS_STEP_DONE;
    memset(r->push, 0, size);
    s->choice.solver->contact_forces(s->self, r->push);
    return TS_OK;
}

static bool is_free(const bench *all, size_t i) {
    if (all->judge->told[i]) return false;
    for (size_t k = 0; k < all->runners; ++k) {
        const runner *r = &all->runner[k];
        if (!r->own && ts_norm2(r->push[i]) > 0.0) return false;
    }
    return true;
}

/* r.m.s. over the free nodes of |M (x - z)/h^2 + dPsi/dx| / (m g); NaN where there is none, or no gravity. */
static double gradient_of(const bench *all, const runner *r) {
    ts_ndb *judge = all->judge;
    const ts_simulation *s = r->simulation;
    const double h = s->settings.h;
    double sum = 0.0;
    size_t count = 0;
    bool weightless = false;
    for (size_t i = 0; i < s->bodies.nodes; ++i) memcpy(judge->x[i], s->state.x[i], sizeof s->state.x[i]);
    ts_ndb_elastic_local(&judge->elastic, (const ts_ndb_row *)judge->x, judge->r);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (!is_free(all, i) || (r->own && ts_norm2(r->push[i]) > 0.0)) continue;
        double z[3], off[3];
        ts_axpy(r->start[i], h, r->speed[i], z);
        ts_axpy(z, h * h, s->acceleration[i], z);
        ts_sub(z, s->state.x[i], off);
        const double force[3] = {judge->r[i][0], judge->r[i][1], judge->r[i][2]};
        double left[3];
        ts_axpy(force, judge->inertia[i], off, left);
        const double weight = s->bodies.mass[i] * sqrt(ts_norm2(s->acceleration[i]));
        sum += ts_norm2(left) / (weight * weight);
        ++count;
        weightless |= !(weight > 0.0);
    }
    return count > 0 && !weightless ? sqrt(sum / (double)count) : NAN;
}

static ts_status make_steps(bench *all, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t step = 0; step < all->to && status == TS_OK; ++step) {
        for (size_t k = 0; k < all->runners && status == TS_OK; ++k) {
            runner *r = &all->runner[k];
            if (k > 0 && !r->own) {
                if (step + 1 < all->from) continue;
                follow(r, &all->runner[0], step);
            }
            status = make_step(r, step, error);
        }
        if (step + 1 < all->from || status != TS_OK) continue;
        for (size_t k = 0; k < all->runners; ++k) all->runner[k].gradient[step] = gradient_of(all, &all->runner[k]);
    }
    return status;
}

static int ascend(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of what has no value in one of the steps there is none. */
static double median(const bench *all, const double *value) {
    double sorted[MOST_STEPS];
    const size_t first = all->from - 1, count = all->to - first;
    memcpy(sorted, value + first, count * sizeof *sorted);
    for (size_t i = 0; i < count; ++i) {
        if (isnan(sorted[i])) return NAN;
    }
    qsort(sorted, count, sizeof *sorted, ascend);
    return count % 2 ? sorted[count / 2] : 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]);
}

static int unfinished(const bench *all, const runner *r) {
    int sum = 0;
    for (size_t step = all->from - 1; step < all->to; ++step) sum += r->unfinished[step];
    return sum;
}

static void print_gradient(double gradient) {
    if (isnan(gradient))
        printf(" %10s", "-");
    else
        printf(" %10.3e", gradient);
}

static void print(const bench *all) {
    const double lead = median(all, all->runner[0].seconds);
    printf("%zu nodes%s, h %g s, steps %zu to %zu; threads %d\n", all->runner[0].simulation->bodies.nodes,
           all->limp ? " without bending" : "", all->runner[0].simulation->settings.h, all->from, all->to,
           omp_get_max_threads());
    printf("%-5s %-4s %10s %8s %10s %10s %5s  %s\n", "", "", "gradient", "iter.", "s/step", "times", "unf.", "options");
    for (size_t k = 0; k < all->runners; ++k) {
        const runner *r = &all->runner[k];
        const double seconds = median(all, r->seconds);
        printf("%-5s %-4s", r->solver, r->own ? "own" : "");
        print_gradient(median(all, r->gradient));
        printf(" %8.1f %10.4f %10.2f %5d  %s\n", median(all, r->iterations), seconds, lead / seconds,
               unfinished(all, r), r->options ? r->options : "standard");
    }
}

static ts_status run(bench *all, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < all->runners && status == TS_OK; ++k) {
        status = create(all, &all->runner[k], error);
        if (status == TS_OK && !all->judge && strcmp(all->runner[k].solver, "ndb") == 0)
            all->judge = all->runner[k].simulation->self;
    }
    if (status == TS_OK && !all->judge)
        status =
            ts_fail(error, TS_ERROR_USAGE, "the measure takes elements of ndb: give --ndb or --own, '{}' for standard");
    if (status == TS_OK) status = make_steps(all, error);
    if (status == TS_OK) print(all);
    for (size_t k = 0; k < all->runners; ++k) destroy(&all->runner[k]);
    return status;
}

static const struct option OPTIONS[] = {{"size", required_argument, NULL, 's'},
                                        {"limp", no_argument, NULL, 'l'},
                                        {"from", required_argument, NULL, 'f'},
                                        {"to", required_argument, NULL, 't'},
                                        {"cipc", required_argument, NULL, 'c'},
                                        {"ndb", required_argument, NULL, 'n'},
                                        {"own", required_argument, NULL, 'o'},
                                        {"threads", required_argument, NULL, 'j'},
                                        {NULL, 0, NULL, 0}};

static bool add_runner(bench *all, const char *solver, const char *options, bool own) {
    if (all->runners == MOST_RUNNERS) return false;
    all->runner[all->runners++] = (runner){.solver = solver, .options = options, .own = own};
    return true;
}

int main(int argc, char **argv) {
    static char spinning[] = "GOMP_SPINCOUNT=10000";
    ts_bench_start_again(argv, spinning);
    static bench all = {.size = "tiny", .from = 5, .to = 10};
    bool good = add_runner(&all, "cipc", NULL, false);
    int threads = 1;
    for (int c; (c = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        switch (c) {
        case 's': all.size = optarg; break;
        case 'l': all.limp = true; break;
        case 'f': good = good && ts_bench_size(optarg, 1, MOST_STEPS, &all.from); break;
        case 't': good = good && ts_bench_size(optarg, 1, MOST_STEPS, &all.to); break;
        case 'c': good = good && add_runner(&all, "cipc", optarg, false); break;
        case 'n': good = good && add_runner(&all, "ndb", optarg, false); break;
        case 'o': good = good && add_runner(&all, "ndb", optarg, true); break;
        case 'j': good = good && ts_bench_int(optarg, 1, 1024, &threads); break;
        default: good = false;
        }
    }
    if (!good || optind + 1 != argc || all.to < all.from) {
        return ts_bench_usage("bench-ndb-beside [--size SIZE] [--threads N] [--limp] [--from N] [--to N]\n"
                              "                        [--cipc JSON|--ndb JSON|--own JSON]... SCENE.json");
    }
    all.path = argv[optind];
    ts_error error = {0};
    static ts_ccd_method method;
    omp_set_num_threads(threads);
    ts_status status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = ts_solvers_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, "certified", NULL, &error);
    all.method = &method;
    if (status == TS_OK) {
        status = run(&all, &error);
        ts_ccd_method_clear(&method);
    }
    if (status != TS_OK) fprintf(stderr, "bench-ndb-beside: %s\n", error.message);
    return status == TS_OK ? EXIT_SUCCESS : status == TS_ERROR_USAGE ? 2 : EXIT_FAILURE;
}
