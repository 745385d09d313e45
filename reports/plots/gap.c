/* SPDX-License-Identifier: GPL-2.0-or-later
 * The gap of one query over time. */
#include "reports/plots/gap.h"

#include <math.h>

static void write_data(const void *self, FILE *out) {
    const ts_plot_gap_curve *curve = self;
    fputs("# time, distance - min_distance (m)\n", out);
    for (size_t i = 0; i < curve->count; ++i) fprintf(out, "%.17g %.17g\n", curve->time[i], curve->gap[i]);
}

static void write_variables(const void *self, FILE *out) {
    const ts_plot_gap_curve *curve = self;
    if (!isnan(curve->contact)) fprintf(out, "contact = %.17g\n", curve->contact);
}

ts_status ts_plot_gap(ts_plot_folder *folder, const ts_plot_gap_curve *curve, const char *picture, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = "gap",
                                 .picture = picture,
                                 .title = curve->title,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = curve};
    return ts_plot_sheet_write(folder, &sheet, error);
}
