/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver says of its iterations and its run. */
#ifndef TS_NDB_REPORT_H
#define TS_NDB_REPORT_H

#include "ndb/solver_parts.h"

extern const ts_solver_phase ts_ndb_phases[TS_NDB_PHASES];

/* A local-global iteration. */
typedef struct ts_ndb_iteration {
    int outer, number, inner;
    double change;         /* |dx| */
    size_t active;         /* of the last partial CCD */
    const ts_ndb_way *way; /* of the full CCD after it; NULL: none */
} ts_ndb_iteration;

/* Tells the observer, with the seconds since it was told last; false: it asks to stop. */
bool ts_ndb_report_iteration(ts_ndb *solver, const ts_ndb_iteration *iteration);

size_t ts_ndb_figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]);
void ts_ndb_remark(const void *self, const double *phase_seconds, char *text, size_t size);

#endif
