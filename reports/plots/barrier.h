/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of a barrier check that has just been made. */
#ifndef TS_REPORTS_PLOTS_BARRIER_H
#define TS_REPORTS_PLOTS_BARRIER_H

#include "benches/barrier/barrier.h"
#include "reports/plots/sheet.h"

/* Before a run of the subjects. TS_ERROR_USAGE: the folder has files of such plots, or cannot have them. */
ts_status ts_plot_barrier_check(const ts_plot_folder *folder, const ts_barrier_subject *subjects, size_t count,
                                ts_error *error);
/* TERM-SWEEP for every row of a term with a reference: relative errors against what the sweep varies. */
ts_status ts_plot_barrier_rows(ts_plot_folder *folder, const ts_barrier_results *results, ts_error *error);

#endif
