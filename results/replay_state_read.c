/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading the state of a replay: every member is checked, and the first that is not as it should be is named. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>

#include "benches/replay_cell.h"
#include "core/error.h"
#include "core/files.h"
#include "core/json_document.h"
#include "results/base64.h"
#include "results/replay_state.h"
#include "results/replay_state_format.h"

/* The first complaint stays; what is asked for after it is harmless. */
typedef struct reading {
    char member[64]; /* the one that is wrong; "" */
    bool no_memory;
} reading;

static void complain(reading *state, const char *member) {
    if (!*state->member) snprintf(state->member, sizeof state->member, "%s", member ? member : "list");
}

static bool failed(const reading *state) {
    return *state->member || state->no_memory;
}

static const cJSON *get(reading *state, const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item) complain(state, name);
    return item;
}

/* A whole number below `end`. */
static uint64_t whole(reading *state, const cJSON *item, const char *name, double end) {
    const double value = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
    if (value >= 0.0 && value < end && value == floor(value)) return (uint64_t)value;
    complain(state, name);
    return 0;
}

enum { LARGEST = 1 << 30 };
#define EXACT 0x1p53 /* whole numbers below it survive JSON */

static uint64_t get_whole(reading *state, const cJSON *object, const char *name) {
    return whole(state, get(state, object, name), name, EXACT);
}

