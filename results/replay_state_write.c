/* SPDX-License-Identifier: GPL-2.0-or-later
 * Writing the state of a replay as JSON. Sums and hashes are in hexadecimal: every bit counts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_build.h"
#include "core/json_document.h"
#include "results/base64.h"
#include "results/replay_state.h"
#include "results/replay_state_format.h"

static char *print_sum(const ts_exact_sum *sum) {
    char *text = malloc(16 * TS_EXACT_SUM_LIMBS + 1), *end = text;
    for (int limb = TS_EXACT_SUM_LIMBS; text && limb-- > 0;) end += sprintf(end, "%016" PRIx64, sum->limbs[limb]);
    return text;
}

static void add_histogram(ts_json_builder *builder, cJSON *parent, const char *name, const ts_histogram *histogram) {
    if (histogram->count == 0) return;
    cJSON *object = ts_build_object(builder, parent, name);
    ts_build_count(builder, object, "count", histogram->count);
    ts_build_count(builder, object, "zeros", histogram->zeros);
    ts_build_real(builder, object, "least", histogram->least);
    ts_build_real(builder, object, "most", histogram->most);
    ts_build_own_text(builder, object, "sum", print_sum(&histogram->sum));
    cJSON *bins = ts_build_array(builder, object, "bins");
    for (size_t bin = ts_histogram_next_bin(histogram, 0); bin != SIZE_MAX;
         bin = ts_histogram_next_bin(histogram, bin + 1)) {
        ts_build_count(builder, bins, NULL, bin);
        ts_build_count(builder, bins, NULL, ts_histogram_bin(histogram, bin));
    }
}

static void add_places(ts_json_builder *builder, cJSON *parent, const ts_replay_cell *cell) {
    cJSON *worst = ts_build_array(builder, parent, "worst");
    for (int w = 0; w < TS_WORST_KINDS; ++w) {
        cJSON *place = ts_build_array(builder, worst, NULL);
        if (cell->worst[w].file == TS_NO_FILE) continue;
        ts_build_count(builder, place, NULL, cell->worst[w].file);
        ts_build_count(builder, place, NULL, cell->worst[w].index);
        ts_build_real(builder, place, NULL, cell->worst[w].value);
    }
    cJSON *faults = ts_build_array(builder, parent, "faults");
    for (int f = 0; f < TS_FAULTS; ++f) {
        cJSON *list = ts_build_array(builder, faults, NULL);
        ts_build_count(builder, list, NULL, cell->faults[f].count);
        for (size_t p = 0; p < ts_fault_places(&cell->faults[f]); ++p) {
            ts_build_count(builder, list, NULL, cell->faults[f].first[p].file);
            ts_build_count(builder, list, NULL, cell->faults[f].first[p].index);
            ts_build_count(builder, list, NULL, (uint64_t)cell->faults[f].first[p].why);
        }
    }
}

/* Of cells that counted something. `at`: its place among the data set's. */
static void add_cell(ts_json_builder *builder, cJSON *list, const ts_replay_results *results,
                     const ts_replay_cell *cell, size_t at) {
    if (cell->queries == 0) return;
    cJSON *object = ts_build_object(builder, list, NULL);
    ts_build_count(builder, object, "at", at);
    for (size_t c = 0; c < TS_CELL_COUNTS; ++c) {
        ts_build_count(builder, object, TS_CELL_COUNT[c].name,
                       *(const uint64_t *)((const char *)cell + TS_CELL_COUNT[c].offset));
    }
    cJSON *verdicts = ts_build_array(builder, object, "verdicts");
    for (int v = 0; v < TS_VERDICTS; ++v) ts_build_count(builder, verdicts, NULL, cell->verdicts[v]);
    cJSON *errors = ts_build_array(builder, object, "errors");
    for (int f = 0; f < TS_CCD_FAILURES; ++f) ts_build_count(builder, errors, NULL, cell->failures[f]);
    for (size_t h = 0; h < TS_CELL_HISTOGRAMS; ++h) {
        add_histogram(builder, object, TS_CELL_HISTOGRAM[h].name,
                      (const ts_histogram *)((const char *)cell + TS_CELL_HISTOGRAM[h].offset));
    }
    cJSON *sums = ts_build_array(builder, object, "repetition_sum");
    for (int r = 0; r < results->options->repetitions; ++r) {
        ts_build_real(builder, sums, NULL, cell->repetition_sum[r]);
    }
    add_places(builder, object, cell);
}

static void add_conflicts(ts_json_builder *builder, cJSON *parent, const ts_replay_data_set *data_set) {
    cJSON *list = ts_build_array(builder, parent, "conflicts");
    for (uint64_t c = 0; c < data_set->conflict_count && c < TS_MAX_CONFLICTS; ++c) {
        const ts_label_conflict *conflict = &data_set->conflicts[c];
        cJSON *item = ts_build_array(builder, list, NULL);
        ts_build_count(builder, item, NULL, conflict->file);
        ts_build_count(builder, item, NULL, conflict->index);
        ts_build_flag(builder, item, NULL, conflict->label);
        ts_build_flag(builder, item, NULL, conflict->truth);
        ts_build_real(builder, item, NULL, conflict->label_lo);
        ts_build_real(builder, item, NULL, conflict->label_hi);
        ts_build_real(builder, item, NULL, conflict->truth_lo);
        ts_build_real(builder, item, NULL, conflict->truth_hi);
    }
}

