/* SPDX-License-Identifier: GPL-2.0-or-later
 * How early answers are: the distribution of t* - toi over the safe ones, a curve for each backend. */
#include <math.h>

#include "core/say.h"
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
        ts_plot_put_text(out, cell->backend);
        fputc('\n', out);
        cJSON_ArrayForEach(value, cJSON_GetObjectItemCaseSensitive(all, "quantiles")) {
            if (!cJSON_IsNumber(value)) continue;
            ts_plot_put_number(out, value->valuedouble);
            ts_say(out, " %s\n", value->string);
        }
        fputs("\n\n", out);
    }
}

static void write_variables(const void *self, FILE *out) {
    const ts_plot_cells *cells = self;
    fputs("linetypes = \"", out);
    for (size_t c = 0; c < cells->count; ++c) {
        if (has_errors(&cells->items[c])) fprintf(out, "%d ", cells->items[c].linetype);
    }
    fputs("\"\n", out);
}

ts_status ts_plot_toi_error(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    bool any = false;
    for (size_t c = 0; c < cells->count; ++c) any = any || has_errors(&cells->items[c]);
    if (!any) return TS_OK;
    const ts_plot_sheet sheet = {.kind = "toi-error",
                                 .part = cells->part,
                                 .title = "How early the safe answers are",
                                 .subject = cells->data_set,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = cells};
    return ts_plot_sheet_write(folder, &sheet, error);
}
