/* SPDX-License-Identifier: GPL-2.0-or-later
 * The least gap and the stretch over a scene, from the steps in the log of its run. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"
#include "results/run_log.h"

typedef struct step {
    double time, gap, most, least;
} step;

typedef struct steps {
    step *items; /* owned */
    size_t count, room;
} steps;

/* ---- The log ---- */

static ts_status add_step(void *self, const cJSON *json, ts_error *error) {
    steps *all = self;
    if (all->count == all->room) {
        const size_t room = 2 * all->room + 64;
        step *grown = realloc(all->items, room * sizeof *grown);
        if (!grown) return ts_fail_memory(error, "the steps of a run");
        all->items = grown;
        all->room = room;
    }
    all->items[all->count++] = (step){ts_plot_number(json, "time"), ts_plot_number(json, "least_gap"),
                                      ts_plot_number(json, "most_stretch"), ts_plot_number(json, "least_stretch")};
    return TS_OK;
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
    const steps *all = self;
    double first = INFINITY, last = -INFINITY;
    for (size_t s = 0; s < all->count; ++s) {
        first = fmin(first, all->items[s].time);
        last = fmax(last, all->items[s].time);
    }
    fprintf(out, "gaps = %d\nstretches = %d\n", any(all, gap_of), any(all, stretch_of));
    if (first < last)
        fprintf(out, "range_time = \"[%.9g:%.9g]\"\n", first, last);
    else
        fputs("range_time = \"[*:*]\"\n", out);
}

ts_status ts_plot_run(ts_plot_folder *folder, const char *run, bool many, ts_error *error) {
    steps all = {0};
    ts_status status = ts_run_log_each(run, "step", add_step, &all, error);
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
    return status;
}