/* null is NaN. */
static double real(reading *state, const cJSON *item, const char *name) {
    if (cJSON_IsNull(item)) return NAN;
    if (!cJSON_IsNumber(item)) complain(state, name);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static double get_real(reading *state, const cJSON *object, const char *name) {
    return real(state, get(state, object, name), name);
}

static const char *get_text(reading *state, const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(get(state, object, name));
    if (!text) complain(state, name);
    return text ? text : "";
}

/* 64 bits, in decimal or hexadecimal digits. */
static uint64_t get_digits(reading *state, const cJSON *object, const char *name, int base) {
    const char *text = get_text(state, object, name);
    char *end;
    const uint64_t value = strtoull(text, &end, base);
    if (!*text || *end) complain(state, name);
    return value;
}

static char *copy(reading *state, const char *text) {
    char *made = ts_text("%s", text);
    state->no_memory = state->no_memory || !made;
    return made;
}

static void *room(reading *state, size_t count, size_t size) {
    void *made = calloc(count + 1, size);
    state->no_memory = state->no_memory || !made;
    return made;
}

/* An array of exactly that many items; their first, or NULL. */
static const cJSON *get_list(reading *state, const cJSON *object, const char *name, size_t count) {
    const cJSON *list = get(state, object, name);
    if (!cJSON_IsArray(list) || (size_t)cJSON_GetArraySize(list) != count) complain(state, name);
    return failed(state) ? NULL : list->child;
}

static void read_wholes(reading *state, const cJSON *object, const char *name, uint64_t *values, size_t count) {
    const cJSON *item = get_list(state, object, name, count);
    for (size_t i = 0; item && i < count; ++i, item = item->next) values[i] = whole(state, item, name, EXACT);
}

/* ---- Cells ---- */

static void read_sum(reading *state, const cJSON *object, ts_exact_sum *sum) {
    const char *text = get_text(state, object, "sum");
    if (strlen(text) != 16 * TS_EXACT_SUM_LIMBS || strspn(text, "0123456789abcdef") != strlen(text)) {
        complain(state, "sum");
        return;
    }
    for (int limb = TS_EXACT_SUM_LIMBS; limb-- > 0; text += 16) {
        char digits[17] = "";
        memcpy(digits, text, 16);
        sum->limbs[limb] = strtoull(digits, NULL, 16);
    }
}

static void read_histogram(reading *state, const cJSON *cell, const char *name, ts_histogram *histogram) {
    const cJSON *object = cJSON_GetObjectItemCaseSensitive(cell, name), *item;
    if (!object) return; /* empty */
    histogram->count = get_whole(state, object, "count");
    histogram->zeros = get_whole(state, object, "zeros");
    histogram->least = get_real(state, object, "least");
    histogram->most = get_real(state, object, "most");
    read_sum(state, object, &histogram->sum);
    for (item = get(state, object, "bins") ? get(state, object, "bins")->child : NULL; item; item = item->next->next) {
        const size_t bin = (size_t)whole(state, item, "bins", LARGEST);
        const uint64_t count = whole(state, item->next, "bins", EXACT);
        if (failed(state)) return;
        const ts_status status = ts_histogram_set_bin(histogram, bin, count);
        if (status == TS_ERROR_USAGE) complain(state, "bins");
        state->no_memory = state->no_memory || status == TS_ERROR_MEMORY;
    }
}

static void read_worst(reading *state, const cJSON *cell, size_t files, ts_query_place *worst) {
    const cJSON *item = get_list(state, cell, "worst", TS_WORST_KINDS);
    for (int w = 0; item && w < TS_WORST_KINDS; ++w, item = item->next) {
        const cJSON *file = item->child;
        if (!file) continue;
        worst[w].file = (size_t)whole(state, file, "worst", (double)files);
        worst[w].index = whole(state, file->next, "worst", EXACT);
        worst[w].value = failed(state) ? NAN : real(state, file->next->next, "worst");
    }
}

static void read_faults(reading *state, const cJSON *cell, size_t files, ts_fault_list *faults) {
    const cJSON *item = get_list(state, cell, "faults", TS_FAULTS);
    for (int f = 0; item && f < TS_FAULTS; ++f, item = item->next) {
        faults[f].count = whole(state, item->child, "faults", EXACT);
        const size_t places = ts_fault_places(&faults[f]);
        if ((size_t)cJSON_GetArraySize(item) != 1 + 3 * places) complain(state, "faults");
        if (failed(state)) return;
        const cJSON *number = item->child->next;
        for (size_t p = 0; p < places; ++p, number = number->next->next->next) {
            faults[f].first[p].file = (size_t)whole(state, number, "faults", (double)files);
            faults[f].first[p].index = whole(state, number->next, "faults", EXACT);
            faults[f].first[p].why = (ts_ccd_failure)whole(state, number->next->next, "faults", TS_CCD_FAILURES);
        }
    }
}

static void read_cell(reading *state, const cJSON *object, int repetitions, size_t files, ts_replay_cell *cell) {
    for (size_t c = 0; c < TS_CELL_COUNTS; ++c) {
        *(uint64_t *)((char *)cell + TS_CELL_COUNT[c].offset) = get_whole(state, object, TS_CELL_COUNT[c].name);
    }
    read_wholes(state, object, "verdicts", cell->verdicts, TS_VERDICTS);
    read_wholes(state, object, "errors", cell->failures, TS_CCD_FAILURES);
    for (size_t h = 0; h < TS_CELL_HISTOGRAMS; ++h) {
        read_histogram(state, object, TS_CELL_HISTOGRAM[h].name,
                       (ts_histogram *)((char *)cell + TS_CELL_HISTOGRAM[h].offset));
    }
    const cJSON *sum = get_list(state, object, "repetition_sum", (size_t)repetitions);
    for (int r = 0; sum && r < repetitions; ++r, sum = sum->next) {
        cell->repetition_sum[r] = real(state, sum, "repetition_sum");
    }
    read_worst(state, object, files, cell->worst);
    read_faults(state, object, files, cell->faults);
}

static void read_cells(reading *state, const cJSON *object, const ts_replay_options *options,
                       ts_replay_data_set *data_set) {
    const size_t count = options->method_count * TS_CCD_KINDS;
    const cJSON *item = get(state, object, "cells");
    data_set->cells = room(state, count, sizeof *data_set->cells);
    for (size_t c = 0; !failed(state) && c < count; ++c) {
        state->no_memory = ts_replay_cell_init(&data_set->cells[c], options->repetitions, NULL) != TS_OK;
    }
    for (item = item ? item->child : NULL; item && !failed(state); item = item->next) {
        const size_t at = (size_t)whole(state, get(state, item, "at"), "at", (double)count);
        if (!failed(state)) {
            read_cell(state, item, options->repetitions, data_set->files.count, &data_set->cells[at]);
        }
    }
}

static void read_digests(reading *state, const cJSON *object, size_t methods, ts_replay_data_set *data_set) {
    const cJSON *item = get_list(state, object, "digests", methods);
    data_set->digests = room(state, methods, sizeof *data_set->digests);
    for (size_t m = 0; item && !failed(state) && m < methods; ++m, item = item->next) {
        ts_answer_digest *digest = &data_set->digests[m];
        uint32_t *groups = NULL;
        digest->shift = (unsigned)whole(state, get(state, item, "shift"), "shift", 48);
        digest->groups = room(state, TS_DIGEST_GROUPS, sizeof *digest->groups);
        if (failed(state)) return;
        const ts_status status = ts_base64_decode(get_text(state, item, "groups"), &groups, &digest->count);
        state->no_memory = state->no_memory || status == TS_ERROR_MEMORY;
        if (status == TS_ERROR_DATA) complain(state, "groups");
        if (digest->count > TS_DIGEST_GROUPS) complain(state, "groups");
        if (!failed(state)) memcpy(digest->groups, groups, digest->count * sizeof *groups);
        free(groups);
    }
}

/* ---- Data sets ---- */

static void read_files(reading *state, const cJSON *object, ts_replay_data_set *data_set) {
    const cJSON *list = get(state, object, "files");
    const size_t count = (size_t)cJSON_GetArraySize(list);
    data_set->files.paths = room(state, count, sizeof *data_set->files.paths);
    data_set->file_queries = room(state, count, sizeof *data_set->file_queries);
    if (failed(state)) return;
    for (const cJSON *item = list->child; item && !failed(state); item = item->next) {
        const char *path = cJSON_GetStringValue(item);
        if (!path) complain(state, "files");
        data_set->files.paths[data_set->files.count++] = copy(state, path ? path : "");
    }
    read_wholes(state, object, "file_queries", data_set->file_queries, count);
}

static void read_marks(reading *state, const cJSON *object, ts_replay_data_set *data_set) {
    const cJSON *item = get_list(state, object, "file_marks", data_set->files.count);
    data_set->file_marks = room(state, data_set->files.count, sizeof *data_set->file_marks);
    for (size_t f = 0; item && !failed(state) && f < data_set->files.count; ++f, item = item->next) {
        const char *text = cJSON_GetStringValue(item);
        char *end = NULL;
        if (text) data_set->file_marks[f] = strtoull(text, &end, 16);
        if (!text || !*text || *end) complain(state, "file_marks");
    }
}

static void read_conflicts(reading *state, const cJSON *object, ts_replay_data_set *data_set) {
    const size_t count =
        data_set->conflict_count < TS_MAX_CONFLICTS ? (size_t)data_set->conflict_count : TS_MAX_CONFLICTS;
    const cJSON *item = get_list(state, object, "conflicts", count);
    data_set->conflicts = room(state, TS_MAX_CONFLICTS, sizeof *data_set->conflicts);
    for (size_t c = 0; item && !failed(state) && c < count; ++c, item = item->next) {
        const cJSON *at = item->child;
        if (cJSON_GetArraySize(item) != 8) complain(state, "conflicts");
        if (failed(state)) return;
        ts_label_conflict *conflict = &data_set->conflicts[c];
        conflict->file = (size_t)whole(state, at, "conflicts", (double)data_set->files.count);
        conflict->index = whole(state, at = at->next, "conflicts", EXACT);
        conflict->label = cJSON_IsTrue(at = at->next);
        conflict->truth = cJSON_IsTrue(at = at->next);
        conflict->label_lo = real(state, at = at->next, "conflicts");
        conflict->label_hi = real(state, at = at->next, "conflicts");
        conflict->truth_lo = real(state, at = at->next, "conflicts");
        conflict->truth_hi = real(state, at->next, "conflicts");
    }
}

static void read_failures(reading *state, const cJSON *object, ts_replay_data_set *data_set) {
    const cJSON *list = get(state, object, "failures");
    data_set->failures = room(state, (size_t)cJSON_GetArraySize(list), sizeof *data_set->failures);
    for (const cJSON *item = list ? list->child : NULL; item && !failed(state); item = item->next) {
        const cJSON *file = cJSON_GetObjectItemCaseSensitive(item, "file");
        ts_file_failure *failure = &data_set->failures[data_set->failure_count++];
        failure->file = file ? (size_t)whole(state, file, "file", (double)data_set->files.count) : TS_NO_FILE;
        failure->error.status = (ts_status)whole(state, get(state, item, "status"), "status", 100);
        snprintf(failure->error.message, sizeof failure->error.message, "%s", get_text(state, item, "message"));
    }
}

static void read_data_set(reading *state, const cJSON *object, const ts_replay_options *options,
                          ts_replay_data_set *data_set) {
    data_set->path = copy(state, get_text(state, object, "path"));
    data_set->hash = get_digits(state, object, "hash", 16);
    for (size_t c = 0; c < TS_SET_COUNTS; ++c) {
        *(uint64_t *)((char *)data_set + TS_SET_COUNT[c].offset) = get_whole(state, object, TS_SET_COUNT[c].name);
    }
    read_wholes(state, object, "kinds", data_set->kinds, TS_CCD_KINDS);
    read_wholes(state, object, "stages", data_set->stages, 3);
    read_files(state, object, data_set);
    const bool marked = cJSON_GetObjectItemCaseSensitive(object, "file_marks"); /* not before schema 4 */
    if (!failed(state) && marked) read_marks(state, object, data_set);
    if (!failed(state)) read_conflicts(state, object, data_set);
    if (!failed(state)) read_failures(state, object, data_set);
    if (!failed(state)) read_cells(state, object, options, data_set);
    if (!failed(state)) read_digests(state, object, options->method_count, data_set);
}

/* ---- The whole ---- */

static void read_options(reading *state, const cJSON *root, ts_replay_state *made) {
    const cJSON *object = get(state, root, "options"), *paths = get(state, object, "paths");
    ts_replay_options *options = &made->options;
    made->paths = room(state, (size_t)cJSON_GetArraySize(paths), sizeof *made->paths);
    for (const cJSON *item = paths ? paths->child : NULL; item && !failed(state); item = item->next) {
        const char *path = cJSON_GetStringValue(item);
        if (!path) complain(state, "paths");
        made->paths[options->path_count++] = copy(state, path ? path : "");
    }
    options->paths = (const char *const *)made->paths;
    options->oracle = (ts_oracle_mode)whole(state, get(state, object, "oracle"), "oracle", TS_ORACLE_MODES);
    options->min_distance = get_real(state, object, "min_distance");
    options->t_max = get_real(state, object, "t_max");
    options->reading.round = cJSON_IsTrue(get(state, object, "round"));
    options->reading.floats = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "floats"));
    options->jobs = (int)whole(state, get(state, object, "jobs"), "jobs", LARGEST);
    options->limit = get_digits(state, object, "limit", 10);
    options->sample = get_digits(state, object, "sample", 10);
    options->seed = get_digits(state, object, "seed", 10);
    options->repetitions =
        (int)whole(state, get(state, object, "repetitions"), "repetitions", TS_MOST_REPETITIONS + 1.0);
    options->block = TS_STATE_OLDEST_BLOCK;
    if (made->schema > TS_STATE_OLDEST) {
        options->block = (size_t)whole(state, get(state, object, "block"), "block", TS_MOST_REPLAY_BLOCK + 1.0);
        if (options->block == 0) complain(state, "block");
    }
    options->check_certificates = cJSON_IsTrue(get(state, object, "check_certificates"));
    options->shard = (unsigned)whole(state, get(state, object, "shard"), "shard", LARGEST);
    options->shards = (unsigned)whole(state, get(state, object, "shards"), "shards", LARGEST);
}

