/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results of `touchstone barrier` for people, for programs, and as plots. */
#ifndef TS_REPORTS_BARRIER_REPORT_H
#define TS_REPORTS_BARRIER_REPORT_H

#include <stdio.h>

#include "benches/barrier/barrier.h"
#include "benches/context.h"

ts_status ts_barrier_print(const ts_barrier_results *results, FILE *out, ts_error *error);

/* The file appears complete or not at all; one that exists is replaced. */
ts_status ts_barrier_write_json(const ts_barrier_results *results, const ts_context *context, const char *path,
                                ts_error *error);

/* For every row NAME-SWEEP.gp, a gnuplot script with its data, that draws NAME-SWEEP.svg: relative errors against what
 * the sweep varies. The folder is made when missing. *scripts: how many. */
ts_status ts_barrier_write_plots(const ts_barrier_results *results, const char *folder, size_t *scripts,
                                 ts_error *error);
/* NAME-SWEEP.gp, or with another ending; the caller frees it. NULL without memory. */
char *ts_barrier_plot_name(const ts_barrier_row *row, const char *ending);

/* "touchstone barrier --term NAME --at x,...,p,...": every number of the point, exactly; the caller frees it. NULL
 * without memory. */
char *ts_barrier_command(const ts_term *term, const ts_term_point *at);
/* What bounds the term on the sweep, as a row of docs/barrier-accuracy.md; the caller frees it. */
char *ts_barrier_bound_words(const ts_barrier_bound *bound);

#endif
