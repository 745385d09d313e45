/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table beside that of Lan et al. 2024 (docs/ndb-table.md): a plan of runs, each of one scene by one solver with
 * some options, and what came of each. */
#ifndef TS_RESULTS_NDB_TABLE_H
#define TS_RESULTS_NDB_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "benches/ndb/convergence.h"

/* What is looked at; a part's runs are compared with each other. */
typedef enum ts_ndb_part {
    TS_NDB_PART_SCENES = 0, /* Table 1: every scene as it stands */
    TS_NDB_PART_TOLERANCES, /* Table 2: time steps and tolerances */
    TS_NDB_PART_BARRIERS,   /* Fig. 9: non-distance and distance barrier, samples of partial CCD */
    TS_NDB_PART_FORWARDING, /* Fig. 10: caps of iterations, with and without residual forwarding */
    TS_NDB_PART_SUBSPACE,   /* Fig. 2, 6: with and without the subspace */
    TS_NDB_PART_CCD,        /* Fig. 11: partial CCD in the loop, or full CCD in every iteration */
    TS_NDB_PART_SYSTEMS,    /* Fig. 2, 3, 5, 6: one global solve of the strip, the statue, the drape; no runs */
    TS_NDB_PARTS
} ts_ndb_part;

extern const char *const TS_NDB_PART_NAMES[TS_NDB_PARTS];

/* What a run left. NaN, 0: not known. Times and counts are of a step, unless they say something else. */
typedef struct ts_ndb_figures {
    bool is_there;    /* it has results */
    char outcome[24]; /* "finished", "tiny toi", ...; of one without results "failed", "time", ...; "": not made */
    uint64_t steps, verified, offences, not_converged; /* of the whole run */
    double lg; /* local-global iterations with contact; of cipc its iterations */
    double warm_lg, forward_lg, outers, full_ccds;
    double seconds;                       /* wall clock, without exact checks and files */
    double broad_ms, partial_ms, full_ms; /* finding candidates; partial CCD; the rest of full CCD */
    double lg_ms;                         /* local steps, subspace, smoother, warm start, forwarding */
    double setup_seconds;                 /* of the whole run: modes */
    double pairs;                         /* mean of iterations */
    double short_exits;                   /* steps of the whole run whose last way was cut below 1e-2 */
    double least_gap;                     /* m */
    double apart;                         /* largest r.m.s. distance to the reference run over the size */
} ts_ndb_figures;

/* What is in a scene at the size of the table; 0: not looked at. */
typedef struct ts_ndb_counts_of_scene {
    size_t bodies, freedom, triangles; /* all bodies; degrees of freedom and triangles of what is not an obstacle */
    double per_second;                 /* 1/h */
} ts_ndb_counts_of_scene;

enum { TS_NDB_RUN_OPTIONS = 12, TS_NDB_OPTION_TEXT = 40 };

typedef struct ts_ndb_table_run {
    ts_ndb_part part;
    char name[64];                                       /* and of its folder: "twist-dbb" */
    const char *scene;                                   /* "ndb-twist" */
    const char *solver;                                  /* "ndb", "cipc" */
    double per_second;                                   /* steps in a second; 0: the scene's time step */
    char option[TS_NDB_RUN_OPTIONS][TS_NDB_OPTION_TEXT]; /* "barrier=1" */
    size_t options;
    const char *reference; /* name of the run whose positions these are compared with; NULL: none */
    ts_ndb_figures figures;
    ts_ndb_counts_of_scene counts;
} ts_ndb_table_run;

enum { TS_NDB_SYSTEMS = 3 };

typedef struct ts_ndb_table {
    const char *size;      /* borrowed */
    uint64_t steps;        /* of each run, of 1/150 s; 0: what the scene says */
    ts_ndb_table_run *run; /* owned */
    size_t runs;
    ts_ndb_convergence system[TS_NDB_SYSTEMS];
    size_t systems;
} ts_ndb_table;

/* The runs of those parts (bits 1 << part), without figures. */
ts_status ts_ndb_table_plan(ts_ndb_table *table, unsigned parts, ts_error *error);
void ts_ndb_table_clear(ts_ndb_table *table);
/* The figures of the run of that name; NULL: it was not planned, or has left none. */
const ts_ndb_figures *ts_ndb_table_find(const ts_ndb_table *table, const char *name);
/* "twist-150-1e-4": the run of a cell of Table 2. */
void ts_ndb_cell_name(const char *scene, size_t rate, size_t tolerance, char name[64]);

/* Steps a second, counted as the paper does: NaN when unknown. */
double ts_ndb_fps(const ts_ndb_figures *figures);
/* Milliseconds of a step that are in none of the columns; NaN. */
double ts_ndb_misc_ms(const ts_ndb_figures *figures);

/* Reads the scene of a file for its counts; its solver need not be known. */
ts_status ts_ndb_count_scene(const char *path, const char *size, ts_ndb_counts_of_scene *counts, ts_error *error);
/* Takes what the run in the folder (log.jsonl, results.json) left; is_there stays false where there is nothing. */
void ts_ndb_figures_read(const char *folder, ts_ndb_figures *figures);
#endif
