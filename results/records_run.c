/* SPDX-License-Identifier: GPL-2.0-or-later
 * Records of simulations: the one of `simulate`, or the cells of a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "results/records.h"
#include "results/show_command.h"

/* Outcomes that are none of the method's fault. */
static bool is_fine(const char *outcome) {
    return strcmp(outcome, "finished") == 0 || strcmp(outcome, "n/a") == 0;
}

/* The query at fault, when there is one, else the step. */
static bool add_failure(ts_record_reader *reader, ts_record *record, const cJSON *run) {
    const char *outcome = ts_member_text(reader, run, "outcome");
    const bool fails = outcome && !is_fine(outcome);
    ts_measure *measure = outcome ? ts_measure_add(record, "runs that fail", TS_SENSE_OFFENCE, fails) : NULL;
    if (!measure || !fails) return measure != NULL;
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(run, "at");
    const cJSON *query = cJSON_GetObjectItemCaseSensitive(at, "query");
    const cJSON *step = cJSON_GetObjectItemCaseSensitive(at, "step");
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(query, "path"));
    const char *command = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run, "command"));
    char *name = ts_text("%s at step %.0f", outcome, cJSON_IsNumber(step) ? step->valuedouble : 0.0);
    return ts_place_add(measure, 0.0, name,
                        path ? ts_show_query(path, 0, record->show_options) : ts_text("%s", command ? command : ""));
}

static bool add_count(ts_record_reader *reader, ts_record *record, const cJSON *object, const char *member,
                      const char *name, ts_sense sense) {
    double value;
    return ts_member_number(reader, object, member, &value) && ts_measure_add(record, name, sense, value);
}

/* time: the member that says how fast it was. */
static bool add_run(ts_record_reader *reader, ts_record *record, const cJSON *run, const char *time) {
    const cJSON *offences = ts_member(reader, run, "offences");
    double value;
    if (!add_failure(reader, record, run) || !offences ||
        !add_count(reader, record, offences, "count", "offences of the exact check", TS_SENSE_OFFENCE) ||
        !add_count(reader, record, run, "steps_not_converged", "steps not converged", TS_SENSE_OFFENCE) ||
        !add_count(reader, record, run, "steps_done", "steps", TS_SENSE_COVERAGE) ||
        !add_count(reader, record, run, "steps_verified", "steps verified", TS_SENSE_COVERAGE) ||
        !add_count(reader, record, run, "iterations", "iterations", TS_SENSE_QUALITY) ||
        !ts_member_number(reader, run, time, &value)) {
        return false;
    }
    record->times = calloc(1, sizeof *record->times);
    if (record->times && value == value) record->times[record->time_count++] = value;
    return record->times != NULL;
}

/* What decides which queries were asked; files of before say neither `ask`, nor the solver, nor the seed. NULL without
 * memory. */
static char *question_of(const char *size, double steps, const char *ask, const char *solver, const cJSON *seed) {
    ts_json_builder builder = {0};
    cJSON *question = ts_build_root(&builder);
    if (size) ts_build_text(&builder, question, "size", size);
    ts_build_real(&builder, question, "steps", steps);
    if (ask && strcmp(ask, "all") != 0) ts_build_text(&builder, question, "ask", ask);
    if (solver && strcmp(solver, "cipc") != 0) ts_build_text(&builder, question, "solver", solver);
    if (cJSON_IsNumber(seed)) ts_build_real(&builder, question, "disturb", seed->valuedouble);
    return ts_build_print_compact(&builder, question);
}

/* How `touchstone show` asks that method; files of before do not say it. NULL without memory. */
static char *show_options_of(const cJSON *method) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(method, "show_options"));
    return ts_text("%s", text ? text : "");
}

/* Of a scene; files of before do not say it. */
static const char *hash_of(const cJSON *object) {
    const char *hash = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "scene_hash"));
    return hash ? hash : "";
}

static const char *named_by(const cJSON *object) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "name"));
}

static const char *asked_of(const cJSON *object) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "ask"));
}