static void read_backends(reading *state, const cJSON *root, ts_replay_state *made) {
    const cJSON *list = get(state, root, "backends");
    made->backends = room(state, (size_t)cJSON_GetArraySize(list), sizeof *made->backends);
    for (const cJSON *item = list ? list->child : NULL; item && !failed(state); item = item->next) {
        struct ts_state_backend *backend = &made->backends[made->backend_count++];
        backend->name = copy(state, get_text(state, item, "name"));
        backend->options = copy(state, get_text(state, item, "options"));
    }
    made->options.method_count = made->backend_count;
}

static void read_root(reading *state, const cJSON *root, ts_replay_state *made) {
    ts_replay_results *results = &made->results;
    results->options = &made->options;
    made->schema = cJSON_GetObjectItemCaseSensitive(root, "schema")->valueint; /* check_envelope has seen it */
    read_options(state, root, made);
    if (!failed(state)) read_backends(state, root, made);
    results->complete = cJSON_IsTrue(get(state, root, "complete"));
    results->interrupted = cJSON_IsTrue(get(state, root, "interrupted"));
    results->oracle_seconds = get_real(state, root, "oracle_seconds");
    results->timing_seconds = get_real(state, root, "timing_seconds");
    const cJSON *item = failed(state) ? NULL : get_list(state, root, "data_sets", made->options.path_count);
    results->data_sets = room(state, made->options.path_count, sizeof *results->data_sets);
    for (; item && !failed(state); item = item->next) {
        read_data_set(state, item, &made->options, &results->data_sets[results->data_set_count++]);
    }
}

