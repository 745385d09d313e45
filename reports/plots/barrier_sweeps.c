/* SPDX-License-Identifier: GPL-2.0-or-later
 * Errors of a sweep as gnuplot scripts that hold their data. */
#include "reports/plots/barrier_sweeps.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"

/* An error of 0 is drawn here, below every other. */
static const double FLOOR = 0x1p-55;

char *ts_barrier_plot_name(const ts_barrier_row *row, const char *ending) {
    return ts_text("%s-%s%s", row->subject->term->name, row->sweep->name, ending);
}

static void write_data(const ts_barrier_row *row, FILE *out) {
    fputs("$errors << EOD\n", out);
    for (uint64_t i = 0; i < row->count; ++i) {
        const ts_barrier_sample *sample = &row->samples[i];
        if (sample->undecided || sample->outside || !(sample->variable > 0.0)) continue;
        fprintf(out, "%.6g", sample->variable);
        for (int q = 0; q < TS_QUANTITIES; ++q) {
            fprintf(out, " %.6g", fmax(sample->judgement.error[q][TS_MEASURE_NORM], FLOOR));
        }
        putc('\n', out);
    }
    fputs("EOD\n", out);
}

/* Lines for the bounds that are of the norm. */
static void write_bounds(const ts_barrier_row *row, FILE *out) {
    for (int q = 0; row->bound && q < TS_QUANTITIES; ++q) {
        const ts_quantity_bound *bound = &row->bound->of[q];
        if (bound->measure != TS_MEASURE_NORM) continue;
        fprintf(out, ", %.6g with lines dashtype 2 linecolor %d title 'bound of the %s'", bound->most, q + 1,
                ts_quantity_name((ts_quantity)q));
    }
}

static void write_script(const ts_barrier_row *row, const char *picture, FILE *out) {
    write_data(row, out);
    fprintf(out, "set terminal svg size 800,480\nset output '%s'\n", picture);
    fprintf(out, "set title '%s, %s' noenhanced\n", row->subject->term->name, row->sweep->name);
    fprintf(out, "set xlabel '%s' noenhanced\nset ylabel 'error over the norm'\n", row->sweep->variable);
    fputs("set logscale xy\nset format xy '%.0e'\nset grid\nset key outside\n", out);
    fputs("plot ", out);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        fprintf(out, "%s$errors using 1:%d with points pointtype 7 pointsize 0.3 linecolor %d title '%s'",
                q > 0 ? ", " : "", q + 2, q + 1, ts_quantity_name((ts_quantity)q));
    }
    write_bounds(row, out);
    putc('\n', out);
}

static ts_status write_plot(const ts_barrier_row *row, const char *folder, ts_error *error) {
    char *name = ts_barrier_plot_name(row, ".gp"), *picture = ts_barrier_plot_name(row, ".svg");
    char *path = name ? ts_path_join(folder, name) : NULL;
    ts_output output;
    ts_status status = path && picture ? TS_OK : ts_fail_memory(error, "a path");
    if (status == TS_OK) status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        write_script(row, picture, output.stream);
        status = ts_output_close(&output, error);
    }
    free(name);
    free(picture);
    free(path);
    return status;
}

ts_status ts_barrier_write_plots(const ts_barrier_results *results, const char *folder, size_t *scripts,
                                 ts_error *error) {
    size_t written = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return ts_fail(error, TS_ERROR_USAGE, "the folder %s for plots cannot be made: %s", folder, strerror(errno));
    }
    for (size_t r = 0; r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        if (row->count == 0 || !row->subject->term->reference) continue;
        const ts_status status = write_plot(row, folder, error);
        if (status != TS_OK) return status;
        ++written;
    }
    *scripts = written;
    return TS_OK;
}
