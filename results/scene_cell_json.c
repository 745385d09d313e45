/* SPDX-License-Identifier: GPL-2.0-or-later
 * Writing and reading cells; what a cell shares with the summary of a run has the same name and place in both. A member
 * that is missing leaves the cell's as it was. */
#include "results/scene_cell_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "results/read.h"

/* ---- Writing ---- */

static void build_verdicts(ts_json_builder *builder, cJSON *parent, const char *name,
                           const ts_query_verdicts *verdicts) {
    if (verdicts->queries == 0) return;
    cJSON *object = ts_build_object(builder, parent, name);
    ts_build_count(builder, object, "queries", verdicts->queries);
    ts_build_count(builder, object, "contacts", verdicts->contacts);
    ts_build_count(builder, object, "missed", verdicts->missed);
    ts_build_count(builder, object, "late", verdicts->late);
    ts_build_count(builder, object, "false_positives", verdicts->false_positives);
    ts_build_count(builder, object, "stalls", verdicts->stalls);
    ts_build_count(builder, object, "limits", verdicts->limits);
    ts_build_count(builder, object, "errors", verdicts->errors);
    ts_build_count(builder, object, "inconsistent", verdicts->inconsistent);
    ts_build_count(builder, object, "unsupported", verdicts->unsupported);
    ts_build_real(builder, object, "nanoseconds", verdicts->nanoseconds);
    ts_build_real(builder, object, "batch_nanoseconds", verdicts->batch_nanoseconds);
}

static void build_place(ts_json_builder *builder, cJSON *object, const ts_scene_cell *cell) {
    cJSON *at = ts_build_object(builder, object, "at");
    ts_build_count(builder, at, "step", cell->step);
    ts_build_real(builder, at, "iteration", (double)cell->iteration);
    ts_build_text(builder, at, "message", cell->message);
    if (!cell->has_query) return;
    cJSON *query = ts_build_object(builder, at, "query");
    ts_build_text(builder, query, "path", cell->query_path);
    ts_build_count(builder, query, "index", cell->query_index);
}

void ts_scene_cell_build(ts_json_builder *builder, cJSON *object, const ts_scene_cell *cell) {
    char text[TS_CELL_TEXT];
    ts_scene_cell_text(cell, text);
    ts_build_text(builder, object, "outcome", ts_cell_outcome_name(cell->outcome));
    ts_build_text(builder, object, "text", text);
    ts_build_text(builder, object, "command", cell->command);
    build_place(builder, object, cell);
    ts_build_count(builder, object, "steps_asked", cell->steps_asked);
    ts_build_count(builder, object, "steps_done", cell->steps);
    ts_build_count(builder, object, "iterations", cell->iterations);
    ts_build_count(builder, object, "ccd_queries", cell->ccd_queries);
    ts_build_count(builder, object, "ccd_queries_by_accd", cell->by_accd);
    ts_build_count(builder, object, "steps_verified", cell->verified);
    ts_build_count(builder, ts_build_object(builder, object, "offences"), "count", cell->offences);
    ts_build_count(builder, object, "steps_not_converged", cell->not_converged);
    ts_build_real(builder, object, "ccd_ms_per_iteration", cell->ccd_ms);
    ts_build_real(builder, object, "broad_ms_per_iteration", cell->broad_ms);
    ts_build_real(builder, object, "set_up_ms_per_iteration", cell->set_up_ms);
    ts_build_real(builder, object, "seconds_per_step", cell->step_seconds);
    cJSON *contacts = ts_build_object(builder, object, "contacts");
    ts_build_real(builder, contacts, "mean", cell->mean_contacts);
    ts_build_count(builder, contacts, "most", cell->most_contacts);
    ts_build_real(builder, object, "least_gap", cell->least_gap);
    ts_build_real(builder, object, "most_stretch", cell->most_stretch);
    ts_build_real(builder, object, "seconds", cell->seconds);
    ts_build_real(builder, object, "limit_seconds", cell->limit_seconds);
    ts_build_count(builder, object, "most_bytes", cell->most_bytes);
    ts_build_count(builder, object, "limit_bytes", cell->limit_bytes);
    build_verdicts(builder, object, "sample", &cell->sample);
    build_verdicts(builder, object, "same_queries", &cell->shared);
}

ts_status ts_scene_cell_write(const ts_scene_cell *cell, const ts_context *context, const char *path, ts_error *error) {
    ts_json_builder builder = {0};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_CELL, context);
    ts_scene_cell_build(&builder, root, cell);
    return ts_results_write(&builder, root, path, error);
}

/* ---- Reading ---- */

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static void take_count(const cJSON *object, const char *name, uint64_t *value) {
    const cJSON *item = member(object, name);
    if (cJSON_IsNumber(item) && item->valuedouble >= 0.0 && item->valuedouble < 0x1p64) {
        *value = (uint64_t)item->valuedouble;
    }
}

/* null stands for a number that is none. */
static void take_real(const cJSON *object, const char *name, double *value) {
    const cJSON *item = member(object, name);
    if (cJSON_IsNumber(item)) *value = item->valuedouble;
    if (cJSON_IsNull(item)) *value = NAN;
}

static void take_text(const cJSON *object, const char *name, char *text, size_t size) {
    const cJSON *item = member(object, name);
    if (cJSON_IsString(item)) snprintf(text, size, "%s", item->valuestring);
}

/* The file's object, of that kind; the caller deletes it. */
static ts_status read_results(const char *path, ts_results_kind kind, cJSON **root, ts_error *error) {
    ts_results_tree tree;
    const ts_status status = ts_results_load(path, &tree, error);
    if (status != TS_OK) return status;
    if (tree.kind == kind) {
        *root = tree.root;
        return TS_OK;
    }
    cJSON_Delete(tree.root);
    return ts_fail(error, TS_ERROR_DATA, "%s is no results file of kind '%s'", path, ts_results_kind_name(kind));
}

