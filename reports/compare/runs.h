/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two runs of the same meshes side by side, by whatever solvers and time steps (docs/comparing.md). */
#ifndef TS_REPORTS_COMPARE_RUNS_H
#define TS_REPORTS_COMPARE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

/* Of one run, at a moment. NaN: the log does not say. */
typedef struct ts_run_side {
    size_t step;
    double kinetic, elastic, gravity, contact; /* J */
    double least_gap;                          /* m, since the moment before; NaN: nothing was near */
    double iterations, seconds;                /* since the moment before */
} ts_run_side;

/* A time of which both have a frame. */
typedef struct ts_run_moment {
    double time;     /* s */
    double rms;      /* m, of the nodes that count */
    double greatest; /* m */
    size_t node;     /* that is so far off */
    ts_run_side side[2];
} ts_run_moment;

/* Of a run as a whole. */
typedef struct ts_run_total {
    const char *folder;     /* borrowed */
    size_t steps, not_done; /* of them, those whose outcome is not "done" */
    size_t failed;          /* of these, the number of the first step that left no state of its time; 0: none */
    bool is_short;          /* it ended at least a step of its own before the other */
    double time, iterations, seconds, least_gap;
} ts_run_total;

typedef struct ts_run_pair {
    ts_run_total total[2];
    size_t moments;
    ts_run_moment *moment;   /* in the order of time; owned */
    size_t nodes, differing; /* those that count: that are elsewhere in some frame. Obstacles, for example, are not */
    double size; /* m: the diagonal of the box at the first moment around the nodes that count, or around all where
                    these are in one place */
} ts_run_pair;

/* folders: what `simulate --out` left. TS_ERROR_DATA: one is none, or damaged; TS_ERROR_USAGE: their meshes are not the
 * same, or they have no time in common. */
ts_status ts_run_pair_read(const char *const folders[2], ts_run_pair *pair, ts_error *error);
void ts_run_pair_clear(ts_run_pair *pair);

/* The moment of the largest r.m.s. distance, the first of equals; that of the greatest distance of a node. */
const ts_run_moment *ts_run_pair_largest(const ts_run_pair *pair);
const ts_run_moment *ts_run_pair_furthest(const ts_run_pair *pair);

/* Neither run ended before the other, or with a step that left no state of its time. */
bool ts_run_pair_is_whole(const ts_run_pair *pair);

/* ---- As text and files ---- */

ts_status ts_run_pair_print(const ts_run_pair *pair, FILE *out, ts_error *error);
/* A line for each moment. */
ts_status ts_run_pair_write_csv(const ts_run_pair *pair, const char *path, ts_error *error);
ts_status ts_run_pair_write_json(const ts_run_pair *pair, const char *path, ts_error *error);

#endif
