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
    ts_plot_put_text(out, name ? name : "");
    free(name);
}

static void write_data(const void *self, FILE *out) {
    const bars *all = self;
    const cJSON *phase;
    fputs("# seconds by phase; iterations\nrun iterations", out);
    cJSON_ArrayForEach(phase, all->phases) {
        fputc(' ', out);
        ts_plot_put_text(out, phase->string);
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

static void write_variables(const void *self, FILE *out) {
    const bars *all = self;
    fprintf(out, "runs = %zu\nphases = %d\n", all->count, cJSON_GetArraySize(all->phases));
}

ts_status ts_plot_simulate(ts_plot_folder *folder, const cJSON *const *results, size_t count, ts_error *error) {
    const cJSON **timed = calloc(count + 1, sizeof *timed);
    bars all = {.runs = timed};
    if (!timed) return ts_fail_memory(error, "a plot");
    for (size_t r = 0; r < count; ++r) {
        if (phases_of(results[r]) && ts_plot_number(results[r], "iterations") > 0.0) timed[all.count++] = results[r];
    }
    all.phases = phases_of(timed[0]);
    const ts_plot_sheet sheet = {.kind = "phases",
                                 .title = "Solver time by phase",
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    const ts_status status = all.count > 0 ? ts_plot_sheet_write(folder, &sheet, error) : TS_OK;
    free(timed);
    return status;
}
