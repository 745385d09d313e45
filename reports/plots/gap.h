/* SPDX-License-Identifier: GPL-2.0-or-later
 * The plot of a query's gap over time. */
#ifndef TS_REPORTS_PLOTS_GAP_H
#define TS_REPORTS_PLOTS_GAP_H

#include "reports/plots/sheet.h"

typedef struct ts_plot_gap_curve {
    const double *time, *gap;
    size_t count;
    double contact; /* t*, NaN without one */
    const char *title;
} ts_plot_gap_curve;

/* picture: the name of the SVG file to draw in the folder; PICTURE.dat and PICTURE.gp are written. */
ts_status ts_plot_gap(ts_plot_folder *folder, const ts_plot_gap_curve *curve, const char *picture, ts_error *error);

#endif
