/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two runs side by side: positions, energies, gaps and what they cost, over the time of the scene. */
#include "reports/plots/run_pair.h"

#include <math.h>
#include <stdbool.h>

static double energy_of(const ts_run_side *side) {
    return side->kinetic + side->elastic + side->gravity;
}

enum { COLUMNS = 11 };

/* The columns of moment m; `values` has those of the moment before, zeros at first: iterations and seconds add up. */
static void fill_columns(const ts_run_pair *pair, size_t m, double values[COLUMNS]) {
    const ts_run_moment *at = &pair->moment[m];
    values[0] = at->time;
    values[1] = at->rms;
    values[2] = at->greatest;
    for (int k = 0; k < 2; ++k) {
        values[3 + k] = energy_of(&at->side[k]);
        values[5 + k] = at->side[k].least_gap;
        values[7 + k] += at->side[k].iterations;
        values[9 + k] += at->side[k].seconds;
    }
}

static void write_data(const void *self, FILE *out) {
    const ts_run_pair *pair = self;
    double values[COLUMNS] = {0.0};
    fputs("# time (s), r.m.s. and greatest distance (m); of A and B: energy (J), least gap (m), iterations and seconds "
          "so far\n",
          out);
    for (size_t m = 0; m < pair->moments; ++m) {
        fill_columns(pair, m, values);
        for (int v = 0; v < COLUMNS; ++v) {
            if (v > 0) fputc(' ', out);
            ts_plot_put_number(out, values[v]);
        }
        fputc('\n', out);
    }
}

static bool has_gaps(const ts_run_pair *pair) {
    return isfinite(pair->total[0].least_gap) || isfinite(pair->total[1].least_gap);
}

static bool has_energies(const ts_run_pair *pair) {
    for (size_t m = 0; m < pair->moments; ++m) {
        for (int k = 0; k < 2; ++k) {
            if (isfinite(energy_of(&pair->moment[m].side[k]))) return true;
        }
    }
    return false;
}

/* What an axis shows: two columns, or one twice. */
typedef struct axis {
    const char *name;
    int one, other;
    bool is_log;
    bool is_shared; /* of all panels, also of one that has a single point */
} axis;

/* The range of an axis. Gnuplot finds it, but where all values are one it would complain of an empty one. */
static void write_range(const ts_run_pair *pair, const axis *of, FILE *out) {
    double least = INFINITY, most = -INFINITY, values[COLUMNS] = {0.0};
    for (size_t m = 0; m < pair->moments; ++m) {
        fill_columns(pair, m, values);
        const double pair_of[2] = {values[of->one], values[of->other]};
        for (int k = 0; k < 2; ++k) {
            if (!isfinite(pair_of[k])) continue;
            least = fmin(least, pair_of[k]);
            most = fmax(most, pair_of[k]);
        }
    }
    const double size = fmax(fabs(least), fabs(most)), margin = size > 0.0 ? 0.1 * size : 1.0;
    const bool is_one = least <= most && most - least <= 1e-8 * size; /* data have nine digits */
    if (!is_one && of->is_shared && least < most)
        fprintf(out, "range_%s = \"[%.9g:%.9g]\"\n", of->name, least, most);
    else if (!is_one || (of->is_log && least <= 0.0))
        fprintf(out, "range_%s = \"[*:*]\"\n", of->name);
    else if (of->is_log)
        fprintf(out, "range_%s = \"[%.9g:%.9g]\"\n", of->name, 0.5 * least, 2.0 * most);
    else
        fprintf(out, "range_%s = \"[%.9g:%.9g]\"\n", of->name, least - margin, most + margin);
}

static void write_variables(const void *self, FILE *out) {
    const ts_run_pair *pair = self;
    fprintf(out, "apart = %d\nenergies = %d\ngaps = %d\n", pair->differing > 0, has_energies(pair), has_gaps(pair));
    static const axis AXES[] = {
        {.name = "time", .one = 0, .other = 0, .is_shared = true},
        {.name = "apart", .one = 1, .other = 2},
        {.name = "energies", .one = 3, .other = 4},
        {.name = "gaps", .one = 5, .other = 6, .is_log = true},
        {.name = "iterations", .one = 7, .other = 8},
        {.name = "seconds", .one = 9, .other = 10},
    };
    for (size_t a = 0; a < sizeof AXES / sizeof *AXES; ++a) write_range(pair, &AXES[a], out);
    for (int k = 0; k < 2; ++k) {
        fprintf(out, "run_%c = ", 'a' + k);
        ts_plot_put_path(out, pair->total[k].folder);
        fputc('\n', out);
    }
}

#define KIND "run-pair"

ts_status ts_plot_run_pair_check(const ts_plot_folder *folder, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = KIND};
    return ts_plot_sheet_check(folder, &sheet, error);
}

ts_status ts_plot_run_pair(ts_plot_folder *folder, const ts_run_pair *pair, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = KIND,
                                 .title = "Two runs side by side",
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = pair};
    return ts_plot_sheet_write(folder, &sheet, error);
}
