/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where the scan asks: strata of u along lines, cut into series of points that are close enough together to tell of
 * each other. */
#ifndef TS_BENCHES_BARRIER_SCAN_SERIES_H
#define TS_BENCHES_BARRIER_SCAN_SERIES_H

#include <touchstone/status.h>

#include "benches/barrier/sweep.h"

/* Neighbouring series of a line overlap by two points on either side, so that no jump falls between them. */
enum { TS_SERIES_OWN = 128, TS_SERIES_OVERLAP = 2, TS_SERIES_MOST = TS_SERIES_OWN + 2 * TS_SERIES_OVERLAP };

/* Every stride-th place of a stratum from `first` on, on a line of its own; `places` is the stratum's number. */
typedef struct ts_scan_series {
    const ts_term_sweep *sweep;
    uint64_t line, first, places;
    uint32_t stride;
    uint16_t count;   /* of points: 1 to TS_SERIES_MOST */
    uint16_t stratum; /* for ts_scan_u */
} ts_scan_series;

typedef struct ts_scan_plan {
    ts_scan_series *series; /* owned */
    size_t count;
    uint64_t points;
    uint64_t seed;
} ts_scan_plan;

/* About `points` points along the sweeps of the term that have a path, or of all where none has. */
ts_status ts_scan_plan_make(const ts_term *term, uint64_t points, uint64_t seed, ts_scan_plan *plan, ts_error *error);
void ts_scan_plan_clear(ts_scan_plan *plan);

void ts_scan_line_of(const ts_scan_plan *plan, const ts_scan_series *series, ts_term_line *line);
/* u of point k of the series; k may be between two points. */
double ts_scan_u(const ts_scan_series *series, const ts_term_line *line, double k);
/* The point at u; its variable is |u|, or 1e-300 for 0. */
void ts_scan_point_at(const ts_term_line *line, double u, ts_term_point *point);

#endif
