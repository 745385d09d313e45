/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results file of a replay (docs/reading-the-table.md describes it): everything the tables are made of. */
#include "results/replay_json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_build.h"
#include "results/base64.h"
#include "results/replay_rows.h"
#include "results/results.h"
#include "results/show_command.h"

static void add_options(ts_json_builder *builder, cJSON *parent, const ts_replay_options *options) {
    cJSON *object = ts_build_object(builder, parent, "options");
    ts_build_text(builder, object, "oracle", TS_ORACLE_MODE_NAMES[options->oracle]);
    ts_build_real(builder, object, "min_distance", options->min_distance);
    ts_build_real(builder, object, "t_max", options->t_max);
    ts_build_flag(builder, object, "round", options->reading.round);
    if (options->reading.floats) ts_build_text(builder, object, "precision", "float");
    ts_build_count(builder, object, "jobs", (uint64_t)options->jobs);
    ts_build_count(builder, object, "limit", options->limit);
    ts_build_count(builder, object, "sample", options->sample);
    ts_build_count(builder, object, "seed", options->seed);
    ts_build_count(builder, object, "repetitions", (uint64_t)options->repetitions);
    ts_build_flag(builder, object, "check_certificates", options->check_certificates);
}

static void add_backends(ts_json_builder *builder, cJSON *parent, const ts_replay_options *options) {
    cJSON *list = ts_build_array(builder, parent, "backends");
    for (size_t m = 0; m < options->method_count; ++m) {
        const ts_ccd_method *method = &options->methods[m];
        cJSON *object = ts_build_object(builder, list, NULL);
        ts_build_text(builder, object, "name", method->backend->name);
        ts_build_text(builder, object, "summary", method->backend->summary);
        ts_build_text(builder, object, "source", method->backend->source);
        ts_build_raw(builder, object, "options", method->options);
        ts_build_own_text(builder, object, "show_options", ts_show_options(options, method));
    }
}

/* ---- A cell ---- */

static cJSON *add_histogram(ts_json_builder *builder, cJSON *parent, const char *name, const ts_histogram *histogram) {
    static const struct {
        const char *name;
        double fraction;
    } quantiles[] = {{"0", 0.0},   {"0.01", 0.01}, {"0.05", 0.05}, {"0.25", 0.25},   {"0.5", 0.5}, {"0.75", 0.75},
                     {"0.9", 0.9}, {"0.95", 0.95}, {"0.99", 0.99}, {"0.999", 0.999}, {"1", 1.0}};
    cJSON *object = ts_build_object(builder, parent, name);
    ts_build_count(builder, object, "count", histogram->count);
    ts_build_real(builder, object, "mean", ts_histogram_mean(histogram));
    cJSON *values = ts_build_object(builder, object, "quantiles");
    for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; ++q) {
        ts_build_real(builder, values, quantiles[q].name, ts_histogram_quantile(histogram, quantiles[q].fraction));
    }
    return object;
}

static void add_step(ts_json_builder *builder, cJSON *list, double up_to, uint64_t count) {
    cJSON *step = ts_build_array(builder, list, NULL);
    ts_build_real(builder, step, NULL, up_to);
    ts_build_count(builder, step, NULL, count);
}

/* The whole distribution, to an eighth of a factor of two: [value, how many are no larger and not in the step before].
 */
static void add_steps(ts_json_builder *builder, cJSON *parent, const ts_histogram *histogram) {
    cJSON *list = ts_build_array(builder, parent, "steps");
    if (histogram->zeros > 0) add_step(builder, list, 0.0, histogram->zeros);
    ts_histogram_step step = ts_histogram_next_step(histogram, 0);
    for (; step.count > 0; step = ts_histogram_next_step(histogram, step.next))
        add_step(builder, list, step.up_to, step.count);
}

static void add_distributions(ts_json_builder *builder, cJSON *parent, const ts_replay_cell *cell) {
    add_steps(builder, add_histogram(builder, parent, "toi_error", &cell->toi_error), &cell->toi_error);
    add_histogram(builder, parent, "lateness", &cell->lateness);
    add_histogram(builder, parent, "kept_gap", &cell->kept_gap);
    add_histogram(builder, parent, "closest_gap", &cell->closest_gap);
    add_histogram(builder, parent, "step_lost", &cell->step_lost);
    add_histogram(builder, parent, "iterations", &cell->iterations);
    add_histogram(builder, parent, "nanoseconds", &cell->nanoseconds);
    add_histogram(builder, parent, "batch_nanoseconds", &cell->batch_nanoseconds);
}

