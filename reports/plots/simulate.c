/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where the time of runs goes: a bar for each, stacked by the phases of the solver. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"

typedef struct bars {
    ts_plot_source *runs; /* owned */
    size_t count;
    const char **phases; /* of all runs, each where it stands first; owned */
    size_t phase_count;
} bars;

static const cJSON *phases_of(const ts_plot_source *run) {
    return cJSON_GetObjectItemCaseSensitive(run->json, "seconds_by_phase");
}

static bool has_phase(const bars *all, const char *name) {
    for (size_t p = 0; p < all->phase_count; ++p) {
        if (strcmp(all->phases[p], name) == 0) return true;
    }
    return false;
}

static bool gather_phases(bars *all) {
    size_t most = 0;
    const cJSON *phase;
    for (size_t r = 0; r < all->count; ++r) most += (size_t)cJSON_GetArraySize(phases_of(&all->runs[r]));
    all->phases = calloc(most + 1, sizeof *all->phases);
    for (size_t r = 0; all->phases && r < all->count; ++r) {
        cJSON_ArrayForEach(phase, phases_of(&all->runs[r])) {
            if (!has_phase(all, phase->string)) all->phases[all->phase_count++] = phase->string;
        }
    }
    return all->phases != NULL;
}

/* ---- Names ---- */

static const char *scene_of(const ts_plot_source *run) {
    return ts_path_name(ts_plot_text(run->json, "scene"));
}

static const char *method_of(const ts_plot_source *run) {
    return ts_plot_text(cJSON_GetObjectItemCaseSensitive(run->json, "ccd"), "name");
}

/* What tells a run from others of the same scene and method: "", the name of its file, or the whole path. */
static const char *file_of(const bars *all, const ts_plot_source *run) {
    const char *file = "";
    for (size_t r = 0; r < all->count; ++r) {
        const ts_plot_source *other = &all->runs[r];
        if (other == run || strcmp(scene_of(other), scene_of(run)) != 0 ||
            strcmp(method_of(other), method_of(run)) != 0)
            continue;
        file = ts_path_name(run->path);
        if (strcmp(ts_path_name(other->path), file) == 0) return run->path;
    }
    return file;
}

static void put_run(const bars *all, const ts_plot_source *run, FILE *out) {
    const char *file = file_of(all, run);
    char *name = ts_text("%s, %s%s%s", scene_of(run), method_of(run), *file ? ", " : "", file);
    ts_plot_put_text(out, name ? name : "");
    free(name);
}

/* ---- The plot ---- */

/* Of a phase that another solver has it took none. */
static double seconds_of(const ts_plot_source *run, const char *phase) {
    return cJSON_HasObjectItem(phases_of(run), phase) ? ts_plot_number(phases_of(run), phase) : 0.0;
}

static void write_data(const void *self, FILE *out) {
    const bars *all = self;
    fputs("# seconds by phase; iterations\nrun iterations", out);
    for (size_t p = 0; p < all->phase_count; ++p) {
        fputc(' ', out);
        ts_plot_put_text(out, all->phases[p]);
    }
    fputc('\n', out);
    for (size_t r = 0; r < all->count; ++r) {
        const ts_plot_source *run = &all->runs[r];
        put_run(all, run, out);
        fputc(' ', out);
        ts_plot_put_number(out, ts_plot_number(run->json, "iterations"));
        for (size_t p = 0; p < all->phase_count; ++p) {
            fputc(' ', out);
            ts_plot_put_number(out, seconds_of(run, all->phases[p]));
        }
        fputc('\n', out);
    }
}

static void write_variables(const void *self, FILE *out) {
    const bars *all = self;
    fprintf(out, "runs = %zu\nphases = %zu\n", all->count, all->phase_count);
}

ts_status ts_plot_simulate(ts_plot_folder *folder, const ts_plot_source *results, size_t count, ts_error *error) {
    bars all = {.runs = calloc(count + 1, sizeof *all.runs)};
    for (size_t r = 0; all.runs && r < count; ++r) {
        if (phases_of(&results[r]) && ts_plot_number(results[r].json, "iterations") > 0.0)
            all.runs[all.count++] = results[r];
    }
    const ts_plot_sheet sheet = {.kind = "phases",
                                 .title = "Solver time by phase",
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    ts_status status = all.runs && gather_phases(&all) ? TS_OK : ts_fail_memory(error, "a plot");
    if (status == TS_OK && all.count > 0) status = ts_plot_sheet_write(folder, &sheet, error);
    free(all.phases);
    free(all.runs);
    return status;
}
