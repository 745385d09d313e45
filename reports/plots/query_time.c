/* SPDX-License-Identifier: GPL-2.0-or-later
 * Time per query: a box for each backend, from the quantiles in the results. */

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
        ts_plot_put_field(out, cell->backend);
        for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; ++q) {
            fputc(' ', out);
            ts_plot_put_number(out, ts_plot_quantile(cell->json, "nanoseconds", quantiles[q]));
        }
        fputc(' ', out);
        ts_plot_put_number(out, ts_plot_number(cJSON_GetObjectItemCaseSensitive(cell->json, "nanoseconds"), "mean"));
        fprintf(out, " %d\n", cell->linetype);
    }
}

static void write_settings(const void *self, FILE *out) {
    fprintf(out,
            "set logscale y\nset format y '1e%%T'\nset ylabel 'ns per query'\n"
            "set xrange [-0.6:%zu - 0.4]\nset xtics rotate by -35 noenhanced\nset boxwidth 0.6\nset style fill empty\n"
            "set key below horizontal maxrows 1\n",
            timed(self));
}

static void write_drawing(const void *self, FILE *out) {
    (void)self;
    fputs("plot data using 0:3:2:6:5:9:xtic(1) with candlesticks linecolor variable notitle whiskerbars 0.5, \\\n"
          "    data using ($0-0.3):4:(0.6):(0):9 with vectors nohead linecolor variable linewidth 3 notitle, \\\n"
          "    data using 0:8 with points pointtype 2 linecolor rgb 'black' title 'mean', \\\n"
          "    data using 0:7 with points pointtype 6 linecolor rgb 'black' title 'slowest', \\\n"
          "    1/0 with lines linecolor rgb 'black' title 'quartiles, median; 1 % and 99 %'\n",
          out);
}

ts_status ts_plot_query_time(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    if (timed(cells) == 0) return TS_OK;
    const ts_plot_sheet sheet = {.name = "query-time",
                                 .part = cells->part,
                                 .title = "Time per query",
                                 .subject = cells->data_set,
                                 .width = 800,
                                 .height = 480,
                                 .write_data = write_data,
                                 .write_settings = write_settings,
                                 .write_drawing = write_drawing,
                                 .self = cells};
    return ts_plot_sheet_write(folder, &sheet, error);
}
