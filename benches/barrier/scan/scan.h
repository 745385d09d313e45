/* SPDX-License-Identifier: GPL-2.0-or-later
 * The dense scan of a term: about a million evaluations held against each other, the reference where they look strange
 * and at points of every stratum, and some asked again in another order (docs/barrier-accuracy.md). */
#ifndef TS_BENCHES_BARRIER_SCAN_SCAN_H
#define TS_BENCHES_BARRIER_SCAN_SCAN_H

#include <touchstone/status.h>

#include "benches/barrier/bounds.h"
#include "benches/barrier/judge.h"
#include "benches/barrier/sweep.h"

/* What can be wrong: a quantity beyond its bound, a flaw, a contradiction. */
typedef enum ts_scan_kind {
    TS_SCAN_QUANTITY = 0, /* and the two behind it */
    TS_SCAN_FLAW = TS_SCAN_QUANTITY + TS_QUANTITIES,
    TS_SCAN_GRADIENT = TS_SCAN_FLAW + TS_FLAWS, /* without a reference: not the derivative of the value */
    TS_SCAN_HESSIAN,                            /* not that of the gradient */
    TS_SCAN_JUMP,    /* of a barrier without a reference: the value jumps from a double to the next */
    TS_SCAN_CHANGED, /* another answer when asked again */
    TS_SCAN_KINDS
} ts_scan_kind;

const char *ts_scan_kind_name(ts_scan_kind kind);

/* Points at which it is wrong, and the one where it is worst. */
typedef struct ts_scan_finding {
    uint64_t count;
    const ts_term_sweep *sweep;
    ts_term_point at;
    double error; /* in the measure of the bound, of a quantity */
} ts_scan_finding;

typedef struct ts_scan_result {
    const ts_term *term;
    uint64_t points;   /* asked in the scan, */
    uint64_t again;    /* of these asked again */
    uint64_t suspects; /* places that looked strange; */
    uint64_t judged;   /* points that the reference was asked about, there, across the strata and towards the worst */
    uint64_t outside;  /* of these outside the domain */
    uint64_t wrong;    /* of these wrong in some way */
    bool unjudged;     /* no reference, and a finite value nowhere: nothing could be judged */
    double most;       /* the largest error over its bound; NaN: nothing was measured */
    const ts_term_sweep *sweep; /* where; NULL: nowhere */
    ts_term_point at;
    ts_scan_finding finding[TS_SCAN_KINDS];
} ts_scan_result;

/* Evaluations of a term where nobody says how many. */
#define TS_SCAN_STANDARD 1000000

/* The scan forgives what changing every number given by one unit in its last place explains so many times over. */
#define TS_SCAN_LEAVE 256.0

typedef struct ts_scan_options {
    uint64_t points, seed;
    /* As in ts_barrier_options. */
    void (*report)(void *self, const char *what, uint64_t done, uint64_t total);
    bool (*interrupted)(void *self);
    void *self;
} ts_scan_options;

/* Fails without memory only. Of a term whose answers depend on nothing but the question the result is the same, bit for
 * bit, for any number of threads. An interrupted one has not judged everything. */
ts_status ts_scan_run(const ts_term *term, const ts_scan_options *options, ts_scan_result *result, ts_error *error);

bool ts_scan_failed(const ts_scan_result *result);

#endif
