/* SPDX-License-Identifier: GPL-2.0-or-later
 * The gap of a query over time, as text or by gnuplot. */
#include "cli/show/gap_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "cli/pictures.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "reports/plots/gap.h"

enum { ROWS = 16 };

ts_status ts_gap_curve_sample(const ts_ccd_query *query, const ts_oracle_truth *truth, ts_gap_curve *curve,
                              ts_error *error) {
    ts_gap_curve made = {.contact = truth->contact ? truth->lo : NAN};
    for (int i = 0; i < TS_PLOT_SAMPLES; ++i) {
        ts_oracle_distance_result distance;
        made.time[i] = query->t_max * (double)i / (TS_PLOT_SAMPLES - 1);
        const ts_status status = ts_oracle_distance(query, made.time[i], query->min_distance, &distance);
        if (status != TS_OK) {
            return ts_fail(error, status, "the oracle has no distance at t = %.17g; please report it", made.time[i]);
        }
        made.gap[i] = distance.gap_lo;
    }
    *curve = made;
    return TS_OK;
}

/* ---- Text ---- */

/* The row of a gap, 0 at the top. Halves keep the difference of two huge gaps finite. */
static int row_of(double gap, double least, double most) {
    const double span = 0.5 * most - 0.5 * least;
    const double share = span > 0.0 ? (0.5 * most - 0.5 * gap) / span : 0.5;
    return (int)(share * (ROWS - 1) + 0.5);
}

void ts_gap_curve_print(const ts_gap_curve *curve) {
    char canvas[ROWS][TS_PLOT_SAMPLES];
    double least = 0.0, most = 0.0; /* gap 0 is always in the picture */
    for (int i = 0; i < TS_PLOT_SAMPLES; ++i) {
        least = fmin(least, curve->gap[i]);
        most = fmax(most, curve->gap[i]);
    }
    memset(canvas, ' ', sizeof canvas);
    memset(canvas[row_of(0.0, least, most)], '-', TS_PLOT_SAMPLES);
    const double end = curve->time[TS_PLOT_SAMPLES - 1];
    if (!isnan(curve->contact)) {
        const int column = (int)(curve->contact / end * (TS_PLOT_SAMPLES - 1) + 0.5);
        for (int row = 0; row < ROWS; ++row) canvas[row][column] = '|';
    }
    for (int i = 0; i < TS_PLOT_SAMPLES; ++i) canvas[row_of(curve->gap[i], least, most)][i] = '*';
    printf("Gap (distance - min_distance) over time; '-': no gap, '|': t*\n");
    for (int row = 0; row < ROWS; ++row) {
        if (row == 0)
            printf("%12.4g ", most);
        else if (row == ROWS - 1)
            printf("%12.4g ", least);
        else
            printf("%12s ", "");
        int length = TS_PLOT_SAMPLES;
        while (length > 0 && canvas[row][length - 1] == ' ') --length;
        printf("%.*s\n", length, canvas[row]);
    }
    printf("%12s 0%*.6g\n", "", TS_PLOT_SAMPLES - 1, end);
}

/* ---- gnuplot ---- */

/* Of the files of a plot, after the picture's name; what draws it is needed where that could not be done. */
static const char *const ENDINGS[] = {"", ".dat", ".gp"};
enum { FILES = 3, FIRST_BESIDE = 1 };

static ts_status check_ending(const char *path, ts_error *error) {
    const char *dot = strrchr(ts_path_name(path), '.');
    if (!dot || strcasecmp(dot, ".svg") == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "--plot draws SVG, and %s ends in %s; name it FILE.svg", path, dot);
}

ts_status ts_gap_curve_check(const char *path, const char *input, bool replace, ts_error *error) {
    ts_status status = TS_OK;
    for (int e = 0; status == TS_OK && e < FILES; ++e) {
        char *file = ts_text("%s%s", path, ENDINGS[e]);
        status = file ? ts_output_check(file, replace, error) : ts_fail_memory(error, "a path");
        if (status == TS_OK) status = ts_output_check_regular(file, "a plot", error);
        if (status == TS_OK) status = ts_output_is_no_input(file, input, error);
        free(file);
    }
    return status == TS_OK ? check_ending(path, error) : status;
}

static void remove_beside(const char *path) {
    for (int e = FIRST_BESIDE; e < FILES; ++e) {
        char *file = ts_text("%s%s", path, ENDINGS[e]);
        if (file) unlink(file);
        free(file);
    }
}

static ts_status draw(const ts_plot_folder *folder, const char *path, ts_error *error) {
    bool drawn;
    const ts_status status = ts_pictures_draw(folder->path, folder->names[0], &drawn, error);
    if (status != TS_OK || drawn) {
        remove_beside(path);
        return status;
    }
    ts_say(stdout,
           "gnuplot is not installed; script and data are %s.gp and %s.dat: 'gnuplot %s.gp' in %s draws the picture\n",
           path, path, folder->names[0], folder->path);
    return TS_OK;
}

ts_status ts_gap_curve_draw(const ts_gap_curve *curve, const char *title, const char *path, bool replace,
                            ts_error *error) {
    const ts_plot_gap_curve plot = {curve->time, curve->gap, TS_PLOT_SAMPLES, curve->contact, title};
    char *holder = ts_path_folder(path);
    if (!holder) return ts_fail_memory(error, "a path");
    ts_plot_folder folder = {.path = holder, .formats = TS_PLOT_SVG, .replace = replace};
    ts_status status = ts_plot_gap(&folder, &plot, ts_path_name(path), error);
    if (status == TS_OK) status = draw(&folder, path, error);
    ts_plot_folder_clear(&folder);
    free(holder);
    return status;
}
