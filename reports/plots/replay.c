/* SPDX-License-Identifier: GPL-2.0-or-later
 * The cells of a replay by data set, and the plots that each data set gets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"

double ts_plot_number(const cJSON *object, const char *member) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, member);
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

const char *ts_plot_text(const cJSON *object, const char *member) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, member));
    return text ? text : "";
}

double ts_plot_quantile(const cJSON *cell, const char *distribution, const char *quantile) {
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(cell, distribution);
    return ts_plot_number(cJSON_GetObjectItemCaseSensitive(values, "quantiles"), quantile);
}

static size_t place_of(const cJSON *backends, const char *name) {
    size_t place = 0;
    const cJSON *backend;
    cJSON_ArrayForEach(backend, backends) {
        if (strcmp(ts_plot_text(backend, "name"), name) == 0) break;
        ++place;
    }
    return place;
}

/* 0 in results of versions that did not count it. */
static double count_of(const cJSON *json, const char *verdict) {
    const double count = ts_plot_number(cJSON_GetObjectItemCaseSensitive(json, "verdicts"), verdict);
    return isnan(count) ? 0.0 : count;
}

static bool gather(ts_plot_cells *cells, const cJSON *backends, const cJSON *data_set) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(data_set, "cells"), *json;
    cells->items = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *cells->items);
    if (!cells->items) return false;
    cells->data_set = ts_plot_text(data_set, "path");
    cJSON_ArrayForEach(json, list) {
        if (strcmp(ts_plot_text(json, "kind"), "all") != 0) continue;
        const char *name = ts_plot_text(json, "backend");
        cells->items[cells->count++] =
            (ts_plot_cell){.backend = name,
                           .json = json,
                           .linetype = ts_plot_linetype(place_of(backends, name)),
                           .asked = ts_plot_number(json, "queries"),
                           .unanswered = count_of(json, "unsupported") + count_of(json, "error"),
                           .unsafe = ts_plot_number(json, "unsafe") + count_of(json, "inconsistent")};
    }
    return true;
}

/* "coplanar" of "bundled/coplanar.h5"; the caller frees it. */
static char *part_of(const char *path) {
    char *part = ts_text("%s", ts_path_name(path)), *dot = part ? strrchr(part, '.') : NULL;
    if (dot && dot > part) *dot = '\0';
    return part;
}

static ts_status plot_data_set(ts_plot_folder *folder, ts_plot_cells *cells, bool many, ts_error *error) {
    char *part = many ? part_of(cells->data_set) : ts_text("%s", "");
    if (!part) return ts_fail_memory(error, "a plot's name");
    cells->part = part;
    ts_status status = ts_plot_toi_error(folder, cells, error);
    if (status == TS_OK) status = ts_plot_query_time(folder, cells, error);
    if (status == TS_OK) status = ts_plot_frontier(folder, cells, error);
    cells->part = "";
    free(part);
    return status;
}

static const char *name_of(const ts_plot_cells *sets, size_t count, size_t s) {
    const char *name = ts_path_name(sets[s].data_set);
    for (size_t other = 0; other < count; ++other) {
        if (other != s && strcmp(ts_path_name(sets[other].data_set), name) == 0) return sets[s].data_set;
    }
    return name;
}

ts_status ts_plot_replay(ts_plot_folder *folder, const cJSON *results, bool many, ts_error *error) {
    const cJSON *backends = cJSON_GetObjectItemCaseSensitive(results, "backends");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(results, "data_sets"), *data_set;
    ts_plot_cells *sets = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *sets);
    size_t count = 0;
    bool memory = sets != NULL;
    cJSON_ArrayForEach(data_set, list) {
        memory = memory && gather(&sets[count++], backends, data_set);
    }
    ts_status status = memory ? TS_OK : ts_fail_memory(error, "the plots");
    for (size_t s = 0; status == TS_OK && s < count; ++s) sets[s].name = name_of(sets, count, s);
    for (size_t s = 0; status == TS_OK && s < count; ++s) status = plot_data_set(folder, &sets[s], many, error);
    if (status == TS_OK) status = ts_plot_rates(folder, sets, count, error);
    for (size_t s = 0; sets && s < count; ++s) free(sets[s].items);
    free(sets);
    return status;
}