/* ---- simulate ---- */

/* Errors by reason, but for those that the method itself calls so; those of 0 are not in the file. */
static bool add_reasons(ts_record *record, const cJSON *errors) {
    for (int f = TS_CCD_FAILURE_OWN + 1; errors && f < TS_CCD_FAILURES; ++f) {
        const char *reason = ts_ccd_failure_name((ts_ccd_failure)f);
        char name[64];
        snprintf(name, sizeof name, "errors: %s", reason);
        if (!ts_measure_add(record, name, TS_SENSE_OFFENCE, ts_member_count(errors, reason))) return false;
    }
    return true;
}

/* Of a referee, where there was one. */
static bool add_referee(ts_record_reader *reader, ts_record *record, const cJSON *root) {
    static const struct {
        const char *member, *name;
    } counts[] = {{"unsafe", "unsafe answers"}, {"inconsistent", "inconsistent answers"},
                  {"stalls", "stalls"},         {"error", "errors"},
                  {"limit", "limits"},          {"unsupported", "queries not supported"}};
    const cJSON *verdicts = cJSON_GetObjectItemCaseSensitive(root, "verdicts");
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        if (!cJSON_GetObjectItemCaseSensitive(verdicts, counts[c].member)) continue; /* none, or an earlier version */
        if (!add_count(reader, record, verdicts, counts[c].member, counts[c].name, TS_SENSE_OFFENCE)) return false;
    }
    return !verdicts || add_reasons(record, cJSON_GetObjectItemCaseSensitive(root, "errors"));
}

bool ts_read_simulate_records(ts_record_reader *reader, const cJSON *root) {
    const char *scene = ts_member_text(reader, root, "scene");
    const char *hash = scene ? ts_member_text(reader, root, "scene_hash") : NULL;
    const cJSON *ccd = hash ? ts_member(reader, root, "ccd") : NULL;
    const char *name = ccd ? ts_member_text(reader, ccd, "name") : NULL;
    const cJSON *solver = cJSON_GetObjectItemCaseSensitive(root, "solver");
    double steps;
    if (!name || !ts_member_number(reader, root, "steps_asked", &steps)) return false;
    reader->results->question = question_of(NULL, steps, asked_of(ccd), named_by(solver), NULL);
    if (!reader->results->question || !ts_results_set_add(reader->results, scene, hash)) return false;
    ts_record *record = ts_record_add(reader->results, scene, name);
    if (!record) return false;
    record->setting = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(ccd, "options"));
    record->show_options = show_options_of(ccd);
    if (solver) record->solver_setting = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(solver, "options"));
    const char *outcome = ts_member_text(reader, root, "outcome");
    reader->results->partial = outcome && strcmp(outcome, "interrupted") == 0;
    return record->setting && record->show_options && (!solver || record->solver_setting) &&
           add_run(reader, record, root, "ccd_ms_per_iteration") && add_referee(reader, record, root);
}

/* ---- table ---- */

/* Their number hangs on how many the run had, of which a hash chooses. */
static bool add_drawn(ts_record_reader *reader, ts_record *record, const cJSON *verdicts, const char *of) {
    char name[96];
    snprintf(name, sizeof name, "answers judged among %s", of);
    return add_count(reader, record, verdicts, "queries", name, TS_SENSE_DRAWN);
}

static bool add_verdicts(ts_record_reader *reader, ts_record *record, const cJSON *cell, const char *member,
                         const char *of) {
    static const struct {
        const char *member, *words;
    } counts[] = {{"missed", "missed contacts"},
                  {"late", "late answers"},
                  {"stalls", "stalls"},
                  {"errors", "errors"},
                  {"limits", "limits"},
                  {"inconsistent", "inconsistent answers"},
                  {"unsupported", "queries not supported"}};
    const cJSON *verdicts = cJSON_GetObjectItemCaseSensitive(cell, member);
    if (verdicts && !add_drawn(reader, record, verdicts, of)) return false;
    for (size_t c = 0; verdicts && c < sizeof counts / sizeof *counts; ++c) {
        char name[96];
        if (!cJSON_GetObjectItemCaseSensitive(verdicts, counts[c].member)) continue; /* of an earlier version */
        snprintf(name, sizeof name, "%s among %s", counts[c].words, of);
        if (!add_count(reader, record, verdicts, counts[c].member, name, TS_SENSE_OFFENCE)) return false;
    }
    return true;
}

