/* SPDX-License-Identifier: GPL-2.0-or-later
 * Judging terms of an energy: sweeps of each against the references, bounds, derivatives, clamps, projections
 * (docs/barrier-accuracy.md). */
#ifndef TS_BENCHES_BARRIER_BARRIER_H
#define TS_BENCHES_BARRIER_BARRIER_H

#include "benches/barrier/bounds.h"
#include "benches/barrier/clamp.h"
#include "benches/barrier/derivative.h"
#include "benches/barrier/eigen.h"
#include "benches/barrier/judge.h"
#include "benches/barrier/own_derivative.h"
#include "benches/barrier/scan/scan.h"
#include "benches/barrier/sweep.h"

/* Term number `index` of somebody's, projected as he uses it; false where it is not. */
typedef bool ts_term_projection(size_t index, const double *inputs, const double *parameters,
                                double hessian[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS]);

typedef struct ts_barrier_subject {
    const ts_term *term;
    ts_term_projection *projection; /* NULL: none */
    size_t index;                   /* for it */
    const char *origin;             /* of a plug-in: what names it to a command, a blank before each option; borrowed */
} ts_barrier_subject;

typedef struct ts_barrier_options {
    const ts_barrier_subject *subjects;
    size_t subject_count;
    uint64_t samples; /* of each sweep */
    uint64_t scan;    /* evaluations of each subject before the sweeps; 0: none */
    uint64_t seed;
    /* Either may be NULL. Called between blocks of samples. */
    void (*report)(void *self, const char *what, uint64_t done, uint64_t total);
    bool (*interrupted)(void *self);
    void *self;
} ts_barrier_options;

/* One point of a sweep. */
typedef struct ts_barrier_sample {
    double variable;
    ts_term_judgement judgement;
    ts_own_differences own; /* of a term without a reference */
    bool undecided;         /* the reference has no value; nothing else is filled */
    bool outside;           /* the reference is infinite there; of a term without one: its value is */
    bool has_projection, has_differences;
    ts_projection_error projection;
    ts_difference_error differences; /* of the reference */
} ts_barrier_sample;

typedef struct ts_barrier_worst {
    double most, median; /* NaN: nothing was measured */
    uint64_t index;      /* of the sample with `most`; the first of several */
} ts_barrier_worst;

/* One term on one sweep. */
typedef struct ts_barrier_row {
    const ts_barrier_subject *subject;
    const ts_term_sweep *sweep;
    const ts_barrier_bound *bound; /* NULL: none */
    uint64_t count;                /* samples taken */
    ts_barrier_sample *samples;    /* owned */
    uint64_t undecided, outside, flaws[TS_FLAWS];
    ts_barrier_worst error[TS_QUANTITIES][TS_MEASURES];
    uint64_t projections;
    ts_projection_error projection; /* least: the lowest; exact: of that matrix; distance: the largest */
    uint64_t differences;
    ts_difference_error difference;       /* the largest of the reference */
    uint64_t inconsistent[2], unresolved; /* of a term without a reference: gradients, Hessians; points */
    uint64_t resolved;                    /* points where its gradient or its Hessian is judged, right or wrong */
    bool unjudged;                        /* that term is judged at no point of any of its sweeps */
    bool missed[TS_QUANTITIES], missed_projection, missed_difference;
} ts_barrier_row;

typedef struct ts_barrier_results {
    const ts_barrier_options *options; /* borrowed */
    size_t row_count, clamp_count, scan_count;
    ts_barrier_row *rows;
    ts_clamp_result *clamps;
    ts_scan_result *scans; /* of the subjects in their order */
    bool interrupted;      /* rows that were not reached have a count of 0 */
} ts_barrier_results;

/* Fails without memory only. All results are the same, bit for bit, for any number of threads. */
ts_status ts_barrier_run(const ts_barrier_options *options, ts_barrier_results *results, ts_error *error);
void ts_barrier_results_clear(ts_barrier_results *results);

/* Has anything missed its bound, shown a flaw or contradicted itself? */
bool ts_barrier_row_failed(const ts_barrier_row *row);
bool ts_barrier_any_failure(const ts_barrier_results *results);

/* What is asked of a sample beside its errors, which costs more than they do. */
typedef enum ts_barrier_ask { TS_ASK_PROJECTION = 1, TS_ASK_DIFFERENCES = 2, TS_ASK_ALL = 3 } ts_barrier_ask;

/* One sample, as the sweeps judge it. ask: a set of ts_barrier_ask. */
void ts_barrier_judge(const ts_barrier_subject *subject, const ts_barrier_bound *bound, const ts_term_point *at,
                      unsigned ask, ts_barrier_sample *sample);

#endif
