/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb-slope: how far cloth slides down a slope by the second solver, beside a point of the same friction
 *     s_n = (tan - mu) g cos h^2 n (n + 1) / 2  after n steps of implicit Euler.
 * The first steps are the fall onto the board, without friction in the air; what is printed is the way between two
 * steps, and how much faster the cloth has become. One line for each coefficient of friction and tolerance.
 *
 * usage: bench-ndb-slope [--from N] [--to N] [--mu LIST] [--tolerance LIST] [--options JSON] SCENE.json */
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

enum { MOST_VALUES = 16, OPTIONS_SIZE = 512 };

typedef struct values {
    size_t count;
    double value[MOST_VALUES];
} values;

typedef struct slope {
    const char *path, *options;
    int from, to;
    values mu, tolerance;
    const ts_ccd_method *method;
} slope;

typedef struct slid {
    double way, point;           /* m */
    double faster, point_faster; /* m/s */
    double lg, seconds;
    int unfinished;
} slid;

static bool read_values(const char *text, values *list) {
    list->count = 0;
    for (char *end; list->count < MOST_VALUES; text = end + 1) {
        list->value[list->count++] = strtod(text, &end);
        if (end == text) return false;
        if (*end == '\0') return true;
        if (*end != ',') return false;
    }
    return false;
}

static double mean_x(const ts_simulation *s) {
    double sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        if (s->bodies.body[s->bodies.body_of[i]].obstacle) continue;
        sum += s->state.x[i][0];
        ++count;
    }
    return sum / (double)count;
}

/* What a point gains, whose slope is that of the gravity. */
static void set_point(const slope *all, const ts_simulation *s, double mu, slid *out) {
    const ts_simulation_settings *settings = &s->settings;
    const double h = settings->h, along = fmax(settings->gravity[0] + mu * settings->gravity[1], 0.0);
    const double from = all->from, to = all->to;
    out->point = along * h * h * (to * (to + 1.0) - from * (from + 1.0)) / 2.0;
    out->point_faster = along * h * (to - from);
}

static ts_status slide(const slope *all, ts_simulation *s, double mu, slid *out, ts_error *error) {
    double at_from = 0.0, before = 0.0, speed_from = 0.0;
    ts_status status = TS_OK;
    *out = (slid){0};
    set_point(all, s, mu, out);
    for (int n = 1; n <= all->to && status == TS_OK; ++n) {
        ts_step_report report = {0};
        const double start = ts_thread_seconds();
        before = mean_x(s);
        status = ts_simulation_step(s, &report, error);
        out->seconds += ts_thread_seconds() - start;
        out->lg += report.iterations;
        out->unfinished += report.outcome != TS_STEP_DONE;
        if (n == all->from) {
            at_from = mean_x(s);
            speed_from = (at_from - before) / s->settings.h;
        }
    }
    out->way = mean_x(s) - at_from;
    out->faster = (mean_x(s) - before) / s->settings.h - speed_from;
    return status;
}

static ts_status run(const slope *all, double mu, double tolerance, slid *out, ts_error *error) {
    char options[OPTIONS_SIZE];
    snprintf(options, sizeof options, "{\"tolerance\": %.17g%s%s}", tolerance, all->options ? ", " : "",
             all->options ? all->options : "");
    ts_scene scene;
    ts_status status =
        ts_scene_read(all->path, &(ts_scene_options){.solver = "ndb", .solver_options = options}, &scene, error);
    if (status != TS_OK) return status;
    const size_t bodies = scene.setup.bodies.bodies;
    for (size_t k = 0; scene.setup.bodies.friction && k < bodies * bodies; ++k) scene.setup.bodies.friction[k] = mu;
    const ts_simulation_hooks hooks = {.method = all->method};
    ts_simulation *s = NULL;
    status = ts_simulation_create(&scene.setup, &hooks, &s, error);
    if (status == TS_OK) status = slide(all, s, mu, out, error);
    ts_simulation_destroy(s);
    ts_scene_clear(&scene);
    return status;
}

static ts_status run_all(const slope *all, ts_error *error) {
    printf("steps %d to %d; CPU seconds of one thread\n", all->from, all->to);
    printf("%6s %9s %11s %11s %7s %11s %11s %7s %7s %4s %8s\n", "mu", "tolerance", "slides m", "a point m", "ratio",
           "faster m/s", "a point", "ratio", "LG/step", "unf.", "s/step");
    for (size_t i = 0; i < all->mu.count; ++i) {
        for (size_t k = 0; k < all->tolerance.count; ++k) {
            slid out;
            const ts_status status = run(all, all->mu.value[i], all->tolerance.value[k], &out, error);
            if (status != TS_OK) return status;
            printf("%6.3g %9.2g %11.4e %11.4e %7.4f %11.4e %11.4e %7.4f %7.1f %4d %8.5f\n", all->mu.value[i],
                   all->tolerance.value[k], out.way, out.point, out.way / out.point, out.faster, out.point_faster,
                   out.faster / out.point_faster, out.lg / all->to, out.unfinished, out.seconds / all->to);
            fflush(stdout);
        }
    }
    return TS_OK;
}

static const struct option OPTIONS[] = {
    {"from", required_argument, NULL, 'f'},    {"to", required_argument, NULL, 't'},
    {"mu", required_argument, NULL, 'm'},      {"tolerance", required_argument, NULL, 'e'},
    {"options", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};

static int usage(void) {
    return ts_bench_usage("bench-ndb-slope [--from N] [--to N] [--mu LIST] [--tolerance LIST] [--options JSON] "
                          "SCENE.json");
}

int main(int argc, char **argv) {
    slope all = {.from = 30, .to = 60, .mu = {3, {0.0, 0.3, 0.49}}, .tolerance = {1, {1e-5}}};
    for (int c; (c = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        bool good = true;
        switch (c) {
        case 'f': good = ts_bench_int(optarg, 1, 1000000, &all.from); break;
        case 't': good = ts_bench_int(optarg, 1, 1000000, &all.to); break;
        case 'm': good = read_values(optarg, &all.mu); break;
        case 'e': good = read_values(optarg, &all.tolerance); break;
        case 'o': all.options = optarg; break;
        default: good = false;
        }
        if (!good) return usage();
    }
    if (optind + 1 != argc || all.from < 1 || all.to <= all.from) return usage();
    all.path = argv[optind];
    ts_error error = {0};
    ts_ccd_method method;
    omp_set_num_threads(1);
    ts_status status = ts_ccd_register_builtin(&error);
    if (status == TS_OK) status = ts_solvers_register_builtin(&error);
    if (status == TS_OK) status = ts_ccd_method_init(&method, "certified", NULL, &error);
    all.method = &method;
    if (status == TS_OK) {
        status = run_all(&all, &error);
        ts_ccd_method_clear(&method);
    }
    if (status != TS_OK) fprintf(stderr, "bench-ndb-slope: %s\n", error.message);
    return status == TS_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
