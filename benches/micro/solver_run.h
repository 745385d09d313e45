/* SPDX-License-Identifier: GPL-2.0-or-later
 * A run of a scene in a process of its own, whose processor time and memory are then those of the run. */
#ifndef TS_BENCHES_MICRO_SOLVER_RUN_H
#define TS_BENCHES_MICRO_SOLVER_RUN_H

#include "scenes/run/run.h"

typedef struct ts_solver_run_asked {
    const char *scene;   /* path */
    const char *size;    /* NULL: the standard one */
    const char *options; /* of the solver: an object as JSON; NULL: none */
    size_t steps;        /* 0: what the scene says */
    uint64_t start;      /* 0: the scene's own; others: bodies have up to 1e-4 m/s more in each direction */
    size_t first;        /* step that is timed as the first */
    int threads;
    const char *method; /* of the line search */
} ts_solver_run_asked;

typedef struct ts_solver_run {
    ts_run_result result;
    uint64_t hash; /* of the positions after every step */
    size_t nodes;
    char name[32];          /* of the scene */
    double trip_seconds;    /* between two threads, the median over steps (benches/micro/trip.h) */
    double process_seconds; /* of processor time, reading the scene included */
    double timed_seconds;   /* of it, those of the steps from `first` on, and their iterations */
    size_t timed_iterations;
    double peak_bytes; /* of memory, the program's own 20 MB or so included */
} ts_solver_run;

/* The calling process must not have run threads of OpenMP. */
ts_status ts_solver_run_measure(const ts_solver_run_asked *asked, ts_solver_run *run, ts_error *error);

#endif
