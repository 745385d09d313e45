/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table as a heat map: scenes by backends, coloured by time over the reference's; failures in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"

typedef struct map {
    const cJSON *scenes, *backends, *cells;
} map;

static const cJSON *find(const map *table, const char *scene, const char *backend) {
    const cJSON *cell;
    cJSON_ArrayForEach(cell, table->cells) {
        if (strcmp(ts_plot_text(cell, "scene"), scene) != 0) continue;
        if (strcmp(ts_plot_text(cell, "backend"), backend) == 0) return cell;
    }
    return NULL;
}

static bool is_finished(const cJSON *cell) {
    return strcmp(ts_plot_text(cell, "outcome"), "finished") == 0;
}

static bool has_failed(const cJSON *cell) {
    return cell && !is_finished(cell) && strcmp(ts_plot_text(cell, "outcome"), "n/a") != 0;
}

/* NaN: it failed, or nothing was measured. */
static double ratio_of(const cJSON *cell) {
    const double ratio = ts_plot_number(cell, "ratio_to_reference");
    return is_finished(cell) && ratio > 0.0 ? ratio : (double)NAN;
}

static void put_words(const cJSON *cell, FILE *out) {
    char words[32] = "-";
    if (!cell)
        words[0] = '\0';
    else if (!is_finished(cell))
        snprintf(words, sizeof words, "%s", ts_plot_text(cell, "outcome"));
    else if (isfinite(ratio_of(cell)))
        snprintf(words, sizeof words, ratio_of(cell) < 99.5 ? "%.2g" : "%.0f", ratio_of(cell));
    ts_plot_put_text(out, words);
}

static void write_data(const void *self, FILE *out) {
    const map *table = self;
    const cJSON *scene, *backend;
    int row = 0;
    fputs("# column, row, CCD time per iteration over the reference's, 1 when it failed, words, backend, scene\n", out);
    cJSON_ArrayForEach(scene, table->scenes) {
        int column = 0;
        cJSON_ArrayForEach(backend, table->backends) {
            const char *names[] = {ts_plot_text(backend, "name"), ts_plot_text(scene, "name")};
            const cJSON *cell = find(table, names[1], names[0]);
            fprintf(out, "%d %d ", column++, row);
            ts_plot_put_number(out, ratio_of(cell));
            fprintf(out, " %d ", has_failed(cell));
            put_words(cell, out);
            for (int n = 0; n < 2; ++n) {
                fputc(' ', out);
                ts_plot_put_text(out, names[n]);
            }
            fputc('\n', out);
        }
        ++row;
    }
}

static void write_variables(const void *self, FILE *out) {
    const map *table = self;
    fprintf(out, "columns = %d\nrows = %d\n", cJSON_GetArraySize(table->backends), cJSON_GetArraySize(table->scenes));
}

ts_status ts_plot_table(ts_plot_folder *folder, const cJSON *results, ts_error *error) {
    const map table = {cJSON_GetObjectItemCaseSensitive(results, "scenes"),
                       cJSON_GetObjectItemCaseSensitive(results, "backends"),
                       cJSON_GetObjectItemCaseSensitive(results, "cells")};
    if (cJSON_GetArraySize(table.scenes) == 0 || cJSON_GetArraySize(table.backends) == 0) return TS_OK;
    char *title = ts_text("Scenes by methods, size %s: CCD time per iteration over that of %s",
                          ts_plot_text(results, "size"), ts_plot_text(results, "reference"));
    const ts_plot_sheet sheet = {
        .kind = "table", .title = title, .write_data = write_data, .write_variables = write_variables, .self = &table};
    const ts_status status = title ? ts_plot_sheet_write(folder, &sheet, error) : ts_fail_memory(error, "a plot");
    free(title);
    return status;
}
