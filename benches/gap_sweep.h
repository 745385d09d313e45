/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the gap and the thickness of a query cost: methods over the same motions, begun at gaps from 1e-9 to 1e-1 m over
 * thicknesses from 0 to 1e-2 m. */
#ifndef TS_BENCHES_GAP_SWEEP_H
#define TS_BENCHES_GAP_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>

enum { TS_SWEEP_GAPS = 17, TS_SWEEP_THICKNESSES = 4 };

typedef struct ts_gap_sweep_options {
    const ts_ccd_method *methods;
    size_t method_count;
    uint64_t queries; /* at each gap and thickness: point-triangle and edge-edge in turn */
    uint64_t seed;
    bool (*interrupted)(void *self); /* NULL: nobody asks */
    void *self;
} ts_gap_sweep_options;

/* One method at one gap and thickness. Of the queries that it answers; NaN where these are less than half. */
typedef struct ts_gap_sweep_cell {
    double iterations, many_iterations; /* median and quantile 0.9 of the method's own count */
    double nanoseconds, most_of_ns;     /* median and quantile 0.9 */
} ts_gap_sweep_cell;

typedef struct ts_gap_sweep {
    size_t method_count;
    ts_gap_sweep_cell *cells; /* by ts_gap_sweep_at; owned */
    bool interrupted;         /* the rest is NaN */
} ts_gap_sweep;

/* The gap and the thickness of an index, in metres. */
double ts_sweep_gap(size_t gap);
double ts_sweep_thickness(size_t thickness);

/* TS_ERROR_MEMORY. Iterations are the same on every machine. */
ts_status ts_gap_sweep_run(const ts_gap_sweep_options *options, ts_gap_sweep *sweep, ts_error *error);
void ts_gap_sweep_clear(ts_gap_sweep *sweep);

const ts_gap_sweep_cell *ts_gap_sweep_at(const ts_gap_sweep *sweep, size_t method, size_t gap, size_t thickness);

#endif
