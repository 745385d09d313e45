/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where the time of runs goes: a bar for each, stacked by the phases of the solver. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"

typedef struct bars {
    const cJSON *const *runs;
    size_t count;
    const cJSON *phases; /* those of the first run: names and order */
} bars;

static const cJSON *phases_of(const cJSON *run) {
    return cJSON_GetObjectItemCaseSensitive(run, "seconds_by_phase");
}

static void put_run(const cJSON *run, FILE *out) {
    char *name = ts_text("%s, %s", ts_path_name(ts_plot_text(run, "scene")),
                         ts_plot_text(cJSON_GetObjectItemCaseSensitive(run, "ccd"), "name"));
    ts_plot_put_field(out, name ? name : "");
    free(name);
}

static void write_data(const void *self, FILE *out) {
    const bars *all = self;
    const cJSON *phase;
    fputs("# seconds by phase; Newton iterations\nrun iterations", out);
    cJSON_ArrayForEach(phase, all->phases) {
        fputc(' ', out);
        ts_plot_put_field(out, phase->string);
    }
    fputc('\n', out);
    for (size_t r = 0; r < all->count; ++r) {
        put_run(all->runs[r], out);
        fputc(' ', out);
        ts_plot_put_number(out, ts_plot_number(all->runs[r], "iterations"));
        cJSON_ArrayForEach(phase, all->phases) {
            fputc(' ', out);
            ts_plot_put_number(out, ts_plot_number(phases_of(all->runs[r]), phase->string));
        }
        fputc('\n', out);
    }
}

static void write_settings(const void *self, FILE *out) {
    (void)self;
    fputs("set style data histograms\nset style histogram rowstacked\nset style fill solid 1.0 border rgb 'white'\n"
          "set boxwidth 0.6 relative\nset grid noxtics\nset yrange [0:*]\nset xtics rotate by -25 noenhanced\n"
          "set ylabel 'ms per Newton iteration'\nset key outside right top invert\n",
          out);
}

static void write_drawing(const void *self, FILE *out) {
    const int phases = cJSON_GetArraySize(((const bars *)self)->phases);
    fputs("plot ", out);
    for (int p = 0; p < phases; ++p) {
        const int column = p + 3;
        fprintf(out, "%sdata using (1e3*$%d/$2):xtic(1) linetype %d%s title columnheader(%d)", p ? ", \\\n    " : "",
                column, ts_plot_linetype((size_t)p), p < 8 ? "" : " fillstyle pattern 2", column);
    }
    fputc('\n', out);
}

ts_status ts_plot_simulate(ts_plot_folder *folder, const cJSON *const *results, size_t count, ts_error *error) {
    const cJSON **timed = calloc(count + 1, sizeof *timed);
    bars all = {.runs = timed};
    if (!timed) return ts_fail_memory(error, "a plot");
    for (size_t r = 0; r < count; ++r) {
        if (phases_of(results[r]) && ts_plot_number(results[r], "iterations") > 0.0) timed[all.count++] = results[r];
    }
    all.phases = phases_of(timed[0]);
    const ts_plot_sheet sheet = {.name = "phases",
                                 .title = "Solver time by phase",
                                 .width = 560 + 90 * (int)(all.count < 12 ? all.count : 12),
                                 .height = 480,
                                 .write_data = write_data,
                                 .write_settings = write_settings,
                                 .write_drawing = write_drawing,
                                 .self = &all};
    const ts_status status = all.count > 0 ? ts_plot_sheet_write(folder, &sheet, error) : TS_OK;
    free(timed);
    return status;
}
