/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a results file for the report. */
#include "reports/page/run.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "reports/page/tables.h"
#include "results/read.h"
#include "results/results.h"

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static double number_or(const cJSON *object, const char *name, double standard) {
    const cJSON *item = member(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : standard;
}

static ts_status init_backend(ts_report_backend *backend, const cJSON *entry, ts_error *error) {
    const char *name = cJSON_GetStringValue(member(entry, "name"));
    const char *show = cJSON_GetStringValue(member(entry, "show_options"));
    *backend = (ts_report_backend){.name = name ? name : "", .show_options = show ? show : ""};
    if (!ts_ccd_find(backend->name)) {
        ts_fail(&backend->why, TS_ERROR_USAGE, "not asked: it is no method of this command; name it with --plugin");
        return TS_OK;
    }
    const cJSON *options = member(entry, "options");
    char *text = options ? cJSON_PrintUnformatted(options) : NULL;
    if (options && !text) return ts_fail_memory(error, "a method's options");
    const ts_status status = ts_ccd_method_init(&backend->method, backend->name, text, &backend->why);
    cJSON_free(text);
    backend->is_here = status == TS_OK;
    return status == TS_ERROR_MEMORY ? ts_fail_memory(error, "a method") : TS_OK;
}

/* A simulation has one method, `ccd`; the others list theirs. */
static ts_status init_backends(ts_report_run *run, ts_error *error) {
    const cJSON *list = member(run->root, "backends"), *alone = member(run->root, "ccd"), *entry;
    const size_t most = alone ? 1 : (size_t)cJSON_GetArraySize(list);
    run->backends = calloc(most + 1, sizeof *run->backends);
    if (!run->backends) return ts_fail_memory(error, "the methods of a run");
    if (alone) return init_backend(&run->backends[run->backend_count++], alone, error);
    cJSON_ArrayForEach(entry, list) {
        const ts_status status = init_backend(&run->backends[run->backend_count++], entry, error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

ts_status ts_report_run_init(ts_report_run *run, const char *path, ts_error *error) {
    ts_results_tree tree;
    ts_status status = ts_results_load(path, &tree, error);
    if (status != TS_OK) return status;
    ts_report_run made = {.path = path, .kind = tree.kind, .root = tree.root};
    if (!ts_report_knows_kind(tree.kind)) {
        status = ts_fail(error, TS_ERROR_DATA,
                         "%s: results of kind '%s'; a report shows replay, table, barrier, simulate and barriers", path,
                         tree.said);
    }
    if (status == TS_OK) status = init_backends(&made, error);
    const cJSON *options = member(made.root, "options");
    made.min_distance = number_or(options, "min_distance", 0.0);
    made.t_max = number_or(options, "t_max", 1.0);
    made.reading.round = cJSON_IsTrue(member(options, "round"));
    made.reading.floats = member(options, "precision") != NULL;
    if (status == TS_OK)
        *run = made;
    else
        ts_report_run_clear(&made);
    return status;
}

void ts_report_run_clear(ts_report_run *run) {
    for (size_t b = 0; b < run->backend_count; ++b) {
        if (run->backends[b].is_here) ts_ccd_method_clear(&run->backends[b].method);
    }
    free(run->backends);
    cJSON_Delete(run->root);
    *run = (ts_report_run){0};
}

const ts_report_backend *ts_report_run_backend(const ts_report_run *run, const char *name) {
    for (size_t b = 0; b < run->backend_count; ++b) {
        if (strcmp(run->backends[b].name, name) == 0) return &run->backends[b];
    }
    return NULL;
}