static void add_worst(ts_json_builder *builder, cJSON *parent, const ts_replay_results *results,
                      const ts_replay_row *row) {
    cJSON *object = ts_build_object(builder, parent, "worst");
    for (int w = 0; w < TS_WORST_KINDS; ++w) {
        const ts_query_place *place = &row->cell.worst[w];
        if (place->file == TS_NO_FILE) continue;
        const char *file = row->data_set->files.paths[place->file];
        cJSON *worst = ts_build_object(builder, object, ts_worst_name((ts_worst)w));
        ts_build_text(builder, worst, "file", file);
        ts_build_count(builder, worst, "query", place->index);
        ts_build_real(builder, worst, "value", place->value);
        ts_build_own_text(builder, worst, "command",
                          ts_show_command(results->options, row->method, file, place->index));
    }
}

/* Queries of each class by file (an index into the data set's file_names) and index, errors with their reason; classes
 * that occur. */
static void add_faults(ts_json_builder *builder, cJSON *parent, const ts_replay_cell *cell) {
    cJSON *object = ts_build_object(builder, parent, "faults");
    for (int o = 0; o < TS_FAULTS; ++o) {
        const ts_fault_list *list = &cell->faults[o];
        if (list->count == 0) continue;
        cJSON *fault = ts_build_object(builder, object, ts_fault_name((ts_fault)o));
        ts_build_count(builder, fault, "count", list->count);
        cJSON *first = ts_build_array(builder, fault, "first");
        for (size_t i = 0; i < ts_fault_places(list); ++i) {
            cJSON *place = ts_build_array(builder, first, NULL);
            ts_build_count(builder, place, NULL, list->first[i].file);
            ts_build_count(builder, place, NULL, list->first[i].index);
            if (list->first[i].why == TS_CCD_FAILURE_NONE) continue;
            ts_build_text(builder, place, NULL, ts_ccd_failure_name(list->first[i].why));
        }
    }
}

/* The reasons of the errors that occur. */
static void add_reasons(ts_json_builder *builder, cJSON *parent, const ts_replay_cell *cell) {
    cJSON *object = ts_build_object(builder, parent, "errors");
    for (int f = 0; f < TS_CCD_FAILURES; ++f) {
        if (cell->failures[f] == 0) continue;
        ts_build_count(builder, object, ts_ccd_failure_name((ts_ccd_failure)f), cell->failures[f]);
    }
}

/* null: not checked, or the method has none. */
static void add_certificates(ts_json_builder *builder, cJSON *parent, const ts_replay_results *results,
                             const ts_replay_row *row) {
    if (!results->options->check_certificates || !row->method->backend->certify) {
        ts_build_null(builder, parent, "certificates");
        return;
    }
    cJSON *object = ts_build_object(builder, parent, "certificates");
    ts_build_count(builder, object, "checked", row->cell.certificates);
    ts_build_count(builder, object, "failed", row->cell.certificates_failed);
}

static void add_cell(ts_json_builder *builder, cJSON *list, const ts_replay_results *results,
                     const ts_replay_row *row) {
    const ts_replay_cell *cell = &row->cell;
    cJSON *object = ts_build_object(builder, list, NULL);
    ts_build_text(builder, object, "backend", row->method->backend->name);
    ts_build_text(builder, object, "kind", row->kind);
    ts_build_count(builder, object, "queries", cell->queries);
    ts_build_count(builder, object, "contacts", cell->contacts);
    ts_build_count(builder, object, "asked", cell->asked);
    cJSON *verdicts = ts_build_object(builder, object, "verdicts");
    for (int v = 0; v < TS_VERDICTS; ++v) {
        ts_build_count(builder, verdicts, ts_verdict_name((ts_verdict)v), cell->verdicts[v]);
    }
    add_reasons(builder, object, cell);
    ts_build_count(builder, object, "unsafe", ts_replay_unsafe(cell));
    ts_build_count(builder, object, "stalls", cell->stalls);
    ts_build_count(builder, object, "below_bound", cell->below_bound);
    add_faults(builder, object, cell);
    add_certificates(builder, object, results, row);
    add_distributions(builder, object, cell);
    cJSON *means = ts_build_array(builder, object, "repetition_mean_ns");
    for (int r = 0; r < results->options->repetitions; ++r) {
        ts_build_real(builder, means, NULL, cell->repetition_sum[r] / (double)cell->nanoseconds.count);
    }
    ts_build_real(builder, object, "ratio_to_fastest", row->ratio);
    add_worst(builder, object, results, row);
}

/* ---- A data set ---- */

static void add_conflicts(ts_json_builder *builder, cJSON *parent, const ts_replay_data_set *data_set) {
    ts_build_count(builder, parent, "conflict_count", data_set->conflict_count);
    cJSON *list = ts_build_array(builder, parent, "conflicts");
    for (uint64_t c = 0; c < data_set->conflict_count && c < TS_MAX_CONFLICTS; ++c) {
        const ts_label_conflict *conflict = &data_set->conflicts[c];
        cJSON *object = ts_build_object(builder, list, NULL);
        ts_build_text(builder, object, "file", data_set->files.paths[conflict->file]);
        ts_build_count(builder, object, "query", conflict->index);
        ts_build_flag(builder, object, "label", conflict->label);
        ts_build_flag(builder, object, "truth", conflict->truth);
        ts_build_real(builder, object, "label_lo", conflict->label_lo);
        ts_build_real(builder, object, "label_hi", conflict->label_hi);
        ts_build_real(builder, object, "truth_lo", conflict->truth_lo);
        ts_build_real(builder, object, "truth_hi", conflict->truth_hi);
    }
}

