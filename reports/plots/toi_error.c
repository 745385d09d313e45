/* SPDX-License-Identifier: GPL-2.0-or-later
 * How early answers are: the distribution of t* - toi over the safe ones, a curve for each backend. */
#include <math.h>

#include "reports/plots/plots.h"

/* No answer that is safe and touches: nothing to draw. */
static bool has_errors(const ts_plot_cell *cell) {
    return isfinite(ts_plot_quantile(cell->json, "toi_error", "0.5"));
}

static void write_data(const void *self, FILE *out) {
    const ts_plot_cells *cells = self;
    fputs("# t* - toi of answers that are safe (fraction of the step), share of them that is no farther off\n", out);
    for (size_t c = 0; c < cells->count; ++c) {
        const ts_plot_cell *cell = &cells->items[c];
        const cJSON *all = cJSON_GetObjectItemCaseSensitive(cell->json, "toi_error"), *value;
        if (!has_errors(cell)) continue;
        ts_plot_put_field(out, cell->backend);
        fputc('\n', out);
        cJSON_ArrayForEach(value, cJSON_GetObjectItemCaseSensitive(all, "quantiles")) {
            if (!cJSON_IsNumber(value)) continue;
            ts_plot_put_number(out, value->valuedouble);
            fprintf(out, " %s\n", value->string);
        }
        fputs("\n\n", out);
    }
}

static void write_settings(const void *self, FILE *out) {
    (void)self;
    fputs("set logscale x\nset format x '1e%T'\nset xrange [floor:1]\nset yrange [0:1]\n"
          "set xlabel 't* - toi, as a fraction of the step'\nset ylabel 'share of the safe answers'\n"
          "set key outside right top\n",
          out);
}

static void write_drawing(const void *self, FILE *out) {
    const ts_plot_cells *cells = self;
    const char *between = "plot ";
    int block = 0;
    for (size_t c = 0; c < cells->count; ++c) {
        const ts_plot_cell *cell = &cells->items[c];
        if (!has_errors(cell)) continue;
        fprintf(out, "%sdata index %d using (above($1)):2 with linespoints linetype %d pointsize 0.6 title ", between,
                block++, cell->linetype);
        ts_plot_put_quoted(out, cell->backend);
        between = ", \\\n    ";
    }
    fputc('\n', out);
}

ts_status ts_plot_toi_error(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    bool any = false;
    for (size_t c = 0; c < cells->count; ++c) any = any || has_errors(&cells->items[c]);
    if (!any) return TS_OK;
    const ts_plot_sheet sheet = {.name = "toi-error",
                                 .part = cells->part,
                                 .title = "How early the safe answers are",
                                 .subject = cells->data_set,
                                 .width = 800,
                                 .height = 480,
                                 .floor = 1e-12,
                                 .write_data = write_data,
                                 .write_settings = write_settings,
                                 .write_drawing = write_drawing,
                                 .self = cells};
    return ts_plot_sheet_write(folder, &sheet, error);
}
