/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "benches/micro/solver_aims.h"

#include <stdio.h>
#include <stdlib.h>

#include "cipc/solver.h"
#include "core/error.h"

static const char PUBLISHED[] = "{\"published_loop\": true}";
static const char TIGHT[] = "{\"tolerance\": 1e-6}";
static const char TIGHT_PUBLISHED[] = "{\"published_loop\": true, \"tolerance\": 1e-6}";

/* Iterations per step of so many, or of the last of them; the mean over starts. */
typedef struct iteration_aim {
    const char *scene, *standard,
        *published; /* options of the solver: none but the tolerance, and its loop as published */
    size_t steps;
    bool of_last_step;
    double most;
    uint64_t starts;
} iteration_aim;

enum { MOST_STARTS = 4 };

static const iteration_aim ITERATIONS[] = {
    {"bench-sprinkles", NULL, PUBLISHED, 1, true, 2.0, 1}, /* free fall */
    {"drape-2k", TIGHT, TIGHT_PUBLISHED, 3, true, 25.0, 1},
    {"drape-8k", NULL, PUBLISHED, 25, false, 12.2, MOST_STARTS},
    {"noodles", NULL, PUBLISHED, 6, false, 65.0, MOST_STARTS},
    {"sprinkles", NULL, PUBLISHED, 10, false, 50.0, MOST_STARTS},
    {"drape-0.1", NULL, PUBLISHED, 25, false, 64.0, MOST_STARTS},
};

/* An iteration with two threads, times as fast as with one. */
typedef struct thread_aim {
    const char *scene;
    size_t steps;
    double least;
} thread_aim;

static const thread_aim THREADS[] = {{"drape-8k", 3, 1.6}, {"bench-needles", 1, 1.6}, {"bench-noodles", 4, 1.5}};

/* An iteration by another factor than its own, times as fast as without: `least`, where it is to save work, or where it
 * is not to cost more than a twentieth. */
typedef struct other_aim {
    const char *scene, *options;
    size_t steps;
    double least;
} other_aim;

static const char OWN[] = "{\"by_body\": false}"; /* each Hessian's own factor */
#define OLDER "{\"by_body\": false, \"older_factor\": true}"
#define BY_BODY "{\"by_body\": true}"
static const other_aim OTHERS[] = {
    {"bench-drape-26k", OLDER, 8, 1.5},        {"drape-8k", OLDER, 8, 1.0 / 1.05},
    {"bench-cards", OLDER, 2, 1.0 / 1.05},     {"bench-needles", OLDER, 1, 1.0 / 1.05},
    {"bench-noodles", OLDER, 4, 1.0 / 1.05},   {"stack-5mm", BY_BODY, 6, 1.0 / 1.05},
    {"drape-8k", BY_BODY, 8, 1.0 / 1.05},      {"bench-cards", BY_BODY, 2, 1.0 / 1.05},
    {"bench-needles", BY_BODY, 1, 1.0 / 1.05}, {"bench-noodles", BY_BODY, 4, 1.0 / 1.05},
};

/* What no run of this program can tell. */
static const char ELSEWHERE[] =
    "not measured here:\n"
    "  iterations over ten scenes, three starts, three tolerances: scripts/with-option.py\n"
    "  8, 5 and 9 times the published program on the drape, noodles and cards: --published, with its figures\n"
    "  stack-10mm in contact at paper, 3 times the direct solve: scripts/paper-size.py, hours\n"
    "  stack-10mm at paper below 6 GiB: hours; peak memory of any scene stands in the first table\n";

double ts_iteration_seconds(const ts_solver_run *run) {
    double sum = 0.0;
    for (size_t k = 0; k < ts_cipc_solver.phase_count; ++k) {
        sum += ts_cipc_solver.phases[k].is_part ? 0.0 : run->result.phase_seconds[k];
    }
    return sum;
}

static ts_status run_named(const char *folder, const char *scene, ts_solver_run_asked asked, ts_solver_run *run,
                           ts_error *error) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.json", folder, scene);
    asked.scene = path;
    asked.method = "certified";
    return ts_solver_run_measure(&asked, run, error);
}

static ts_status run_to_the_end(const char *folder, const char *scene, ts_solver_run_asked asked, ts_solver_run *run,
                                ts_error *error) {
    const ts_status status = run_named(folder, scene, asked, run, error);
    if (status != TS_OK || run->result.complete) return status;
    return ts_fail(error, TS_ERROR_INTERNAL, "%s ended at step %zu", scene, run->result.last_step);
}

/* *iterations: of the steps that the aim counts, with these options, from that start. */
static ts_status measure_iterations(const char *folder, const iteration_aim *aim, const char *options, uint64_t start,
                                    double *iterations, ts_error *error) {
    ts_solver_run whole;
    ts_solver_run_asked asked = {.options = options, .steps = aim->steps, .threads = 2, .start = start};
    const ts_status status = run_to_the_end(folder, aim->scene, asked, &whole, error);
    if (status != TS_OK) return status;
    const ts_run_result *r = &whole.result;
    *iterations = aim->of_last_step ? (double)r->last.iterations : (double)r->iterations;
    return TS_OK;
}

static const char *word(bool is_reached) {
    return is_reached ? "reached" : "missed";
}

