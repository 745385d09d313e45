/* SPDX-License-Identifier: GPL-2.0-or-later
 * One cell of the comparison table: a scene simulated with a CCD method in its line search, and what came of it. */
#ifndef TS_BENCHES_TABLE_SCENE_CELL_H
#define TS_BENCHES_TABLE_SCENE_CELL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* docs/comparison-table.md defines them; the first six words are those of the paper's table. */
typedef enum ts_cell_outcome {
    TS_CELL_EMPTY = 0,     /* not run yet */
    TS_CELL_TIMED,         /* every step was made: the cell has a time */
    TS_CELL_TINY_TOI,      /* CCD steps too short to get anywhere */
    TS_CELL_INTERSECT,     /* a state that fails its exact check */
    TS_CELL_ERROR,         /* the method could not answer */
    TS_CELL_INFINITE,      /* a line search that finds no step */
    TS_CELL_NOT_AVAILABLE, /* the method lacks what the scene asks */
    TS_CELL_UNREACHED,     /* prescribed nodes could not get where they are to be */
    TS_CELL_OUT_OF_TIME,
    TS_CELL_OUT_OF_MEMORY,
    TS_CELL_FAILED, /* the run itself: crashed, or could not be started */
    TS_CELL_OUTCOMES
} ts_cell_outcome;

/* What a method's answers to some queries are worth, by the oracle. */
typedef struct ts_query_verdicts {
    uint64_t queries, contacts;
    uint64_t missed, late; /* unsafe */
    uint64_t false_positives, stalls;
    uint64_t limits, errors, inconsistent;
    uint64_t unsupported;
    double nanoseconds;       /* per query, the mean; NaN: not timed */
    double batch_nanoseconds; /* the same of queries asked together; NaN: the method has no batch of its own */
} ts_query_verdicts;

enum { TS_CELL_MESSAGE = 800 };

typedef struct ts_scene_cell {
    ts_cell_outcome outcome;
    char command[2 * PATH_MAX];    /* that runs it again */
    char message[TS_CELL_MESSAGE]; /* what went wrong, in words; "": nothing */
    uint64_t step;                 /* where it ended */
    int64_t iteration;             /* -1: prescribed nodes on their way */
    bool has_query;                /* one at fault, for `touchstone show` */
    char query_path[PATH_MAX];
    uint64_t query_index;
    uint64_t steps_asked, steps, iterations, ccd_queries, most_contacts;
    uint64_t by_accd;            /* of the queries, those of kinds that the method lacks, answered by ACCD */
    uint64_t verified, offences; /* steps checked exactly; what the last of them offends against */
    uint64_t not_converged;      /* steps */
    double ccd_ms, broad_ms;     /* per iteration; NaN: no iteration */
    double set_up_ms;            /* of the broad ms, those of the step filter */
    double step_seconds;         /* of a step, without its exact check */
    double mean_contacts, least_gap, most_stretch;
    double seconds, limit_seconds; /* wall clock; 0: no limit */
    uint64_t most_bytes, limit_bytes;
    ts_query_verdicts sample; /* on some of its own queries; queries 0: not judged */
    ts_query_verdicts shared; /* of its method on the queries that all methods of the scene are asked */
} ts_scene_cell;

/* Nothing known: EMPTY, counts 0, reals NaN. */
ts_scene_cell ts_scene_cell_empty(void);

/* "not run", "finished", "tiny toi", "intersect", "error", "infinite", "n/a", ... */
const char *ts_cell_outcome_name(ts_cell_outcome outcome);
/* The outcome of that name; TS_CELL_OUTCOMES: none. */
ts_cell_outcome ts_cell_outcome_of(const char *name);

enum { TS_CELL_TEXT = 32 };
/* What stands in the table: the time in ms to three digits, marked '*' when steps did not converge; "no query"; or
 * the name of the outcome. Each is marked '+' where ACCD answered for the method. */
void ts_scene_cell_text(const ts_scene_cell *cell, char text[TS_CELL_TEXT]);
/* Has the run ended in a way that its query at fault, or its message, explains? */
bool ts_scene_cell_has_failed(const ts_scene_cell *cell);

#endif
