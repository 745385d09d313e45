/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "benches/micro/solver_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <omp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benches/micro/trip.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/random.h"
#include "core/vec3.h"

/* What the process of a run tells. */
typedef struct answer {
    ts_status status;
    ts_error error;
    ts_solver_run run;
} answer;

/* The last steps of a run are enough. */
enum { MOST_TRIPS = 64 };

typedef struct running {
    ts_solver_run *run;
    size_t first;
    double begun; /* when the step before the first had ended, on the process clock */
    double trip[MOST_TRIPS];
    size_t trips;
} running;

static double process_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ts_status look_at_step(void *self, ts_simulation *simulation, const double (*x_before)[3],
                              const ts_step_report *report, ts_error *error) {
    running *all = self;
    ts_solver_run *run = all->run;
    const ts_state *state = &simulation->state;
    (void)x_before, (void)error;
    if (state->step >= all->first) {
        run->timed_seconds = process_seconds() - all->begun;
        run->timed_iterations += (size_t)report->iterations;
    }
    run->nodes = simulation->bodies.nodes;
    for (size_t i = 0; i < run->nodes; ++i) {
        for (int c = 0; c < 3; ++c) run->hash = ts_hash_double(run->hash, state->x[i][c]);
    }
    all->trip[all->trips++ % MOST_TRIPS] = ts_trip_seconds();
    if (state->step < all->first) all->begun = process_seconds();
    return TS_OK;
}

/* How many iterations a run takes is a matter of roundings too: by a tenth, where many things touch. */
static void disturb(ts_setup *setup, uint64_t start) {
    static const double MOST = 1e-4; /* m/s */
    const ts_bodies *bodies = &setup->bodies;
    ts_random random;
    ts_random_init(&random, start, 0);
    for (size_t b = 0, i = 0; b < bodies->bodies; ++b) {
        double more[3];
        for (int c = 0; c < 3; ++c) more[c] = ts_random_between(&random, -MOST, MOST);
        for (; i < bodies->nodes && bodies->body_of[i] == (int32_t)b; ++i) {
            if (!bodies->body[b].obstacle) ts_add(setup->v[i], more, setup->v[i]);
        }
    }
}

static ts_status run_scene(const ts_solver_run_asked *asked, ts_solver_run *run, ts_error *error) {
    ts_scene scene;
    ts_ccd_method method;
    const ts_scene_options how = {.size = asked->size, .solver_options = asked->options};
    ts_status status = ts_scene_read(asked->scene, &how, &scene, error);
    if (status != TS_OK) return status;
    if (asked->start > 0) disturb(&scene.setup, asked->start);
    status = ts_ccd_method_init(&method, asked->method, NULL, error);
    if (status == TS_OK) {
        omp_set_num_threads(asked->threads);
        running all = {.run = run, .first = asked->first, .begun = process_seconds()};
        const ts_run_options options = {
            .steps = asked->steps,
            .checkpoint_every = SIZE_MAX,
            .method = &method,
            .after_step = look_at_step,
            .self = &all,
        };
        status = ts_run(&scene, &options, &run->result, error);
        run->trip_seconds = ts_median(all.trip, all.trips < MOST_TRIPS ? all.trips : MOST_TRIPS);
        ts_ccd_method_clear(&method);
    }
    ts_scene_clear(&scene);
    return status;
}

static void name_run(const char *path, ts_solver_run *run) {
    const char *slash = strrchr(path, '/');
    snprintf(run->name, sizeof run->name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(run->name, '.');
    if (dot) *dot = 0;
}

_Noreturn static void tell(const ts_solver_run_asked *asked, int to) {
    static answer told;
    told.run.hash = TS_HASH_START;
    name_run(asked->scene, &told.run);
    told.status = run_scene(asked, &told.run, &told.error);
    const char *at = (const char *)&told, *end = at + sizeof told;
    while (at < end) {
        const ssize_t written = write(to, at, (size_t)(end - at));
        if (written < 0 && errno != EINTR) _exit(EXIT_FAILURE);
        if (written > 0) at += written;
    }
    _exit(EXIT_SUCCESS);
}

/* False if the other end closed before all was told. */
static bool hear(int from, answer *told) {
    char *at = (char *)told, *end = at + sizeof *told;
    while (at < end) {
        const ssize_t count = read(from, at, (size_t)(end - at));
        if (count == 0 || (count < 0 && errno != EINTR)) return false;
        if (count > 0) at += count;
    }
    return true;
}

static ts_status fail_untold(const char *scene, int end, ts_error *error) {
    if (!WIFSIGNALED(end)) return ts_fail(error, TS_ERROR_INTERNAL, "%s: the process of the run ended early", scene);
    const int by = WTERMSIG(end);
    return ts_fail(error, TS_ERROR_INTERNAL, "%s: the process of the run was ended by signal %d (%s)%s", scene, by,
                   strsignal(by), by == SIGKILL ? ": where memory ran out, take a smaller --size" : "");
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

ts_status ts_solver_run_measure(const ts_solver_run_asked *asked, ts_solver_run *run, ts_error *error) {
    int ends[2];
    if (pipe(ends) != 0) return ts_fail(error, TS_ERROR_INTERNAL, "a pipe cannot be made: %s", strerror(errno));
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        tell(asked, ends[1]);
    }
    close(ends[1]);
    static answer told;
    const bool is_told = child > 0 && hear(ends[0], &told);
    close(ends[0]);
    if (child < 0) return ts_fail(error, TS_ERROR_INTERNAL, "a process cannot be made: %s", strerror(errno));
    struct rusage used;
    int end = 0;
    while (wait4(child, &end, 0, &used) < 0 && errno == EINTR) continue;
    if (!is_told) return fail_untold(asked->scene, end, error);
    *run = told.run;
    run->process_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    run->peak_bytes = 1024.0 * (double)used.ru_maxrss;
    if (told.status != TS_OK) *error = told.error;
    return told.status;
}
