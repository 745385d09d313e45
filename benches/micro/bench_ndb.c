/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb: what one local-global iteration of the solver ndb costs, part by part, beside the least time in which this
 * machine moves the same bytes, at the speed of a sum of rows over as many bytes as the part goes through once, and
 * beside the least time in which it makes the same operations. The limit is the larger of the two. A part is run twice
 * in a row and the second is held against the limit, so that caches help it as they help the sum, which is repeated as
 * well; `in turn` is the first, after all other parts. One thread by its own clock, more by the wall's; the best of
 * several rounds. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/micro/number.h"
#include "benches/micro/operands.h"
#include "benches/micro/start.h"
#include "benches/ndb/costs.h"
#include "benches/solvers.h"
#include "core/vec3.h"
#include "scenes/read/scene.h"

/* STEPS: before the measurement, so that there is contact. */
enum { ROUNDS = 40, SWEEPS = 20, STEPS = 30 };

typedef struct part {
    const char *name;
    double (*run)(ts_ndb *solver); /* returns seconds */
    double turn, best;             /* after the other parts, and after itself */
} part;

static double run_local(ts_ndb *s) {
    const double start = ts_ccd_filter_clock();
    ts_ndb_elastic_local(&s->elastic, (const ts_ndb_row *)s->x, s->r);
    return ts_ccd_filter_clock() - start;
}

static double run_subspace(ts_ndb *s) {
    const double start = ts_ccd_filter_clock();
    ts_ndb_subspace_set(&s->subspace, &(ts_ndb_added){0});
    ts_ndb_subspace_solve(&s->subspace, (const ts_ndb_row *)s->r, s->dx);
    return ts_ccd_filter_clock() - start;
}

static double smooth_by(ts_ndb *s, ts_ndb_smoother smoother) {
    const double start = ts_ccd_filter_clock();
    ts_ndb_smooth(&s->smoothing, smoother, SWEEPS, (const ts_ndb_row *)s->r, s->dx);
    return ts_ccd_filter_clock() - start;
}

static double run_jacobi(ts_ndb *s) {
    return smooth_by(s, TS_NDB_DAMPED);
}

static double run_gradients(ts_ndb *s) {
    return smooth_by(s, TS_NDB_PCG);
}

static double run_partial(ts_ndb *s) {
    if (!s->contact) return 0.0;
    const double start = ts_ccd_filter_clock();
    ts_ndb_contact_partial(s->contact, (const double(*)[3])s->minus, (const double(*)[3])s->plus);
    return ts_ccd_filter_clock() - start;
}

/* ---- How many sweeps a global solve takes ---- */

/* (dx - exact)^T H (dx - exact) */
static double error2_of(ts_ndb *s, const ts_ndb_row *dx, const ts_ndb_row *exact, ts_ndb_row *off, ts_ndb_row *image) {
    double sum = 0.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i)
        for (int c = 0; c < 3; ++c) off[i][c] = dx[i][c] - exact[i][c];
    ts_ndb_matrix_apply(&s->matrix, (const ts_ndb_row *)off, image);
    for (size_t i = 0; i < s->bodies->nodes; ++i)
        for (int c = 0; c < 3; ++c) sum += s->told[i] ? 0.0 : off[i][c] * image[i][c];
    return sum;
}

/* Sweeps until the error is a twentieth of that of dx = 0, or `most`; by doubling, then halving the interval. */
static int sweeps_to_5_percent(ts_ndb *s, ts_ndb_smoother smoother, bool modes, const ts_ndb_row *exact,
                               ts_ndb_row *work[3]) {
    enum { MOST = 1 << 13 };
    const size_t bytes = s->bodies->nodes * sizeof(ts_ndb_row);
    int low = 0, high = 1;
    memset(work[0], 0, bytes);
    const double start = error2_of(s, (const ts_ndb_row *)work[0], exact, work[1], work[2]);
    for (bool bounded = false; high - low > 1 || !bounded;) {
        const int sweeps = bounded ? (low + high) / 2 : high;
        memset(work[0], 0, bytes);
        if (modes) ts_ndb_subspace_solve(&s->subspace, (const ts_ndb_row *)s->r, work[0]);
        ts_ndb_smooth(&s->smoothing, smoother, sweeps, (const ts_ndb_row *)s->r, work[0]);
        const bool enough = error2_of(s, (const ts_ndb_row *)work[0], exact, work[1], work[2]) <= 0.0025 * start;
        if (enough)
            high = sweeps;
        else
            low = sweeps;
        if (enough || bounded || high >= MOST)
            bounded = true;
        else
            high *= 2;
    }
    return high;
}

/* Without gravity nothing begins to fall, and there is no error to reduce. */
static bool is_weightless(const ts_simulation *simulation) {
    const ts_ndb *s = simulation->self;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (!s->told[i] && ts_norm2(simulation->acceleration[i]) > 0.0) return false;
    }
    return true;
}

/* Of the first iteration of a cloth that begins to fall: r = m g. */
static void count_sweeps(ts_simulation *simulation) {
    ts_ndb *s = simulation->self;
    const size_t n = s->bodies->nodes;
    ts_ndb_row *exact = calloc(n, sizeof *exact), *work[3];
    bool complete = exact != NULL;
    for (int k = 0; k < 3; ++k) complete = (work[k] = calloc(n, sizeof *work[k])) && complete;
    if (!complete) {
        fprintf(stderr, "bench-ndb: out of memory for a global solve\n");
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) s->r[i][c] = s->told[i] ? 0.0 : s->bodies->mass[i] * simulation->acceleration[i][c];
    ts_ndb_smoothing_set(&s->smoothing, NULL);
    ts_ndb_subspace_set(&s->subspace, &(ts_ndb_added){0});
    ts_ndb_smooth(&s->smoothing, TS_NDB_PCG, 20000, (const ts_ndb_row *)s->r, exact);
    printf("sweeps to an error of 5 %% in the norm of H: %10s %10s\n", "none", "modes");
    for (int k = 0; k < TS_NDB_SMOOTHERS; ++k) {
        const ts_ndb_smoother smoother = (ts_ndb_smoother)k;
        printf("%43s %10d %10d\n", ts_ndb_smoother_name(smoother),
               sweeps_to_5_percent(s, smoother, false, (const ts_ndb_row *)exact, work),
               sweeps_to_5_percent(s, smoother, true, (const ts_ndb_row *)exact, work));
    }
    for (int k = 0; k < 3; ++k) free(work[k]);
    free(exact);
}

