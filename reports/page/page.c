/* SPDX-License-Identifier: GPL-2.0-or-later
 * From results files to the page: read, ask again about what failed, gather all as data, write. */
#include "reports/page/page.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/version.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/page/fill.h"
#include "reports/page/tables.h"
#include "reports/page/view.h"

/* ---- Plots beside the page ---- */

static const char PICTURE[] = ".svg";

static int is_picture(const struct dirent *entry) {
    const size_t length = strlen(entry->d_name), ending = strlen(PICTURE);
    return length > ending && strcmp(entry->d_name + length - ending, PICTURE) == 0;
}

/* A picture's name without its ending, and whether its script stands beside it. */
static void add_plot(ts_json_builder *builder, cJSON *list, const char *folder, const char *file) {
    cJSON *plot = ts_build_object(builder, list, NULL);
    char *name = ts_text("%.*s", (int)(strlen(file) - strlen(PICTURE)), file);
    char *script = name ? ts_text("%s/%s.gp", folder, name) : NULL;
    ts_build_flag(builder, plot, "script", script && ts_path_exists(script));
    ts_build_own_text(builder, plot, "name", name);
    free(script);
}

/* In the order of their names. A folder that is not there has none. */
static size_t add_plots(ts_json_builder *builder, cJSON *root, const char *folder) {
    char *plots = ts_path_join(folder, "plots");
    struct dirent **entries = NULL;
    const int found = plots ? scandir(plots, &entries, is_picture, alphasort) : 0;
    cJSON *list = ts_build_array(builder, root, "plots");
    for (int i = 0; i < found; ++i) {
        add_plot(builder, list, plots, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    free(plots);
    return found > 0 ? (size_t)found : 0;
}

/* ---- The page's data ---- */

typedef struct page_parts {
    ts_report_run *runs;
    size_t run_count;
    ts_report_failures failures;
    ts_report_views views;
} page_parts;

static void parts_clear(page_parts *parts) {
    ts_report_views_clear(&parts->views);
    ts_report_failures_clear(&parts->failures);
    for (size_t r = 0; r < parts->run_count; ++r) ts_report_run_clear(&parts->runs[r]);
    free(parts->runs);
}

static ts_status parts_init(page_parts *parts, const ts_report_request *request, ts_error *error) {
    *parts = (page_parts){.runs = calloc(request->result_count + 1, sizeof *parts->runs)};
    ts_status status = parts->runs ? TS_OK : ts_fail_memory(error, "the results");
    for (size_t r = 0; status == TS_OK && r < request->result_count; ++r) {
        status = ts_report_run_init(&parts->runs[r], request->results[r], error);
        parts->run_count += status == TS_OK;
    }
    if (status == TS_OK) status = ts_report_failures_init(&parts->failures, parts->runs, parts->run_count, error);
    if (status == TS_OK) status = ts_report_views_init(&parts->views, parts->runs, &parts->failures, error);
    return status;
}

static cJSON *build_data(ts_json_builder *builder, const page_parts *parts, const ts_report_request *request,
                         ts_report_summary *summary) {
    cJSON *root = ts_build_root(builder);
    ts_build_text(builder, root, "version", TS_VERSION);
    cJSON *runs = ts_build_array(builder, root, "runs"), *queries = ts_build_array(builder, root, "queries");
    for (size_t r = 0; r < parts->run_count; ++r) {
        cJSON *run = ts_build_object(builder, runs, NULL);
        ts_build_text(builder, run, "path", parts->runs[r].path);
        ts_build_text(builder, run, "kind", ts_results_kind_name(parts->runs[r].kind));
        ts_report_tables_build(builder, run, parts->runs[r].kind, parts->runs[r].root);
    }
    for (size_t v = 0; v < parts->views.count; ++v) {
        ts_report_view_build(builder, queries, &parts->views.items[v], request->plugins);
        summary->missing += parts->views.items[v].missing.status != TS_OK;
    }
    summary->queries = parts->views.count;
    summary->answers = parts->failures.answers;
    summary->shown = parts->failures.shown;
    ts_build_count(builder, root, "failed_answers", summary->answers);
    ts_build_count(builder, root, "shown_answers", summary->shown);
    summary->plots = add_plots(builder, root, request->folder);
    return root;
}

/* ---- The folder ---- */

static ts_status write_page(const char *path, bool replace, const char *json, ts_error *error) {
    ts_output output;
    const ts_status status = ts_output_open(&output, path, replace, error);
    if (status != TS_OK) return status;
    ts_report_page_write(json, output.stream);
    return ts_output_close(&output, error);
}

static ts_status write_report(const ts_report_request *request, ts_report_summary *summary, ts_error *error) {
    page_parts parts;
    char *json = NULL;
    ts_status status = ts_report_check(request, error);
    if (status != TS_OK) return status;
    status = parts_init(&parts, request, error);
    if (status == TS_OK) {
        ts_json_builder builder = {0};
        json = ts_build_print_compact(&builder, build_data(&builder, &parts, request, summary));
        if (!json) status = ts_fail_memory(error, "the page");
    }
    parts_clear(&parts);
    if (status == TS_OK) status = ts_folder_make(request->folder, error);
    if (status == TS_OK) status = write_page(summary->page, request->replace, json, error);
    free(json);
    return status;
}

ts_status ts_report_check(const ts_report_request *request, ts_error *error) {
    if (!ts_path_exists(request->folder)) return ts_output_folder_check(request->folder, error);
    char *page = ts_path_join(request->folder, "index.html");
    const ts_status status = page ? ts_output_check(page, request->replace, error) : ts_fail_memory(error, "a path");
    free(page);
    return status;
}

ts_status ts_report_write(const ts_report_request *request, ts_report_summary *summary, ts_error *error) {
    ts_report_summary made = {.page = ts_path_join(request->folder, "index.html")};
    const ts_status status = made.page ? write_report(request, &made, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK)
        *summary = made;
    else
        free(made.page);
    return status;
}
