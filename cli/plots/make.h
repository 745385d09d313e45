/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of results, drawn by gnuplot where there is one. */
#ifndef TS_CLI_PLOTS_MAKE_H
#define TS_CLI_PLOTS_MAKE_H

#include "reports/plots/write.h"

/* Runs the scripts that were written to the folder and says on the terminal what came of it. Without gnuplot that is a
 * line that says so, and no failure. */
ts_status ts_plots_draw(const ts_plot_folder *folder, ts_error *error);

/* ts_plots_write and ts_plots_draw for the results: what `touchstone report` adds to its folder. */
ts_status ts_plots_make(const char *const *paths, size_t count, const char *folder, unsigned formats, bool replace,
                        ts_error *error);

#endif
