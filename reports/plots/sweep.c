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
            fprintf(out, "# %s\n", method_name(all, m));
            for (size_t g = 0; g < TS_SWEEP_GAPS; ++g) put_cell(all, m, g, t, true, out);
            fputs("\n\n", out);
        }
    }
}

static void write_times_settings(const void *self, FILE *out) {
    (void)self;
    fputs("unset title\nset logscale xy\nset format xy '1e%T'\nset xlabel 'gap (m)'\nset xrange [5e-10:2e-1]\n"
          "set key outside right top\n",
          out);
}

static void write_times_panel(const curves *all, size_t thickness, FILE *out) {
    const char *between = "";
    fprintf(out, "set ylabel 'ns per query, thickness %g m'\nplot ", ts_sweep_thickness(thickness));
    for (size_t m = 0; m < all->sweep->method_count; ++m) {
        if (!has_answers(all, m, thickness)) continue;
        fprintf(out, "%sdata index %zu using 1:3 with linespoints linetype %d pointsize 0.6 title ", between,
                m * TS_SWEEP_THICKNESSES + thickness, ts_plot_linetype(m));
        ts_plot_put_quoted(out, method_name(all, m));
        between = ", \\\n    ";
    }
    fputc('\n', out);
}

static void write_times_drawing(const void *self, FILE *out) {
    const curves *all = self;
    fprintf(out, "set multiplot layout %zu,1 title title noenhanced\n", panels(all));
    for (size_t p = 0; p < PANEL_COUNT; ++p) {
        if (has_panel(all, PANELS[p])) write_times_panel(all, PANELS[p], out);
    }
    fputs("unset multiplot\n", out);
}

static ts_status plot_times(ts_plot_folder *folder, const curves *all, ts_error *error) {
    const ts_plot_sheet sheet = {.name = "time-against-gap",
                                 .title = "Time against gap (median query)",
                                 .width = 900,
                                 .height = 80 + 320 * (int)panels(all),
                                 .write_data = write_times,
                                 .write_settings = write_times_settings,
                                 .write_drawing = write_times_drawing,
                                 .self = all};
    return panels(all) > 0 ? ts_plot_sheet_write(folder, &sheet, error) : TS_OK;
}

/* ---- Iterations against gap and thickness ---- */

static void write_iterations(const void *self, FILE *out) {
    const curves *all = self;
    put_comment(all, "gap (m), thickness (m), iterations: median and quantile 0.9", out);
    for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) {
        for (size_t g = 0; g < TS_SWEEP_GAPS; ++g) put_cell(all, all->chosen, g, t, false, out);
        fputs("\n\n", out);
    }
}

static void write_iterations_settings(const void *self, FILE *out) {
    (void)self;
    fputs("set logscale xy\nset format x '1e%T'\nset xlabel 'gap (m)'\nset xrange [5e-10:2e-1]\n"
          "set ylabel 'iterations'\nset yrange [0.9:*]\nset key outside right top title 'thickness'\n",
          out);
}

static void write_iterations_drawing(const void *self, FILE *out) {
    const curves *all = self;
    const char *between = "plot ";
    for (size_t t = 0; t < TS_SWEEP_THICKNESSES; ++t) {
        if (!has_answers(all, all->chosen, t)) continue;
        const int type = ts_plot_linetype(t);
        fprintf(out,
                "%sdata index %zu using 1:3 with linespoints linetype %d pointsize 0.6 title '%g m', \\\n"
                "    data index %zu using 1:4 with lines linetype %d dashtype 3 notitle",
                between, t, type, ts_sweep_thickness(t), t, type);
        between = ", \\\n    ";
    }
    fputc('\n', out);
}

static ts_status plot_iterations(ts_plot_folder *folder, const curves *all, ts_error *error) {
    const char *method = method_name(all, all->chosen);
    const ts_plot_sheet sheet = {.name = "iterations-against-gap",
                                 .part = method,
                                 .title = "Iterations against gap and thickness (dotted: nine in ten queries)",
                                 .subject = method,
                                 .width = 800,
                                 .height = 480,
                                 .write_data = write_iterations,
                                 .write_settings = write_iterations_settings,
                                 .write_drawing = write_iterations_drawing,
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