static void add_failures(ts_json_builder *builder, cJSON *parent, const ts_replay_data_set *data_set) {
    cJSON *list = ts_build_array(builder, parent, "failures");
    for (size_t f = 0; f < data_set->failure_count; ++f) {
        const ts_file_failure *failure = &data_set->failures[f];
        cJSON *item = ts_build_object(builder, list, NULL);
        if (failure->file != TS_NO_FILE) ts_build_count(builder, item, "file", failure->file);
        ts_build_count(builder, item, "status", (uint64_t)failure->error.status);
        ts_build_text(builder, item, "message", failure->error.message);
    }
}

static void add_data_set(ts_json_builder *builder, cJSON *parent, const ts_replay_results *results,
                         const ts_replay_data_set *data_set) {
    cJSON *object = ts_build_object(builder, parent, NULL);
    ts_build_text(builder, object, "path", data_set->path);
    ts_build_own_text(builder, object, "hash", ts_text("%016" PRIx64, data_set->hash));
    for (size_t c = 0; c < TS_SET_COUNTS; ++c) {
        ts_build_count(builder, object, TS_SET_COUNT[c].name,
                       *(const uint64_t *)((const char *)data_set + TS_SET_COUNT[c].offset));
    }
    cJSON *kinds = ts_build_array(builder, object, "kinds"), *stages = ts_build_array(builder, object, "stages");
    for (int k = 0; k < TS_CCD_KINDS; ++k) ts_build_count(builder, kinds, NULL, data_set->kinds[k]);
    for (int s = 0; s < 3; ++s) ts_build_count(builder, stages, NULL, data_set->stages[s]);
    cJSON *files = ts_build_array(builder, object, "files"), *queries = ts_build_array(builder, object, "file_queries");
    cJSON *marks = ts_build_array(builder, object, "file_marks");
    for (size_t f = 0; f < data_set->files.count; ++f) {
        ts_build_text(builder, files, NULL, data_set->files.paths[f]);
        ts_build_count(builder, queries, NULL, data_set->file_queries[f]);
        ts_build_own_text(builder, marks, NULL,
                          ts_text("%016" PRIx64, data_set->file_marks ? data_set->file_marks[f] : 0));
    }
    add_conflicts(builder, object, data_set);
    add_failures(builder, object, data_set);
    cJSON *cells = ts_build_array(builder, object, "cells"), *digests = ts_build_array(builder, object, "digests");
    for (size_t c = 0; c < results->options->method_count * TS_CCD_KINDS; ++c) {
        add_cell(builder, cells, results, &data_set->cells[c], c);
    }
    for (size_t m = 0; m < results->options->method_count; ++m) {
        cJSON *digest = ts_build_object(builder, digests, NULL);
        ts_build_count(builder, digest, "shift", data_set->digests[m].shift);
        ts_build_own_text(builder, digest, "groups",
                          ts_base64_encode(data_set->digests[m].groups, data_set->digests[m].count));
    }
}

static void add_options(ts_json_builder *builder, cJSON *root, const ts_replay_options *options) {
    cJSON *object = ts_build_object(builder, root, "options"), *paths = ts_build_array(builder, object, "paths");
    for (size_t p = 0; p < options->path_count; ++p) ts_build_text(builder, paths, NULL, options->paths[p]);
    ts_build_count(builder, object, "oracle", (uint64_t)options->oracle);
    ts_build_real(builder, object, "min_distance", options->min_distance);
    ts_build_real(builder, object, "t_max", options->t_max);
    ts_build_flag(builder, object, "round", options->reading.round);
    if (options->reading.floats) ts_build_flag(builder, object, "floats", true);
    ts_build_count(builder, object, "jobs", (uint64_t)options->jobs);
    ts_build_own_text(builder, object, "limit", ts_text("%" PRIu64, options->limit));
    ts_build_own_text(builder, object, "sample", ts_text("%" PRIu64, options->sample));
    ts_build_own_text(builder, object, "seed", ts_text("%" PRIu64, options->seed));
    ts_build_count(builder, object, "repetitions", (uint64_t)options->repetitions);
    ts_build_flag(builder, object, "check_certificates", options->check_certificates);
    ts_build_count(builder, object, "block", ts_replay_block_of(options));
    ts_build_count(builder, object, "shard", options->shard);
    ts_build_count(builder, object, "shards", options->shards);
    cJSON *backends = ts_build_array(builder, root, "backends");
    for (size_t m = 0; m < options->method_count; ++m) {
        cJSON *backend = ts_build_object(builder, backends, NULL);
        ts_build_text(builder, backend, "name", options->methods[m].backend->name);
        ts_build_text(builder, backend, "options", options->methods[m].options);
    }
}

char *ts_replay_state_print(const ts_replay_results *results) {
    ts_json_builder builder = {0};
    cJSON *root = ts_build_root(&builder);
    ts_build_text(&builder, root, "kind", TS_STATE_KIND);
    ts_build_count(&builder, root, "schema", TS_STATE_SCHEMA);
    add_options(&builder, root, results->options);
    ts_build_flag(&builder, root, "complete", results->complete);
    ts_build_flag(&builder, root, "interrupted", results->interrupted);
    ts_build_real(&builder, root, "oracle_seconds", results->oracle_seconds);
    ts_build_real(&builder, root, "timing_seconds", results->timing_seconds);
    cJSON *data_sets = ts_build_array(&builder, root, "data_sets");
    for (size_t d = 0; d < results->data_set_count; ++d) {
        add_data_set(&builder, data_sets, results, &results->data_sets[d]);
    }
    char *text = ts_build_print_compact(&builder, root);
    char *whole = text ? ts_json_with_checksum(text) : NULL;
    free(text);
    return whole;
}

ts_status ts_replay_state_write(const ts_replay_results *results, const char *path, ts_error *error) {
    char *text = ts_replay_state_print(results);
    const ts_status status = text ? ts_text_file_write(path, text, error) : ts_fail_memory(error, "the state of a run");
    free(text);
    return status;
}