static void add_failures(ts_json_builder *builder, cJSON *parent, const ts_replay_data_set *data_set) {
    cJSON *list = ts_build_array(builder, parent, "failures");
    for (size_t f = 0; f < data_set->failure_count; ++f) {
        const ts_file_failure *failure = &data_set->failures[f];
        const char *file = failure->file == TS_NO_FILE ? data_set->path : data_set->files.paths[failure->file];
        cJSON *object = ts_build_object(builder, list, NULL);
        ts_build_text(builder, object, "file", file);
        ts_build_text(builder, object, "message", failure->error.message);
    }
}

static void add_counts(ts_json_builder *builder, cJSON *object, const ts_replay_data_set *data_set) {
    ts_build_text(builder, object, "path", data_set->path);
    ts_build_count(builder, object, "files", data_set->files.count);
    ts_build_own_text(builder, object, "hash", ts_text("%016" PRIx64, data_set->hash));
    ts_build_count(builder, object, "queries", data_set->queries);
    cJSON *kinds = ts_build_object(builder, object, "kinds");
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        ts_build_count(builder, kinds, ts_ccd_kind_name((ts_ccd_kind)k), data_set->kinds[k]);
    }
    ts_build_count(builder, object, "contacts", data_set->contacts);
    ts_build_count(builder, object, "labelled", data_set->labelled);
    ts_build_count(builder, object, "rounded", data_set->rounded);
    cJSON *stages = ts_build_object(builder, object, "oracle_stages");
    ts_build_count(builder, stages, "float", data_set->stages[0]);
    ts_build_count(builder, stages, "mpfr", data_set->stages[1]);
    ts_build_count(builder, stages, "exact", data_set->stages[2]);
}

static void add_files(ts_json_builder *builder, cJSON *parent, const ts_replay_data_set *data_set) {
    cJSON *names = ts_build_array(builder, parent, "file_names");
    cJSON *queries = ts_build_array(builder, parent, "file_queries");
    for (size_t f = 0; f < data_set->files.count; ++f) {
        ts_build_text(builder, names, NULL, data_set->files.paths[f]);
        ts_build_count(builder, queries, NULL, data_set->file_queries[f]);
    }
}

/* What each backend answered, so that a comparison finds where two runs first differ. */
static void add_answers(ts_json_builder *builder, cJSON *parent, const ts_replay_results *results,
                        const ts_replay_data_set *data_set) {
    cJSON *list = ts_build_array(builder, parent, "answers");
    for (size_t m = 0; m < results->options->method_count; ++m) {
        const ts_answer_digest *digest = &data_set->digests[m];
        cJSON *object = ts_build_object(builder, list, NULL);
        ts_build_text(builder, object, "backend", results->options->methods[m].backend->name);
        ts_build_count(builder, object, "queries_per_group", UINT64_C(1) << digest->shift);
        ts_build_own_text(builder, object, "digests", ts_base64_encode(digest->groups, digest->count));
    }
}

static void add_data_sets(ts_json_builder *builder, cJSON *parent, const ts_replay_results *results,
                          const ts_replay_rows *rows) {
    cJSON *list = ts_build_array(builder, parent, "data_sets");
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_data_set *data_set = &results->data_sets[d];
        cJSON *object = ts_build_object(builder, list, NULL);
        add_counts(builder, object, data_set);
        add_files(builder, object, data_set);
        add_answers(builder, object, results, data_set);
        add_conflicts(builder, object, data_set);
        add_failures(builder, object, data_set);
        cJSON *cells = ts_build_array(builder, object, "cells");
        for (size_t r = 0; r < rows->count; ++r) {
            if (rows->rows[r].data_set == data_set) add_cell(builder, cells, results, &rows->rows[r]);
        }
    }
}

ts_status ts_replay_write_json(const ts_replay_results *results, const ts_context *context, const char *path,
                               ts_error *error) {
    ts_replay_rows rows;
    if (ts_replay_rows_init(results, true, &rows) != TS_OK) return ts_fail_memory(error, "the results file");
    ts_json_builder builder = {0};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_REPLAY, context);
    add_options(&builder, root, results->options);
    add_backends(&builder, root, results->options);
    ts_build_flag(&builder, root, "interrupted", results->interrupted);
    ts_build_real(&builder, root, "oracle_seconds", results->oracle_seconds);
    ts_build_real(&builder, root, "timing_seconds", results->timing_seconds);
    add_data_sets(&builder, root, results, &rows);
    ts_replay_rows_clear(&rows);
    return ts_results_write(&builder, root, path, error);
}
