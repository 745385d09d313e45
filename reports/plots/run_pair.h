/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two runs side by side over time, as a plot. */
#ifndef TS_REPORTS_PLOTS_RUN_PAIR_H
#define TS_REPORTS_PLOTS_RUN_PAIR_H

#include "reports/compare/runs.h"
#include "reports/plots/sheet.h"

/* TS_ERROR_USAGE: the folder has files of such a plot, or cannot have them. */
ts_status ts_plot_run_pair_check(const ts_plot_folder *folder, ts_error *error);
/* Distances of positions, energies, least gaps, iterations and seconds so far. */
ts_status ts_plot_run_pair(ts_plot_folder *folder, const ts_run_pair *pair, ts_error *error);

#endif