static void take_verdicts(const cJSON *object, ts_query_verdicts *verdicts) {
    take_count(object, "queries", &verdicts->queries);
    take_count(object, "contacts", &verdicts->contacts);
    take_count(object, "missed", &verdicts->missed);
    take_count(object, "late", &verdicts->late);
    take_count(object, "false_positives", &verdicts->false_positives);
    take_count(object, "stalls", &verdicts->stalls);
    take_count(object, "limits", &verdicts->limits);
    take_count(object, "errors", &verdicts->errors);
    take_count(object, "inconsistent", &verdicts->inconsistent);
    take_count(object, "unsupported", &verdicts->unsupported);
    take_real(object, "nanoseconds", &verdicts->nanoseconds);
    take_real(object, "batch_nanoseconds", &verdicts->batch_nanoseconds);
}

/* What a cell's own file and a run's summary have in common. */
static void take_place(const cJSON *root, ts_scene_cell *cell) {
    const cJSON *at = member(root, "at"), *query = member(at, "query");
    take_count(at, "step", &cell->step);
    double iteration = 0.0;
    take_real(at, "iteration", &iteration);
    cell->iteration = fabs(iteration) < 0x1p63 ? (int64_t)iteration : 0;
    take_text(at, "message", cell->message, sizeof cell->message);
    cell->has_query = cJSON_IsString(member(query, "path")) && cJSON_IsNumber(member(query, "index"));
    take_text(query, "path", cell->query_path, sizeof cell->query_path);
    take_count(query, "index", &cell->query_index);
}

static void take_figures(const cJSON *root, ts_scene_cell *cell) {
    take_count(root, "steps_asked", &cell->steps_asked);
    take_count(root, "steps_done", &cell->steps);
    take_count(root, "iterations", &cell->iterations);
    take_count(root, "ccd_queries", &cell->ccd_queries);
    take_count(root, "ccd_queries_by_accd", &cell->by_accd);
    take_count(root, "steps_verified", &cell->verified);
    take_count(member(root, "offences"), "count", &cell->offences);
    take_count(root, "steps_not_converged", &cell->not_converged);
    take_real(root, "ccd_ms_per_iteration", &cell->ccd_ms);
    take_real(root, "broad_ms_per_iteration", &cell->broad_ms);
    take_real(root, "set_up_ms_per_iteration", &cell->set_up_ms);
    take_real(root, "seconds_per_step", &cell->step_seconds);
    take_real(member(root, "contacts"), "mean", &cell->mean_contacts);
    take_count(member(root, "contacts"), "most", &cell->most_contacts);
    take_real(root, "least_gap", &cell->least_gap);
    take_real(root, "most_stretch", &cell->most_stretch);
}

ts_status ts_scene_cell_read(const char *path, ts_scene_cell *cell, ts_error *error) {
    cJSON *root = NULL;
    const ts_status status = read_results(path, TS_RESULTS_CELL, &root, error);
    if (status != TS_OK) return status;
    ts_scene_cell made = ts_scene_cell_empty();
    char outcome[TS_CELL_TEXT] = "";
    take_text(root, "outcome", outcome, sizeof outcome);
    made.outcome = ts_cell_outcome_of(outcome);
    take_text(root, "command", made.command, sizeof made.command);
    take_place(root, &made);
    take_figures(root, &made);
    take_real(root, "seconds", &made.seconds);
    take_real(root, "limit_seconds", &made.limit_seconds);
    take_count(root, "most_bytes", &made.most_bytes);
    take_count(root, "limit_bytes", &made.limit_bytes);
    take_verdicts(member(root, "sample"), &made.sample);
    take_verdicts(member(root, "same_queries"), &made.shared);
    cJSON_Delete(root);
    if (made.outcome == TS_CELL_OUTCOMES) {
        return ts_fail(error, TS_ERROR_DATA, "%s: outcome '%s' is unknown", path, outcome);
    }
    *cell = made;
    return TS_OK;
}

/* Of a run that was made in one go. */
static void take_step_seconds(const cJSON *root, ts_scene_cell *cell) {
    double whole = NAN, verify = NAN;
    take_real(root, "seconds", &whole);
    take_real(member(root, "seconds_by_phase"), "verify", &verify);
    if (cell->steps > 0) cell->step_seconds = (whole - verify) / (double)cell->steps;
}

/* The words of `simulate` that are not the table's. */
static ts_cell_outcome outcome_of_run(const char *word) {
    if (strcmp(word, "not converged") == 0) return TS_CELL_TIMED; /* all steps were made; the time is marked */
    if (strcmp(word, "unsupported") == 0) return TS_CELL_NOT_AVAILABLE;
    if (strcmp(word, "interrupted") == 0) return TS_CELL_OUT_OF_TIME;
    return ts_cell_outcome_of(word);
}

ts_status ts_scene_cell_read_run(const char *path, ts_scene_cell *cell, ts_error *error) {
    cJSON *root = NULL;
    const ts_status status = read_results(path, TS_RESULTS_SIMULATE, &root, error);
    if (status != TS_OK) return status;
    char word[TS_CELL_TEXT] = "";
    take_text(root, "outcome", word, sizeof word);
    const ts_cell_outcome outcome = outcome_of_run(word);
    if (outcome != TS_CELL_OUTCOMES) {
        cell->outcome = outcome;
        take_place(root, cell);
        take_figures(root, cell);
        take_step_seconds(root, cell);
    }
    cJSON_Delete(root);
    if (outcome == TS_CELL_OUTCOMES) return ts_fail(error, TS_ERROR_DATA, "%s: outcome '%s' is unknown", path, word);
    return TS_OK;
}
