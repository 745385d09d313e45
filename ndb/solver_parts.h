/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver keeps of a simulation; for the files of this folder, and for tests of them. */
#ifndef TS_NDB_SOLVER_PARTS_H
#define TS_NDB_SOLVER_PARTS_H

#include "ndb/anderson.h"
#include "ndb/elastic.h"
#include "ndb/modes.h"
#include "ndb/options.h"
#include "ndb/quasi.h"
#include "ndb/solver.h"
#include "ndb/subspace.h"
#include "ndb/whole.h"

enum { TS_NDB_EXITS = 5 };

/* Of the whole run. */
typedef struct ts_ndb_counts {
    size_t steps, lg, warm_lg, forward_lg, outers, forwardings, accelerated, quasi_newton, taken_back, restarts;
    size_t exits[TS_NDB_EXITS]; /* steps by the last way's fraction: 0 .. 1e-6 .. 1e-2 .. 0.1 .. < 1, 1 */
    double setup_seconds;       /* modes */
} ts_ndb_counts;

/* Of told nodes (told.h), s. The first two are part of a checkpoint. */
typedef struct ts_ndb_clock {
    double time, stride; /* stride: time steps that they may go in one */
    double end;          /* of the step under way */
} ts_ndb_clock;

typedef struct ts_ndb {
    ts_simulation *simulation; /* borrowed */
    const ts_bodies *bodies;   /* of it */
    ts_state *state;
    ts_ndb_options options;

    ts_ndb_elastic elastic;
    ts_ndb_matrix matrix; /* H */
    ts_ndb_smoothing smoothing;
    ts_ndb_modes modes; /* of `known` */
    ts_ndb_subspace subspace, warm;
    ts_ndb_whole whole_bodies;
    ts_ndb_anderson anderson;
    ts_ndb_quasi quasi;
    bool is_accelerated;  /* the trial point is not the plain one of its iteration */
    bool is_quasi_newton; /* by the directions of quasi.h: Anderson's points were taken back too often in this step */
    int taken_back;       /* so often */
    ts_ndb_contact *contact; /* NULL: none */
    uint8_t *obstacle, *prescribed;
    uint8_t *told; /* prescribed nodes and obstacles */
    ts_ndb_clock clock;
    uint8_t *known; /* told nodes that modes and smoothing are for; is_ready: there are some */
    bool is_ready;
    size_t free_nodes;
    double size; /* L: diagonal of the box of the rest pose of what is not an obstacle, m */

    /* Of the step under way; all rows of nodes. */
    double (*plus)[3], (*minus)[3]; /* the trial point, the accepted one */
    double (*last)[3];              /* the trial point of the last outer iteration */
    double (*target)[3];            /* of told nodes */
    double (*forwarded)[3];         /* dx_RF, carried from step to step */
    double (*pull)[3];              /* b of contact, N */
    double *added;                  /* dH of contact, N/m */
    double *inertia;                /* m/h^2, N/m */
    ts_ndb_row *z, *x, *r, *dx;
    double *piece_sum;
    double energy;                  /* of the iterate that the last local step saw, without contact, J */
    ts_ndb_contact_energies across; /* of contact there, where it took part */
    double whole;                   /* with contact; INFINITY: none to compare with the next */
    ts_ccd_status answer;           /* UNSUPPORTED or FAILED once a query of the step was answered so, else FREE */
    double seconds[TS_NDB_PHASES];  /* since they were told to the observer last */
    ts_ndb_counts counts;
} ts_ndb;

#endif