static ts_status print_iterations(const char *folder, const iteration_aim *aim, ts_error *error) {
    double standard[MOST_STARTS], published, sum = 0.0;
    ts_status status = measure_iterations(folder, aim, aim->published, 0, &published, error);
    for (uint64_t k = 0; k < aim->starts && status == TS_OK; ++k) {
        status = measure_iterations(folder, aim, aim->standard, k, &standard[k], error);
        if (status == TS_OK) sum += standard[k];
    }
    if (status != TS_OK) return status;
    char what[64];
    /* Whole numbers are added and divided once: sums of quotients miss an aim that is met exactly. */
    const double steps = aim->of_last_step ? 1.0 : (double)aim->steps;
    const double mean = sum / (steps * (double)aim->starts), by_published = published / steps;
    snprintf(what, sizeof what, aim->of_last_step ? "step %zu" : "mean of %zu steps", aim->steps);
    printf("  %-16s %-18s <= %5.1f: %8.4f %-8s %8.4f %-8s", aim->scene, what, aim->most, mean, word(mean <= aim->most),
           by_published, word(by_published <= aim->most));
    for (uint64_t k = 0; k < aim->starts && aim->starts > 1; ++k) printf(" %.2f", standard[k] / steps);
    printf("\n");
    fflush(stdout);
    return TS_OK;
}

/* A pass: how many times as fast two threads are, and the trip between them. */
typedef struct gain {
    double times, trip;
} gain;

static int by_times(const void *a, const void *b) {
    const gain *left = a, *right = b;
    return (left->times > right->times) - (left->times < right->times);
}

static ts_status measure_gain(const char *folder, const thread_aim *aim, gain *out, ts_error *error) {
    ts_solver_run one, two;
    ts_solver_run_asked asked = {.steps = aim->steps, .threads = 1};
    ts_status status = run_to_the_end(folder, aim->scene, asked, &one, error);
    asked.threads = 2;
    if (status == TS_OK) status = run_to_the_end(folder, aim->scene, asked, &two, error);
    if (status != TS_OK) return status;
    if (one.hash != two.hash)
        return ts_fail(error, TS_ERROR_INTERNAL, "%s: other bits with two threads than with one", aim->scene);
    *out = (gain){ts_iteration_seconds(&one) / ts_iteration_seconds(&two), two.trip_seconds};
    return TS_OK;
}

static void print_gains(const thread_aim *aim, const gain *pass, size_t passes) {
    const double median = 0.5 * (pass[(passes - 1) / 2].times + pass[passes / 2].times);
    printf("  %-16s >= %.1f: %.5f %s;", aim->scene, aim->least, median, word(median >= aim->least));
    for (size_t k = 0; k < passes; ++k) printf("%s %.2f (%.0f)", k ? "," : "", pass[k].times, 1e9 * pass[k].trip);
    printf("\n");
    fflush(stdout);
}

static ts_status print_threads(const char *folder, const thread_aim *aim, size_t passes, ts_error *error) {
    gain *pass = malloc(passes * sizeof *pass);
    if (!pass) return ts_fail_memory(error, "the passes");
    ts_status status = TS_OK;
    for (size_t k = 0; k < passes && status == TS_OK; ++k) status = measure_gain(folder, aim, &pass[k], error);
    if (status == TS_OK) {
        qsort(pass, passes, sizeof *pass, by_times);
        print_gains(aim, pass, passes);
    }
    free(pass);
    return status;
}

/* Seconds of processor time of an iteration, reading the scene included. */
static ts_status time_iteration(const char *folder, const other_aim *aim, const char *options, double *seconds,
                                ts_error *error) {
    ts_solver_run run;
    ts_solver_run_asked asked = {.options = options, .steps = aim->steps, .threads = 1};
    const ts_status status = run_to_the_end(folder, aim->scene, asked, &run, error);
    if (status == TS_OK) *seconds = run.process_seconds / (double)run.result.iterations;
    return status;
}

static ts_status print_other(const char *folder, const other_aim *aim, ts_error *error) {
    double own, other;
    ts_status status = time_iteration(folder, aim, OWN, &own, error);
    if (status == TS_OK) status = time_iteration(folder, aim, aim->options, &other, error);
    if (status != TS_OK) return status;
    printf("  %-16s %-40s >= %.5f: %.5f %s (%.0f and %.0f ms)\n", aim->scene, aim->options, aim->least, own / other,
           word(own / other >= aim->least), 1e3 * own, 1e3 * other);
    fflush(stdout);
    return TS_OK;
}

ts_status ts_solver_aims_print(const char *folder, size_t passes, ts_error *error) {
    ts_status status = TS_OK;
    printf("aims, iterations per step: by the standard, the mean over starts; by the loop as published, %s, from the\n"
           "scene's own start; each start by the standard, the scene's own first\n",
           PUBLISHED);
    for (size_t k = 0; k < sizeof ITERATIONS / sizeof *ITERATIONS && status == TS_OK; ++k)
        status = print_iterations(folder, &ITERATIONS[k], error);
    if (status == TS_OK)
        printf("aims, an iteration with two threads over one, on the wall: the median; each pass with the nanoseconds\n"
               "of a number from one thread to the other and back:\n");
    for (size_t k = 0; k < sizeof THREADS / sizeof *THREADS && status == TS_OK; ++k)
        status = print_threads(folder, &THREADS[k], passes, error);
    if (status == TS_OK) printf("aims, an iteration without over one by another factor, processor time:\n");
    for (size_t k = 0; k < sizeof OTHERS / sizeof *OTHERS && status == TS_OK; ++k)
        status = print_other(folder, &OTHERS[k], error);
    if (status == TS_OK) fputs(ELSEWHERE, stdout);
    return status;
}