static ts_status make_steps(ts_simulation *simulation, ts_error *error) {
    ts_status status = TS_OK;
    for (int k = 0; k < STEPS && status == TS_OK; ++k) {
        ts_step_report report;
        status = ts_simulation_step(simulation, &report, error);
    }
    return status;
}

static void print_part(const ts_ndb *s, const part *one, ts_ndb_work work, const ts_machine_rates *rates) {
    const ts_ndb_cost cost = ts_ndb_cost_of(s, work, SWEEPS);
    if (!(cost.bytes > 0.0)) return;
    const double speed = ts_machine_bandwidth(cost.bytes / cost.passes), moving = cost.bytes / speed;
    const double making = ts_ndb_arithmetic_seconds(&cost, rates), limit = fmax(moving, making);
    printf("%-20s %9.4f %9.4f %8.2f %7.1f %9.4f %8.2f %8.3f %9.4f %9.4f %-10s %6.2f\n", one->name, 1e3 * one->turn,
           1e3 * one->best, 1e-6 * cost.bytes, 1e-9 * speed, 1e3 * moving, 1e-6 * cost.flops,
           1e-6 * (cost.divisions + cost.roots), 1e3 * making, 1e3 * limit, moving > making ? "bytes" : "arithmetic",
           one->best / limit);
}

static int bench(ts_simulation *simulation) {
    ts_ndb *s = simulation->self;
    part parts[TS_NDB_WORKS] = {{"local step", run_local, INFINITY, INFINITY},
                                {"subspace", run_subspace, INFINITY, INFINITY},
                                {"20 damped sweeps", run_jacobi, INFINITY, INFINITY},
                                {"20 steps of pcg", run_gradients, INFINITY, INFINITY},
                                {"partial CCD", run_partial, INFINITY, INFINITY}};
    ts_error error;
    if (make_steps(simulation, &error) != TS_OK) {
        fprintf(stderr, "bench-ndb: %s\n", error.message);
        return EXIT_FAILURE;
    }
    const ts_machine_rates rates = ts_machine_measure();
    for (int round = 0; round < ROUNDS; ++round) {
        for (part *one = parts; one < parts + TS_NDB_WORKS; ++one) {
            one->turn = fmin(one->turn, one->run(s));
            one->best = fmin(one->best, one->run(s));
        }
    }
    printf("%zu nodes, %zu triangles, %zu modes, %zu pairs; modes in %.2f s; threads %d\n", s->bodies->nodes,
           s->elastic.strain.count, s->subspace.count, s->contact ? ts_ndb_contact_last(s->contact)->pairs : 0,
           s->counts.setup_seconds, omp_get_max_threads());
    printf("this machine: %.1f billion additions and multiplications a second, %.2f divisions, %.2f roots\n",
           1e-9 * rates.flops, 1e-9 * rates.divisions, 1e-9 * rates.roots);
    printf("%-20s %9s %9s %8s %7s %9s %8s %8s %9s %9s %-10s %6s\n", "part", "in turn", "ms", "MB", "GB/s", "bytes ms",
           "Mflop", "M / sqrt", "arith. ms", "limit ms", "by", "ratio");
    for (size_t k = 0; k < TS_NDB_WORKS; ++k) print_part(s, &parts[k], (ts_ndb_work)k, &rates);
    if (omp_get_max_threads() == 1 && is_weightless(simulation))
        puts("sweeps to an error of 5 %: not counted without gravity");
    else if (omp_get_max_threads() == 1)
        count_sweeps(simulation);
    return EXIT_SUCCESS;
}

/* bench-ndb SCENE.json [THREADS]: of a scene that the solver can step; sweeps are counted on one thread only. */
int main(int count, char **arguments) {
    static char spinning[] = "GOMP_SPINCOUNT=10000";
    ts_bench_start_again(arguments, spinning);
    ts_scene scene = {0};
    ts_ccd_method method;
    ts_simulation *simulation = NULL;
    ts_error error;
    const bool good = ts_bench_has_operands(count, arguments, 1, 2);
    int threads = 1;
    if (!good || (count - optind == 2 && !ts_bench_int(arguments[optind + 1], 1, 1024, &threads)))
        return ts_bench_usage("bench-ndb SCENE.json [THREADS]");
    omp_set_num_threads(threads);
    const ts_scene_options options = {.solver = "ndb"};
    ts_status status = ts_solvers_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, "certified", NULL, &error);
    if (status == TS_OK) status = ts_scene_read(arguments[optind], &options, &scene, &error);
    const ts_simulation_hooks hooks = {.method = &method};
    if (status == TS_OK) status = ts_simulation_create(&scene.setup, &hooks, &simulation, &error);
    if (status != TS_OK) {
        fprintf(stderr, "bench-ndb: %s\n", error.message);
        return EXIT_FAILURE;
    }
    const int code = bench(simulation);
    ts_simulation_destroy(simulation);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
    return code;
}
