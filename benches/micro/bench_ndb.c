/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb: what one local-global iteration of the solver ndb costs, part by part, beside the least time in which this
 * machine moves the same bytes: at the speed of a sum of rows over as many bytes as the part goes through once, so that
 * caches help both alike. One thread by its own clock, more by the wall's; the best of several rounds, the parts in
 * turns. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/solvers.h"
#include "ccd/registry.h"
#include "ndb/iterate.h"
#include "scenes/read/scene.h"

enum { ROUNDS = 15 };

typedef struct part {
    const char *name;
    double (*run)(ts_ndb *solver); /* returns seconds */
    double passes;                 /* over the same bytes */
    double bytes;                  /* that have to be read and written, all passes */
    double best;
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
    ts_ndb_smooth(&s->smoothing, smoother, 20, (const ts_ndb_row *)s->r, s->dx);
    return ts_ccd_filter_clock() - start;
}

static double run_jacobi(ts_ndb *s) {
    return smooth_by(s, TS_NDB_DAMPED);
}

static double run_gradients(ts_ndb *s) {
    return smooth_by(s, TS_NDB_PCG);
}

/* Bytes a second of a = b + c over `bytes` of them in all. */
static double bandwidth(double bytes) {
    const size_t n = (size_t)(bytes / (3.0 * sizeof(double))) + 4 * ROUNDS;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), best = INFINITY;
    for (int round = 0; a && b && c && round < 4 * ROUNDS; ++round) {
        const double start = ts_ccd_filter_clock();
#pragma omp parallel for schedule(static)
        for (size_t k = 0; k < n; ++k) a[k] = round == 0 ? (b[k] = c[k] = 0.0) : b[k] + c[k];
        const double seconds = ts_ccd_filter_clock() - start;
        b[round] = a[n - 1 - (size_t)round]; /* so that it is done */
        if (round > 0) best = fmin(best, seconds);
    }
    free(a);
    free(b);
    free(c);
    return 3.0 * (double)(n * sizeof *a) / best;
}

static void count_bytes(const ts_ndb *s, part *parts) {
    const double nodes = (double)s->bodies->nodes, row = sizeof(ts_ndb_row);
    const double triangles = (double)s->elastic.strain.count, modes = (double)s->subspace.stride;
    const double entries = (double)s->matrix.first[s->matrix.nodes] * (sizeof(double) + sizeof(int32_t));
    const double constant = (double)s->elastic.constant.first[s->matrix.nodes] * (sizeof(double) + sizeof(int32_t));
    parts[0].bytes = triangles * (6.0 * sizeof(double) + 3.0 * sizeof(int32_t) + 6.0 * row + 3.0 * sizeof(size_t)) +
                     nodes * 2.0 * row + constant;
    parts[1].bytes = nodes * (2.0 * modes * sizeof(double) + 2.0 * row);
    parts[2].bytes = 20.0 * (entries + nodes * (4.0 * row + sizeof(double)));
    parts[3].bytes = 20.0 * (entries + nodes * (13.0 * row + 2.0 * sizeof(double)));
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

/* Of the first iteration of a cloth that begins to fall: r = m g. */
static void count_sweeps(ts_simulation *simulation) {
    ts_ndb *s = simulation->self;
    const size_t n = s->bodies->nodes;
    ts_ndb_row *exact = calloc(n, sizeof *exact), *work[3];
    for (int k = 0; k < 3; ++k) work[k] = calloc(n, sizeof *work[k]);
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

static int bench(ts_simulation *simulation) {
    ts_ndb *s = simulation->self;
    part parts[] = {{"local step", run_local, 1.0, 0.0, INFINITY},
                    {"subspace", run_subspace, 1.0, 0.0, INFINITY},
                    {"20 damped sweeps", run_jacobi, 20.0, 0.0, INFINITY},
                    {"20 steps of pcg", run_gradients, 20.0, 0.0, INFINITY}};
    const size_t count = sizeof parts / sizeof *parts;
    ts_step_report report;
    ts_error error;
    if (ts_simulation_step(simulation, &report, &error) != TS_OK) {
        fprintf(stderr, "bench-ndb: %s\n", error.message);
        return EXIT_FAILURE;
    }
    count_bytes(s, parts);
    for (int round = 0; round < ROUNDS; ++round)
        for (size_t k = 0; k < count; ++k) parts[k].best = fmin(parts[k].best, parts[k].run(s));
    printf("%zu nodes, %zu triangles, %zu modes; modes in %.2f s; threads %d\n", s->bodies->nodes,
           s->elastic.strain.count, s->subspace.count, s->counts.setup_seconds, omp_get_max_threads());
    printf("%-20s %10s %10s %10s %10s %8s\n", "part", "ms", "MB", "GB/s", "limit ms", "ratio");
    for (size_t k = 0; k < count; ++k) {
        const double speed = bandwidth(parts[k].bytes / parts[k].passes), limit = parts[k].bytes / speed;
        printf("%-20s %10.3f %10.2f %10.1f %10.3f %8.2f\n", parts[k].name, 1e3 * parts[k].best, 1e-6 * parts[k].bytes,
               1e-9 * speed, 1e3 * limit, parts[k].best / limit);
    }
    if (omp_get_max_threads() == 1) count_sweeps(simulation);
    return EXIT_SUCCESS;
}

/* bench-ndb SCENE.json [THREADS]: of a scene that the solver can step; sweeps are counted on one thread only. */
int main(int count, char **arguments) {
    ts_scene scene = {0};
    ts_ccd_method method;
    ts_simulation *simulation = NULL;
    ts_error error;
    const int threads = count == 3 ? atoi(arguments[2]) : 1;
    if (count < 2 || count > 3 || threads < 1) {
        fprintf(stderr, "usage: bench-ndb SCENE.json [THREADS]\n");
        return 2;
    }
    omp_set_num_threads(threads);
    const ts_scene_options options = {.solver = "ndb"};
    ts_status status = ts_solvers_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, "certified", NULL, &error);
    if (status == TS_OK) status = ts_scene_read(arguments[1], &options, &scene, &error);
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