static ts_status check_envelope(const cJSON *root, ts_checksum checksum, const char *name, ts_error *error) {
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "kind"));
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(root, "schema");
    if (!kind || strcmp(kind, TS_STATE_KIND) != 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s: not the state of a replay", name);
    }
    if (!cJSON_IsNumber(schema) || schema->valuedouble < TS_STATE_OLDEST || schema->valuedouble > TS_STATE_SCHEMA ||
        schema->valuedouble != (double)schema->valueint) {
        return ts_fail(error, TS_ERROR_DATA, "%s: the state of a replay of another version of Touchstone; begin anew",
                       name);
    }
    if (checksum == TS_CHECKSUM_RIGHT) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s: %s: the file was damaged or edited; take an undamaged copy, or begin anew", name,
                   checksum == TS_CHECKSUM_NONE ? "it has no checksum" : "its content does not fit its checksum");
}

static ts_status read_state(const cJSON *root, const char *name, ts_replay_state *state, ts_error *error) {
    reading progress = {.member = ""};
    read_root(&progress, root, state);
    if (progress.no_memory) return ts_fail_memory(error, "the state of a run");
    if (!*progress.member) return ts_replay_state_check_counts(state, name, error);
    return ts_fail(error, TS_ERROR_DATA, "%s: its member \"%s\" is missing or not as it should be", name,
                   progress.member);
}

