/* SPDX-License-Identifier: GPL-2.0-or-later
 * Time per query: a box for each backend, from the quantiles in the results. */

#include "core/files.h"
#include "reports/plots/plots.h"

static bool is_timed(const ts_plot_cell *cell) {
    return ts_plot_quantile(cell->json, "nanoseconds", "0.5") > 0.0; /* false for NaN */
}

static size_t timed(const ts_plot_cells *cells) {
    size_t count = 0;
    for (size_t c = 0; c < cells->count; ++c) count += is_timed(&cells->items[c]);
    return count;
}

static void write_data(const void *self, FILE *out) {
    static const char *const quantiles[] = {"0.01", "0.25", "0.5", "0.75", "0.99", "1"};
    const ts_plot_cells *cells = self;
    fputs("# ns per query: backend, quantiles 0.01 0.25 0.5 0.75 0.99 1, mean, linetype\n", out);
    for (size_t c = 0; c < cells->count; ++c) {
        const ts_plot_cell *cell = &cells->items[c];
        if (!is_timed(cell)) continue;
        ts_plot_put_text(out, cell->backend);
        for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; ++q) {
            fputc(' ', out);
            ts_plot_put_number(out, ts_plot_quantile(cell->json, "nanoseconds", quantiles[q]));
        }
        fputc(' ', out);
        ts_plot_put_number(out, ts_plot_number(cJSON_GetObjectItemCaseSensitive(cell->json, "nanoseconds"), "mean"));
        fprintf(out, " %d\n", cell->linetype);
    }
}

static void write_variables(const void *self, FILE *out) {
    fprintf(out, "backends = %zu\n", timed(self));
}

ts_status ts_plot_query_time(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    if (timed(cells) == 0) return TS_OK;
    const ts_plot_sheet sheet = {.kind = "query-time",
                                 .part = cells->part,
                                 .title = "Time per query",
                                 .subject = cells->name,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = cells};
    return ts_plot_sheet_write(folder, &sheet, error);
}
