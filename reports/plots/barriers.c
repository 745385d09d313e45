/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of barriers as plots: Newton iterations and seconds of a step as bars, gaps at the end as boxes. */
#include <math.h>
#include <string.h>

#include "reports/plots/plots.h"

typedef struct chart {
    const cJSON *scenes, *barriers, *cells;
    const char *member, *label; /* of the cells, without which nothing is drawn; what is drawn */
} chart;

static const cJSON *find(const chart *of, const cJSON *scene, const cJSON *barrier) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, of->cells) {
        if (strcmp(ts_plot_text(cell, "scene"), ts_plot_text(scene, "name")) != 0) continue;
        if (strcmp(ts_plot_text(cell, "barrier"), ts_plot_text(barrier, "name")) == 0) return cell;
    }
    return NULL;
}

/* Calls for every scene, then for every barrier of it. */
typedef void put_cell(const chart *of, const cJSON *cell, FILE *out);

static void put_all(const chart *of, put_cell *put, FILE *out) {
    const cJSON *scene, *barrier;
    cJSON_ArrayForEach(scene, of->scenes) {
        ts_plot_put_text(out, ts_plot_text(scene, "name"));
        cJSON_ArrayForEach(barrier, of->barriers) put(of, find(of, scene, barrier), out);
        fputc('\n', out);
    }
}

static bool has_number(const chart *of, const cJSON *cell) {
    return ts_plot_number(cell, of->member) > 0.0;
}

/* Is there something to draw of that barrier? */
static bool is_drawn(const chart *of, const cJSON *barrier) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, of->cells) {
        if (strcmp(ts_plot_text(cell, "barrier"), ts_plot_text(barrier, "name")) != 0) continue;
        if (has_number(of, cell)) return true;
    }
    return false;
}

static void put_array(const char *name, const cJSON *list, FILE *out) {
    const cJSON *item;
    int index = 0;
    fprintf(out, "array %s[%d]\n", name, cJSON_GetArraySize(list));
    cJSON_ArrayForEach(item, list) {
        fprintf(out, "%s[%d] = ", name, ++index);
        ts_plot_put_text(out, ts_plot_text(item, "name"));
        fputc('\n', out);
    }
}

static void write_variables(const void *self, FILE *out) {
    const chart *of = self;
    const cJSON *barrier;
    int index = 0;
    fputs("label = ", out);
    ts_plot_put_text(out, of->label);
    fputc('\n', out);
    put_array("scenes", of->scenes, out);
    put_array("barriers", of->barriers, out);
    fputs("drawn = \"", out);
    cJSON_ArrayForEach(barrier, of->barriers) {
        ++index;
        if (is_drawn(of, barrier)) fprintf(out, "%d ", index);
    }
    fputs("\"\n", out);
}

/* ---- Bars ---- */

static void put_bar(const chart *of, const cJSON *cell, FILE *out) {
    fputc(' ', out);
    ts_plot_put_number(out, has_number(of, cell) ? ts_plot_number(cell, of->member) : (double)NAN);
}

static void write_bars(const void *self, FILE *out) {
    fputs("# scene; of each barrier its bar\n", out);
    put_all(self, put_bar, out);
}

/* ---- Boxes ---- */

static void put_box(const chart *of, const cJSON *cell, FILE *out) {
    static const char *const QUANTILES[] = {"gap_least", "gap_tenth", "gap_median", "gap_top"};
    for (size_t k = 0; k < sizeof QUANTILES / sizeof *QUANTILES; ++k) {
        fputc(' ', out);
        ts_plot_put_number(out, has_number(of, cell) ? ts_plot_number(cell, QUANTILES[k]) : (double)NAN);
    }
}

static void write_boxes(const void *self, FILE *out) {
    fputs("# scene; of each barrier: least gap, and what a tenth, half, nine tenths fall short of\n", out);
    put_all(self, put_box, out);
}

/* ---- All ---- */

static ts_status plot(ts_plot_folder *folder, const chart *of, const ts_plot_sheet *sheet, ts_error *error) {
    const cJSON *barrier;
    cJSON_ArrayForEach(barrier, of->barriers) {
        if (is_drawn(of, barrier)) return ts_plot_sheet_write(folder, sheet, error);
    }
    return TS_OK;
}

static ts_status plot_bars(ts_plot_folder *folder, const chart *of, const char *name, const char *title,
                           ts_error *error) {
    const ts_plot_sheet sheet = {.kind = "barrier-bars",
                                 .name = name,
                                 .title = title,
                                 .write_data = write_bars,
                                 .write_variables = write_variables,
                                 .self = of};
    return plot(folder, of, &sheet, error);
}

ts_status ts_plot_barriers(ts_plot_folder *folder, const cJSON *results, ts_error *error) {
    chart of = {.scenes = cJSON_GetObjectItemCaseSensitive(results, "scenes"),
                .barriers = cJSON_GetObjectItemCaseSensitive(results, "barriers"),
                .cells = cJSON_GetObjectItemCaseSensitive(results, "cells"),
                .member = "gap_top",
                .label = "gap / dhat"};
    const ts_plot_sheet gaps = {.kind = "barrier-gaps",
                                .title = "Gaps at the end of the run",
                                .write_data = write_boxes,
                                .write_variables = write_variables,
                                .self = &of};
    ts_status status = plot(folder, &of, &gaps, error);
    of.member = "iterations_per_step";
    of.label = "iterations per step";
    if (status == TS_OK) status = plot_bars(folder, &of, "barrier-iterations", "Newton iterations by barrier", error);
    of.member = "seconds_per_step";
    of.label = "seconds per step";
    return status == TS_OK ? plot_bars(folder, &of, "barrier-seconds", "Time of a step by barrier", error) : status;
}