ts_status ts_replay_state_parse(const char *text, const char *name, ts_replay_state *state, ts_error *error) {
    cJSON *root = NULL;
    ts_checksum checksum;
    *state = (ts_replay_state){0};
    ts_status status = ts_json_document_parse(text, name, &root, &checksum, error);
    if (status == TS_OK) status = check_envelope(root, checksum, name, error);
    if (status == TS_OK) status = read_state(root, name, state, error);
    cJSON_Delete(root);
    if (status != TS_OK) ts_replay_state_clear(state);
    return status;
}

ts_status ts_replay_state_read(const char *path, ts_replay_state *state, ts_error *error) {
    char *text = NULL;
    ts_status status = ts_text_file_read(path, &text, error);
    if (status != TS_OK) return status;
    status = ts_replay_state_parse(text, path, state, error);
    free(text);
    return status;
}

void ts_replay_state_clear(ts_replay_state *state) {
    if (state->results.options) ts_replay_results_clear(&state->results);
    for (size_t p = 0; p < state->options.path_count; ++p) free(state->paths[p]);
    free(state->paths);
    for (size_t b = 0; b < state->backend_count; ++b) {
        free(state->backends[b].name);
        free(state->backends[b].options);
    }
    free(state->backends);
    *state = (ts_replay_state){0};
}
