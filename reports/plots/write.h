/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of results: data, gnuplot scripts (docs/reports.md). Running gnuplot is the caller's. */
#ifndef TS_REPORTS_PLOTS_WRITE_H
#define TS_REPORTS_PLOTS_WRITE_H

#include "reports/plots/sheet.h"

/* For each of the paths, which are results files of any kind or folders of runs (with a log.jsonl), NAME.dat and
 * NAME.gp in the folder, which is made when missing; folder->names says which plots. Results without anything to draw
 * give none. TS_ERROR_DATA: a path that is neither. */
ts_status ts_plots_write(const char *const *paths, size_t count, ts_plot_folder *folder, ts_error *error);

/* Makes the folder when it is missing, and the one that holds it. TS_ERROR_USAGE. */
ts_status ts_plot_folder_make(const char *path, ts_error *error);

#endif
