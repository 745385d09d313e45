/* SPDX-License-Identifier: GPL-2.0-or-later
 * How early answers are: the whole distribution of t* - toi over the safe ones, a panel for each backend. */
#include <math.h>

#include "core/files.h"
#include "core/say.h"
#include "reports/plots/plots.h"

/* No answer that is safe and touches: nothing to draw. */
static bool has_errors(const ts_plot_cell *cell) {
    return isfinite(ts_plot_quantile(cell->json, "toi_error", "0.5"));
}

/* Steps of counts as shares that are no larger, from 0 to 1. */
static void write_steps(const cJSON *steps, FILE *out) {
    double count = 0.0, below = 0.0;
    const cJSON *step;
    cJSON_ArrayForEach(step, steps) count += cJSON_GetNumberValue(cJSON_GetArrayItem(step, 1));
    cJSON_ArrayForEach(step, steps) {
        const double up_to = cJSON_GetNumberValue(cJSON_GetArrayItem(step, 0));
        if (below == 0.0) fprintf(out, "%.9g 0\n", up_to);
        below += cJSON_GetNumberValue(cJSON_GetArrayItem(step, 1));
        fprintf(out, "%.9g %.9g\n", up_to, below / count);
    }
}

/* Of results of before, which have no more. */
static void write_quantiles(const cJSON *quantiles, FILE *out) {
    const cJSON *value;
    cJSON_ArrayForEach(value, quantiles) {
        if (!cJSON_IsNumber(value)) continue;
        ts_plot_put_number(out, value->valuedouble);
        ts_say(out, " %s\n", value->string);
    }
}

static void write_data(const void *self, FILE *out) {
    const ts_plot_cells *cells = self;
    fputs("# t* - toi of answers that are safe (fraction of the step), share of them that is no farther off\n", out);
    for (size_t c = 0; c < cells->count; ++c) {
        const ts_plot_cell *cell = &cells->items[c];
        const cJSON *all = cJSON_GetObjectItemCaseSensitive(cell->json, "toi_error");
        const cJSON *steps = cJSON_GetObjectItemCaseSensitive(all, "steps");
        if (!has_errors(cell)) continue;
        ts_plot_put_text(out, cell->backend);
        fputc('\n', out);
        if (steps)
            write_steps(steps, out);
        else
            write_quantiles(cJSON_GetObjectItemCaseSensitive(all, "quantiles"), out);
        fputs("\n\n", out);
    }
}

static void write_variables(const void *self, FILE *out) {
    const ts_plot_cells *cells = self;
    fputs("linetypes = \"", out);
    for (size_t c = 0; c < cells->count; ++c) {
        if (has_errors(&cells->items[c])) fprintf(out, "%d ", cells->items[c].linetype);
    }
    fputs("\"\narray names[", out);
    size_t count = 0;
    for (size_t c = 0; c < cells->count; ++c) count += has_errors(&cells->items[c]);
    fprintf(out, "%zu] = [", count);
    for (size_t c = 0, written = 0; c < cells->count; ++c) {
        if (!has_errors(&cells->items[c])) continue;
        if (written++ > 0) fputs(", ", out);
        ts_plot_put_text(out, cells->items[c].backend);
    }
    fputs("]\n", out);
}

ts_status ts_plot_toi_error(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error) {
    bool any = false;
    for (size_t c = 0; c < cells->count; ++c) any = any || has_errors(&cells->items[c]);
    if (!any) return TS_OK;
    const ts_plot_sheet sheet = {.kind = "toi-error",
                                 .part = cells->part,
                                 .title = "How early the safe answers are",
                                 .subject = cells->name,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = cells};
    return ts_plot_sheet_write(folder, &sheet, error);
}