/* NULL when it is not there. */
static const cJSON *named(const cJSON *list, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
        if (text && strcmp(text, name) == 0) return item;
    }
    return NULL;
}

/* The scene's own set, which is there from the first of its cells on. */
static bool add_scene(ts_record_reader *reader, const cJSON *scenes, const char *scene) {
    const ts_results_file *results = reader->results;
    const ts_results_set *last = results->set_count > 0 ? &results->sets[results->set_count - 1] : NULL;
    if (last && strcmp(last->path, scene) == 0) return true;
    return ts_results_set_add(reader->results, scene, hash_of(named(scenes, scene))) != NULL;
}

static bool read_cell(ts_record_reader *reader, const cJSON *root, const cJSON *cell) {
    const cJSON *backends = cJSON_GetObjectItemCaseSensitive(root, "backends");
    const cJSON *scenes = cJSON_GetObjectItemCaseSensitive(root, "scenes");
    const char *scene = ts_member_text(reader, cell, "scene");
    const char *backend = scene ? ts_member_text(reader, cell, "backend") : NULL;
    if (!backend || !add_scene(reader, scenes, scene)) return false;
    ts_record *record = ts_record_add(reader->results, scene, backend);
    if (!record) return false;
    record->show_options = show_options_of(named(backends, backend));
    return record->show_options && add_run(reader, record, cell, "ccd_ms_per_iteration") &&
           add_verdicts(reader, record, cell, "sample", "a sample of its queries") &&
           add_verdicts(reader, record, cell, "same_queries", "the queries that all were asked");
}

bool ts_read_table_records(ts_record_reader *reader, const cJSON *root) {
    const char *size = ts_member_text(reader, root, "size");
    const cJSON *cells = size ? ts_member(reader, root, "cells") : NULL, *cell;
    double steps;
    if (!cells || !ts_member_number(reader, root, "steps", &steps)) return false;
    reader->results->question =
        question_of(size, steps, asked_of(root), NULL, cJSON_GetObjectItemCaseSensitive(root, "disturb"));
    if (!reader->results->question) return false;
    cJSON_ArrayForEach(cell, cells) {
        if (!read_cell(reader, root, cell)) return false;
    }
    return true;
}

/* ---- table --barriers ---- */

/* The hash is that of the scene with the barrier. */
static bool read_barriers_cell(ts_record_reader *reader, const cJSON *cell) {
    const char *scene = ts_member_text(reader, cell, "scene");
    const char *barrier = scene ? ts_member_text(reader, cell, "barrier") : NULL;
    char *both = barrier ? ts_text("%s with the barrier %s", scene, barrier) : NULL;
    const ts_results_set *set = both ? ts_results_set_add(reader->results, both, hash_of(cell)) : NULL;
    ts_record *record = set ? ts_record_add(reader->results, scene, barrier) : NULL;
    free(both);
    if (record) record->show_options = ts_text("%s", "");
    return record && record->show_options && add_run(reader, record, cell, "seconds_per_step");
}

bool ts_read_barriers_records(ts_record_reader *reader, const cJSON *root) {
    const char *size = ts_member_text(reader, root, "size");
    const cJSON *cells = size ? ts_member(reader, root, "cells") : NULL, *cell;
    double steps;
    if (!cells || !ts_member_number(reader, root, "steps", &steps)) return false;
    reader->results->question = question_of(size, steps, NULL, NULL, NULL);
    if (!reader->results->question) return false;
    cJSON_ArrayForEach(cell, cells) {
        if (!read_barriers_cell(reader, cell)) return false;
    }
    return true;
}
