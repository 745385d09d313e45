/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of a barrier check: a gnuplot script for each sweep of each term. */
#ifndef TS_REPORTS_PLOTS_BARRIER_SWEEPS_H
#define TS_REPORTS_PLOTS_BARRIER_SWEEPS_H

#include "benches/barrier/barrier.h"

/* For every row NAME-SWEEP.gp, a gnuplot script with its data, that draws NAME-SWEEP.svg: relative errors against what
 * the sweep varies. The folder is made when missing. *scripts: how many. */
ts_status ts_barrier_write_plots(const ts_barrier_results *results, const char *folder, size_t *scripts,
                                 ts_error *error);
/* NAME-SWEEP.gp, or with another ending; the caller frees it. NULL without memory. */
char *ts_barrier_plot_name(const ts_barrier_row *row, const char *ending);

#endif
