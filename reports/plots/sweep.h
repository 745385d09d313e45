/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of a sweep over gaps and thicknesses. */
#ifndef TS_REPORTS_PLOTS_SWEEP_H
#define TS_REPORTS_PLOTS_SWEEP_H

#include "benches/gap_sweep.h"
#include "reports/plots/sheet.h"

/* Time against gap for all methods; iterations against gap and thickness for accd, or the first method without it. */
ts_status ts_plot_sweep(ts_plot_folder *folder, const ts_gap_sweep_options *options, const ts_gap_sweep *sweep,
                        ts_error *error);

#endif
