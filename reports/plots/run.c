/* SPDX-License-Identifier: GPL-2.0-or-later
 * The least gap and the stretch over a scene, from the steps in the log of its run. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"

typedef struct step {
    double time, gap, most, least;
} step;

typedef struct steps {
    step *items; /* owned */
    size_t count;
} steps;

/* ---- The log ---- */

/* A last line that is not whole, of a run that was killed, is left out. */
static void add_line(steps *all, const char *line) {
    cJSON *json = cJSON_Parse(line);
    if (strcmp(ts_plot_text(json, "kind"), "step") == 0) {
        all->items[all->count++] = (step){ts_plot_number(json, "time"), ts_plot_number(json, "least_gap"),
                                          ts_plot_number(json, "most_stretch"), ts_plot_number(json, "least_stretch")};
    }
    cJSON_Delete(json);
}

static ts_status read_steps(steps *all, const char *path, ts_error *error) {
    char *text = NULL, *rest, *end;
    const ts_status status = ts_text_file_read(path, &text, error);
    if (status != TS_OK) return status;
    size_t lines = 1;
    for (const char *c = text; *c; ++c) lines += *c == '\n';
    all->items = calloc(lines, sizeof *all->items);
    for (rest = text; all->items && (end = strchr(rest, '\n')); rest = end + 1) {
        *end = '\0';
        add_line(all, rest);
    }
    free(text);
    if (!all->items) return ts_fail_memory(error, "the steps of a run");
    if (all->count > 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s: no step is in it; expected the log of a run that made at least one",
                   path);
}

/* ---- The plot ---- */

static bool any(const steps *all, double (*of)(const step *)) {
    for (size_t s = 0; s < all->count; ++s) {
        if (of(&all->items[s]) > 0.0) return true; /* false for NaN */
    }
    return false;
}

static double gap_of(const step *s) {
    return s->gap;
}

static double stretch_of(const step *s) {
    return s->most;
}

static void write_data(const void *self, FILE *out) {
    const steps *all = self;
    fputs("# time (s), least gap (m), most and least stretch\n", out);
    for (size_t s = 0; s < all->count; ++s) {
        const step *at = &all->items[s];
        const double values[] = {at->time, at->gap, at->most, at->least};
        for (int v = 0; v < 4; ++v) {
            if (v) fputc(' ', out);
            ts_plot_put_number(out, values[v]);
        }
        fputc('\n', out);
    }
}

static void write_variables(const void *self, FILE *out) {
    fprintf(out, "gaps = %d\nstretches = %d\n", any(self, gap_of), any(self, stretch_of));
}

ts_status ts_plot_run(ts_plot_folder *folder, const char *run, bool many, ts_error *error) {
    steps all = {0};
    char *path = ts_path_join(run, "log.jsonl");
    ts_status status = path ? read_steps(&all, path, error) : ts_fail_memory(error, "a plot");
    const ts_plot_sheet sheet = {.kind = "run",
                                 .part = many ? ts_path_name(run) : NULL,
                                 .title = "Least gap and stretch",
                                 .subject = ts_path_name(run),
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    if (status == TS_OK && (any(&all, gap_of) || any(&all, stretch_of))) {
        status = ts_plot_sheet_write(folder, &sheet, error);
    }
    free(all.items);
    free(path);
    return status;
}
