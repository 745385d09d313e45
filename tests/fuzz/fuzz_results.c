/* SPDX-License-Identifier: MIT
 * Fuzz target of results files: the input is one, read as it is and with its checksum put right. Then it is read as a
 * cell of the comparison table as well, and a page and plots are made of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/page/page.h"
#include "reports/plots/plots.h"
#include "results/read.h"
#include "results/scene_cell_json.h"
#include "tests/fuzz/fuzz.h"

static void check_error(ts_status status, const ts_error *error) {
    fuzz_require(status == TS_OK || (error->status == status && status != TS_ERROR_INTERNAL && *error->message),
                 "an error without a reason");
}

static void read_records(const char *path) {
    ts_results_file results = {0};
    ts_error error = {0};
    const ts_status status = ts_results_read(path, &results, &error);
    fuzz_require(status == TS_OK || status == TS_ERROR_DATA, "results refused by a wrong status");
    check_error(status, &error);
    if (status != TS_OK) return;
    fuzz_require(results.machine && results.build && results.kind < TS_RESULTS_KINDS, "results without their context");
    for (size_t k = 0; k < results.record_count; ++k) {
        const ts_record *record = &results.records[k];
        fuzz_require(record->subject && record->actor && record->set < results.set_count, "a record without its place");
    }
    ts_results_file_clear(&results);
}

static void read_cells(const char *path) {
    ts_scene_cell cell = ts_scene_cell_empty(), of_run = ts_scene_cell_empty();
    char text[TS_CELL_TEXT];
    ts_error error = {0};
    ts_status status = ts_scene_cell_read(path, &cell, &error);
    check_error(status, &error);
    if (status == TS_OK) ts_scene_cell_text(&cell, text);
    status = ts_scene_cell_read_run(path, &of_run, &error);
    check_error(status, &error);
    if (status == TS_OK) ts_scene_cell_text(&of_run, text);
}

static void make_page(const char *path, const char *folder) {
    const ts_report_request request = {
        .results = &path, .result_count = 1, .folder = folder, .plugins = "", .replace = true};
    ts_report_summary summary = {0};
    ts_error error = {0};
    const ts_status status = ts_report_write(&request, &summary, &error);
    check_error(status, &error);
    if (status != TS_OK) return;
    fuzz_require(summary.page != NULL, "a page without a path");
    unlink(summary.page);
    free(summary.page);
}

/* Plots of energies judge these again, which takes long. */
static void make_plots(const char *path, const char *folder) {
    ts_results_tree tree;
    ts_error error = {0};
    if (ts_results_load(path, &tree, &error) != TS_OK) return;
    ts_plot_folder plots = {.path = folder, .replace = true};
    const cJSON *root = tree.root;
    const ts_plot_source source = {.path = path, .json = root};
    ts_status status = TS_OK;
    if (tree.kind == TS_RESULTS_REPLAY) status = ts_plot_replay(&plots, root, false, &error);
    if (tree.kind == TS_RESULTS_TABLE) status = ts_plot_table(&plots, root, &error);
    if (tree.kind == TS_RESULTS_BARRIERS) status = ts_plot_barriers(&plots, root, &error);
    if (tree.kind == TS_RESULTS_SIMULATE) status = ts_plot_simulate(&plots, &source, 1, &error);
    check_error(status, &error);
    ts_plot_folder_clear(&plots);
    cJSON_Delete(tree.root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[128], folder[128];
    snprintf(path, sizeof path, "%s/x.json", fuzz_folder());
    snprintf(folder, sizeof folder, "%s/made", fuzz_folder());
    fuzz_write(path, data, size);
    read_records(path);
    char *sealed = fuzz_seal(data, size);
    fuzz_write(path, (const uint8_t *)sealed, strlen(sealed));
    free(sealed);
    read_records(path);
    read_cells(path);
    make_page(path, folder);
    make_plots(path, folder);
    fuzz_remove(folder);
    unlink(path);
    return 0;
}
