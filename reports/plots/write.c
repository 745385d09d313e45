/* SPDX-License-Identifier: GPL-2.0-or-later
 * From paths to plots: what each is, and which plots it gives. */
#include "reports/plots/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/plots/plots.h"
#include "results/read.h"
#include "results/results.h"

ts_status ts_plot_folder_make(const char *path, ts_error *error) {
    char *holder = ts_path_folder(path);
    if (!holder) return ts_fail_memory(error, "a path");
    mkdir(holder, 0777); /* exists in general; whether it does now is what the next one shows */
    free(holder);
    if (ts_path_is_folder(path) || mkdir(path, 0777) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "the folder %s for plots cannot be made: %s; choose another", path,
                   strerror(errno));
}

/* ---- What there is ---- */

typedef struct sources {
    const char *const *paths;
    ts_results_tree *results; /* without a root where the path is a run's folder; owned */
    size_t count;
} sources;

static void sources_clear(sources *all) {
    for (size_t i = 0; all->results && i < all->count; ++i) cJSON_Delete(all->results[i].root);
    free(all->results);
}

static ts_status check(const char *path, const ts_results_tree *results, ts_error *error) {
    if (results->kind < TS_RESULTS_CELL) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s: there are no plots for results of kind '%s'", path, results->said);
}

static ts_status sources_read(sources *all, ts_error *error) {
    ts_status status = all->results ? TS_OK : ts_fail_memory(error, "the results");
    for (size_t i = 0; status == TS_OK && i < all->count; ++i) {
        if (ts_path_is_folder(all->paths[i])) continue;
        status = ts_results_load(all->paths[i], &all->results[i], error);
        if (status == TS_OK) status = check(all->paths[i], &all->results[i], error);
    }
    return status;
}

/* ---- Plots ---- */

static int data_sets(const sources *all) {
    int count = 0;
    for (size_t i = 0; i < all->count; ++i) {
        const ts_results_tree *results = &all->results[i];
        if (!results->root || results->kind != TS_RESULTS_REPLAY) continue;
        count += cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(results->root, "data_sets"));
    }
    return count;
}

static size_t runs(const sources *all) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; ++i) count += !all->results[i].root;
    return count;
}

static ts_status plot_source(const sources *all, size_t i, ts_plot_folder *folder, ts_error *error) {
    const ts_results_tree *results = &all->results[i];
    if (!results->root) return ts_plot_run(folder, all->paths[i], runs(all) > 1, error);
    if (results->kind == TS_RESULTS_REPLAY) return ts_plot_replay(folder, results->root, data_sets(all) > 1, error);
    if (results->kind == TS_RESULTS_TABLE) return ts_plot_table(folder, results->root, error);
    if (results->kind == TS_RESULTS_BARRIERS) return ts_plot_barriers(folder, results->root, error);
    if (results->kind == TS_RESULTS_BARRIER) return ts_plot_barrier(folder, results->root, error);
    return TS_OK; /* simulations: all in one plot */
}

static ts_status plot_simulations(const sources *all, ts_plot_folder *folder, ts_error *error) {
    ts_plot_source *list = calloc(all->count + 1, sizeof *list);
    size_t count = 0;
    if (!list) return ts_fail_memory(error, "a plot");
    for (size_t i = 0; i < all->count; ++i) {
        const ts_results_tree *results = &all->results[i];
        if (results->root && results->kind == TS_RESULTS_SIMULATE) {
            list[count++] = (ts_plot_source){.path = all->paths[i], .json = results->root};
        }
    }
    const ts_status status = ts_plot_simulate(folder, list, count, error);
    free(list);
    return status;
}

ts_status ts_plots_write(const char *const *paths, size_t count, ts_plot_folder *folder, ts_error *error) {
    sources all = {paths, calloc(count + 1, sizeof *all.results), count};
    ts_status status = sources_read(&all, error);
    if (status == TS_OK) status = ts_plot_folder_make(folder->path, error);
    for (size_t i = 0; status == TS_OK && i < count; ++i) status = plot_source(&all, i, folder, error);
    if (status == TS_OK) status = plot_simulations(&all, folder, error);
    sources_clear(&all);
    return status;
}
