/* SPDX-License-Identifier: GPL-2.0-or-later
 * Errors of energies over what each sweep varies: a picture for each term, a panel for each of its sweeps. */
#include <math.h>
#include <string.h>

#include "benches/barrier/barrier.h"
#include "cipc/terms.h"
#include "reports/plots/plots.h"

enum { MOST_SAMPLES = 1000, MOST_PANELS = 8 };

typedef struct curves {
    const ts_term *term;
    const ts_term_sweep *sweeps[MOST_PANELS];
    double most[MOST_PANELS]; /* error over the norm in the results */
    size_t count;
    uint64_t samples, seed;
} curves;

static double most_error(const cJSON *row) {
    double most = 1e-15;
    const cJSON *quantity;
    cJSON_ArrayForEach(quantity, cJSON_GetObjectItemCaseSensitive(row, "errors")) {
        most = fmax(most, ts_plot_number(cJSON_GetObjectItemCaseSensitive(quantity, "of_norm"), "most"));
    }
    return most;
}

static void add_sweep(curves *all, const cJSON *row) {
    size_t count;
    const ts_term_sweep *list = ts_term_sweeps_of(all->term, &count);
    for (size_t s = 0; s < count && all->count < MOST_PANELS; ++s) {
        if (strcmp(list[s].name, ts_plot_text(row, "sweep")) != 0) continue;
        all->most[all->count] = most_error(row);
        all->sweeps[all->count++] = &list[s];
    }
}

/* ---- Data ---- */

static void write_sample(const curves *all, const ts_term_sweep *sweep, uint64_t index, FILE *out) {
    const ts_barrier_subject subject = {.term = all->term};
    ts_barrier_sample sample = {0};
    ts_term_point at;
    ts_term_sweep_point(sweep, all->seed, index, &at);
    ts_barrier_judge(&subject, ts_barrier_bound_of(sweep), &at, 0, &sample);
    if (sample.undecided || sample.outside || !(at.variable > 0.0)) return;
    ts_plot_put_number(out, at.variable);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        fputc(' ', out);
        ts_plot_put_number(out, sample.judgement.error[q][TS_MEASURE_NORM]);
    }
    fputc('\n', out);
}

static void write_data(const void *self, FILE *out) {
    const curves *all = self;
    for (size_t s = 0; s < all->count; ++s) {
        fprintf(out, "# sweep '%s': %s; errors over the norm of value, gradient, Hessian\n? ? ? ?\n",
                all->sweeps[s]->name, all->sweeps[s]->variable);
        for (uint64_t i = 0; i < all->samples; ++i) write_sample(all, all->sweeps[s], i, out);
        fputs("\n\n", out);
    }
}

/* ---- Script ---- */

static void write_settings(const void *self, FILE *out) {
    (void)self;
    fputs("unset title\nset logscale xy\nset format xy '1e%T'\n"
          "set ytics add ('0' floor)\nset ylabel 'error over the norm'\nset key outside right top\n",
          out);
}

/* Above the errors and what bounds them. */
static void write_range(const ts_barrier_bound *bound, double most, FILE *out) {
    for (int q = 0; bound && q < TS_QUANTITIES; ++q) {
        if (bound->of[q].measure == TS_MEASURE_NORM) most = fmax(most, bound->of[q].most);
    }
    fprintf(out, "set yrange [floor/2:%g]\n", 3.0 * most);
}

/* A bound of the norm is drawn in its quantity's colour. */
static void write_bounds(const ts_barrier_bound *bound, FILE *out) {
    for (int q = 0; bound && q < TS_QUANTITIES; ++q) {
        if (bound->of[q].measure != TS_MEASURE_NORM) continue;
        fprintf(out, ", \\\n    %.6g with lines dashtype 2 linetype %d title 'bound: %s'", bound->of[q].most, q + 1,
                ts_quantity_name((ts_quantity)q));
    }
}

static void write_drawing(const void *self, FILE *out) {
    const curves *all = self;
    fprintf(out, "set multiplot layout %zu,1 title title noenhanced\n", all->count);
    for (size_t s = 0; s < all->count; ++s) {
        const ts_term_sweep *sweep = all->sweeps[s];
        write_range(ts_barrier_bound_of(sweep), all->most[s], out);
        fprintf(out, "set xlabel '%s: %s' noenhanced\nplot ", sweep->name, sweep->variable);
        for (int q = 0; q < TS_QUANTITIES; ++q) {
            fprintf(
                out,
                "%sdata index %zu using 1:(above($%d)) with points linetype %d pointtype 7 pointsize 0.35 title '%s'",
                q ? ", \\\n    " : "", s, q + 2, q + 1, ts_quantity_name((ts_quantity)q));
        }
        write_bounds(ts_barrier_bound_of(sweep), out);
        fputc('\n', out);
    }
    fputs("unset multiplot\n", out);
}

static ts_status write_term(ts_plot_folder *folder, const curves *all, ts_error *error) {
    const ts_plot_sheet sheet = {.name = "errors",
                                 .part = all->term->name,
                                 .title = "Errors",
                                 .subject = all->term->name,
                                 .width = 900,
                                 .height = 100 + 260 * (int)all->count,
                                 .floor = 0x1p-55, /* below every other error */
                                 .write_data = write_data,
                                 .write_settings = write_settings,
                                 .write_drawing = write_drawing,
                                 .self = all};
    return ts_plot_sheet_write(folder, &sheet, error);
}

/* ---- The results ---- */

ts_status ts_plot_barrier(ts_plot_folder *folder, const cJSON *results, ts_error *error) {
    const double samples = ts_plot_number(results, "samples"), seed = ts_plot_number(results, "seed");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(results, "sweeps"), *row;
    ts_status status = TS_OK;
    if (!(samples >= 1.0) || !(seed >= 0.0)) return TS_OK;
    for (size_t t = 0; status == TS_OK && t < ts_solver_term_count(); ++t) {
        curves all = {.term = ts_solver_term_at(t),
                      .samples = samples < MOST_SAMPLES ? (uint64_t)samples : MOST_SAMPLES,
                      .seed = (uint64_t)seed};
        cJSON_ArrayForEach(row, list) {
            const bool is_its = strcmp(ts_plot_text(row, "term"), all.term->name) == 0;
            if (is_its && all.term->reference) add_sweep(&all, row);
        }
        if (all.count > 0) status = write_term(folder, &all, error);
    }
    return status;
}
