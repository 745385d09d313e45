/* SPDX-License-Identifier: GPL-2.0-or-later
 * What gap and thickness cost: time of every method over the gap, iterations of one over gap and thickness. */
#include "reports/plots/sweep.h"

#include <inttypes.h>
#include <string.h>

typedef struct curves {
    const ts_gap_sweep_options *options;
    const ts_gap_sweep *sweep;
    size_t chosen; /* the method whose iterations are drawn */
} curves;

static void put_comment(const curves *all, const char *columns, FILE *out) {
    fprintf(out, "# %" PRIu64 " queries at each gap and thickness, seed %" PRIu64 "\n# %s\n", all->options->queries,
            all->options->seed, columns);
}

/* Four columns that are "?" where the method has no answers. */
static void put_cell(const curves *all, size_t method, size_t gap, size_t thickness, bool times, FILE *out) {
    const ts_gap_sweep_cell *cell = ts_gap_sweep_at(all->sweep, method, gap, thickness);
    fprintf(out, "%g %g ", ts_sweep_gap(gap), ts_sweep_thickness(thickness));
    ts_plot_put_number(out, times ? cell->nanoseconds : cell->iterations);
    fputc(' ', out);
    ts_plot_put_number(out, times ? cell->most_of_ns : cell->many_iterations);
    fputc('\n', out);
}

static const char *method_name(const curves *all, size_t method) {
    return all->options->methods[method].backend->name;
}

/* ---- Time against gap ---- */

/* A thickness of 0, and one that cloth has. */
static const size_t PANELS[] = {0, 2};
enum { PANEL_COUNT = sizeof PANELS / sizeof *PANELS };

static bool has_answers(const curves *all, size_t method, size_t thickness) {
    for (size_t gap = 0; gap < TS_SWEEP_GAPS; ++gap) {
        if (ts_gap_sweep_at(all->sweep, method, gap, thickness)->nanoseconds > 0.0) return true; /* false for NaN */
    }
    return false;
}

static bool has_panel(const curves *all, size_t thickness) {
    for (size_t m = 0; m < all->sweep->method_count; ++m) {
        if (has_answers(all, m, thickness)) return true;
    }
    return false;
}

static size_t panels(const curves *all) {
    size_t count = 0;
    for (size_t p = 0; p < PANEL_COUNT; ++p) count += has_panel(all, PANELS[p]);
    return count;
}

/* A block for each method and thickness. */
static void write_times(const void *self, FILE *out) {
    const curves *all = self;
    put_comment(all, "gap (m), thickness (m), ns per query: median and quantile 0.9", out);
    for (size_t m = 0; m < all->sweep->method_count; ++m) {
        for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) {
            ts_plot_put_text(out, method_name(all, m));
            fputc('\n', out);
            for (size_t g = 0; g < TS_SWEEP_GAPS; ++g) put_cell(all, m, g, t, true, out);
            fputs("\n\n", out);
        }
    }
}

/* The blocks of a thickness where its method has answers, in quotes. */
static void put_blocks(const curves *all, size_t thickness, FILE *out) {
    fputc('"', out);
    for (size_t m = 0; m < all->sweep->method_count; ++m) {
        if (has_answers(all, m, thickness)) fprintf(out, "%zu ", m * TS_SWEEP_THICKNESSES + thickness);
    }
    fputc('"', out);
}

static void write_times_variables(const void *self, FILE *out) {
    const curves *all = self;
    size_t panel = 0;
    fprintf(out, "thicknesses = %d\npanels = %zu\narray thickness[panels]\narray blocks[panels]\n",
            TS_SWEEP_THICKNESSES, panels(all));
    for (size_t p = 0; p < PANEL_COUNT; ++p) {
        if (!has_panel(all, PANELS[p])) continue;
        ++panel;
        fprintf(out, "thickness[%zu] = %g\nblocks[%zu] = ", panel, ts_sweep_thickness(PANELS[p]), panel);
        put_blocks(all, PANELS[p], out);
        fputc('\n', out);
    }
}

static ts_status plot_times(ts_plot_folder *folder, const curves *all, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = "time-against-gap",
                                 .title = "Time against gap (median query)",
                                 .write_data = write_times,
                                 .write_variables = write_times_variables,
                                 .self = all};
    return panels(all) > 0 ? ts_plot_sheet_write(folder, &sheet, error) : TS_OK;
}

/* ---- Iterations against gap and thickness ---- */

static void write_iterations(const void *self, FILE *out) {
    const curves *all = self;
    put_comment(all, "gap (m), thickness (m), iterations: median and quantile 0.9", out);
    for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) {
        fprintf(out, "\"%g m\"\n", ts_sweep_thickness(t));
        for (size_t g = 0; g < TS_SWEEP_GAPS; ++g) put_cell(all, all->chosen, g, t, false, out);
        fputs("\n\n", out);
    }
}

static void write_iterations_variables(const void *self, FILE *out) {
    const curves *all = self;
    fputs("blocks = \"", out);
    for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) {
        if (has_answers(all, all->chosen, t)) fprintf(out, "%zu ", t);
    }
    fputs("\"\n", out);
}

static ts_status plot_iterations(ts_plot_folder *folder, const curves *all, ts_error *error) {
    const char *method = method_name(all, all->chosen);
    const ts_plot_sheet sheet = {.kind = "iterations-against-gap",
                                 .part = method,
                                 .title = "Iterations against gap and thickness (dotted: nine in ten queries)",
                                 .subject = method,
                                 .write_data = write_iterations,
                                 .write_variables = write_iterations_variables,
                                 .self = all};
    bool any = false;
    for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) any = any || has_answers(all, all->chosen, t);
    return any ? ts_plot_sheet_write(folder, &sheet, error) : TS_OK;
}

ts_status ts_plot_sweep(ts_plot_folder *folder, const ts_gap_sweep_options *options, const ts_gap_sweep *sweep,
                        ts_error *error) {
    curves all = {.options = options, .sweep = sweep};
    for (size_t m = 0; m < sweep->method_count; ++m) {
        if (strcmp(options->methods[m].backend->name, "accd") == 0) all.chosen = m;
    }
    if (sweep->method_count == 0) return TS_OK;
    const ts_status status = plot_times(folder, &all, error);
    return status == TS_OK ? plot_iterations(folder, &all, error) : status;
}
