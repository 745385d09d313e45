/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two runs side by side: positions, energies, gaps and what they cost, over the time of the scene. */
#include "reports/plots/run_pair.h"

#include <math.h>
#include <stdbool.h>

static double energy_of(const ts_run_side *side) {
    return side->kinetic + side->elastic + side->gravity;
}

static void write_data(const void *self, FILE *out) {
    const ts_run_pair *pair = self;
    double iterations[2] = {0.0, 0.0}, seconds[2] = {0.0, 0.0};
    fputs("# time (s), r.m.s. and greatest distance (m); of A and B: energy (J), least gap (m), iterations and seconds "
          "so far\n",
          out);
    for (size_t m = 0; m < pair->moments; ++m) {
        const ts_run_moment *at = &pair->moment[m];
        double values[11] = {at->time, at->rms, at->greatest};
        for (int k = 0; k < 2; ++k) {
            iterations[k] += at->side[k].iterations;
            seconds[k] += at->side[k].seconds;
            values[3 + k] = energy_of(&at->side[k]);
            values[5 + k] = at->side[k].least_gap;
            values[7 + k] = iterations[k];
            values[9 + k] = seconds[k];
        }
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v) {
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

static void write_variables(const void *self, FILE *out) {
    const ts_run_pair *pair = self;
    fprintf(out, "apart = %d\nenergies = %d\ngaps = %d\n", pair->differing > 0, has_energies(pair), has_gaps(pair));
    for (int k = 0; k < 2; ++k) {
        fprintf(out, "run_%c = ", 'a' + k);
        ts_plot_put_path(out, pair->total[k].folder);
        fputc('\n', out);
    }
}

ts_status ts_plot_run_pair(ts_plot_folder *folder, const ts_run_pair *pair, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = "run-pair",
                                 .title = "Two runs side by side",
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = pair};
    return ts_plot_sheet_write(folder, &sheet, error);
}
