/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a run of the table left: its results file and the steps of its log. */
#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/files.h"
#include "results/ndb/table.h"
#include "results/read.h"
#include "results/run_log.h"

static double number(const cJSON *object, const char *member) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, member);
    return cJSON_IsNumber(value) ? value->valuedouble : NAN;
}

static uint64_t count(const cJSON *object, const char *member) {
    const double value = number(object, member);
    return value > 0.0 ? (uint64_t)value : 0;
}

/* 0 where the solver has no such phase. */
static double phase(const cJSON *phases, const char *name) {
    const double seconds = number(phases, name);
    return isfinite(seconds) ? seconds : 0.0;
}

static ts_status add_seconds(void *self, const cJSON *line, ts_error *error) {
    (void)error;
    *(double *)self += number(line, "seconds");
    return TS_OK;
}

static void read_times(const cJSON *root, double steps, ts_ndb_figures *out) {
    static const char *const LG[] = {"local", "gather", "subspace", "smooth", "acceleration", "warm", "forward"};
    const cJSON *phases = cJSON_GetObjectItemCaseSensitive(root, "seconds_by_phase");
    const double to_ms = 1e3 / steps, broad = phase(phases, "broad");
    out->broad_ms = to_ms * broad;
    out->partial_ms = to_ms * phase(phases, "partial");
    out->full_ms = to_ms * fmax(phase(phases, "full") - broad, 0.0);
    out->lg_ms = 0.0;
    for (size_t k = 0; k < sizeof LG / sizeof *LG; ++k) out->lg_ms += to_ms * phase(phases, LG[k]);
}

static void read_counts(const cJSON *root, double steps, ts_ndb_figures *out) {
    const double lg = number(root, "lg");
    out->lg = (isfinite(lg) ? lg : number(root, "iterations")) / steps;
    out->warm_lg = number(root, "warm_lg") / steps;
    out->forward_lg = number(root, "forward_lg") / steps;
    out->outers = number(root, "outers") / steps;
    out->full_ccds = number(root, "full_ccds") / steps;
    out->setup_seconds = number(root, "setup_seconds");
    out->short_exits = number(root, "exit_below_1e-6") + number(root, "exit_below_1e-2");
    out->pairs = number(cJSON_GetObjectItemCaseSensitive(root, "contacts"), "mean");
    out->least_gap = number(root, "least_gap");
}

static void read_results(const cJSON *root, ts_ndb_figures *out) {
    const cJSON *outcome = cJSON_GetObjectItemCaseSensitive(root, "outcome");
    snprintf(out->outcome, sizeof out->outcome, "%s", cJSON_IsString(outcome) ? outcome->valuestring : "");
    out->steps = count(root, "steps_done");
    out->verified = count(root, "steps_verified");
    out->not_converged = count(root, "steps_not_converged");
    out->offences = count(cJSON_GetObjectItemCaseSensitive(root, "offences"), "count");
    if (out->steps == 0) return;
    read_counts(root, (double)out->steps, out);
    read_times(root, (double)out->steps, out);
}

void ts_ndb_figures_read(const char *folder, ts_ndb_figures *figures) {
    ts_error error;
    ts_results_tree tree = {0};
    char *path = ts_path_join(folder, "results.json");
    *figures = (ts_ndb_figures){.lg = NAN,
                                .warm_lg = NAN,
                                .forward_lg = NAN,
                                .outers = NAN,
                                .full_ccds = NAN,
                                .seconds = NAN,
                                .broad_ms = NAN,
                                .partial_ms = NAN,
                                .full_ms = NAN,
                                .lg_ms = NAN,
                                .setup_seconds = NAN,
                                .pairs = NAN,
                                .short_exits = NAN,
                                .least_gap = NAN,
                                .apart = NAN};
    if (path && ts_results_load(path, &tree, &error) == TS_OK) {
        double seconds = 0.0;
        figures->is_there = true;
        read_results(tree.root, figures);
        if (ts_run_log_each(folder, "step", add_seconds, &seconds, &error) == TS_OK && figures->steps > 0) {
            figures->seconds = seconds / (double)figures->steps;
        }
    }
    cJSON_Delete(tree.root);
    free(path);
}
