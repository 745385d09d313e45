/* SPDX-License-Identifier: GPL-2.0-or-later
 * Records of a replay: one for each data set, kind of query and backend; answers that are bad, coverage, distances to
 * the exact time, times. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/json_build.h"
#include "results/base64.h"
#include "results/records.h"
#include "results/show_command.h"

/* What a cell is read with. */
typedef struct cell_reader {
    ts_record_reader *reader;
    const cJSON *backends, *data_set;
    const char *path;   /* of the data set */
    const char *reason; /* the only errors whose places count; NULL: all */
} cell_reader;

static const cJSON *named(const cJSON *list, const char *member, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, member));
        if (text && strcmp(text, name) == 0) return item;
    }
    return NULL;
}

/* ---- Offences ---- */

/* No file has more: places are ordered by their file, then by their query. */
static const double MOST_QUERIES = 0x1p40;

static bool add_places(const cell_reader *with, ts_measure *measure, const cJSON *first, const char *show_options) {
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(with->data_set, "file_names");
    const cJSON *item;
    cJSON_ArrayForEach(item, first) {
        const cJSON *file = cJSON_GetArrayItem(item, 0), *index = cJSON_GetArrayItem(item, 1);
        const char *why = cJSON_GetStringValue(cJSON_GetArrayItem(item, 2));
        if (with->reason && (!why || strcmp(why, with->reason) != 0)) continue;
        const char *name =
            cJSON_IsNumber(file) ? cJSON_GetStringValue(cJSON_GetArrayItem(names, file->valueint)) : NULL;
        if (!name || !cJSON_IsNumber(index)) {
            snprintf(with->reader->missing, sizeof with->reader->missing, "faults");
            return false;
        }
        const uint64_t query = (uint64_t)index->valuedouble;
        const double order = file->valuedouble * MOST_QUERIES + index->valuedouble;
        if (!ts_place_add(measure, order, ts_text("%s query %" PRIu64, name, query),
                          ts_show_query(name, query, show_options)))
            return false;
    }
    return true;
}

/* Version 1 has the counts only. */
static bool add_fault(const cell_reader *with, ts_record *record, const cJSON *cell, ts_fault fault, const char *name,
                      double count) {
    ts_measure *measure = ts_measure_add(record, name, TS_SENSE_OFFENCE, count);
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(cell, "faults");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(all, ts_fault_name(fault));
    const cJSON *first = cJSON_GetObjectItemCaseSensitive(list, "first");
    return measure && add_places(with, measure, first, record->show_options);
}

/* Errors by reason, but for those that the method itself calls so. Results of versions that did not tell reasons have
 * none. */
static bool add_reasons(const cell_reader *with, ts_record *record, const cJSON *cell) {
    const cJSON *errors = cJSON_GetObjectItemCaseSensitive(cell, "errors");
    for (int f = TS_CCD_FAILURE_OWN + 1; errors && f < TS_CCD_FAILURES; ++f) {
        cell_reader only = *with;
        char name[64];
        only.reason = ts_ccd_failure_name((ts_ccd_failure)f);
        snprintf(name, sizeof name, "errors: %s", only.reason);
        if (!add_fault(&only, record, cell, TS_FAULT_ERROR, name, ts_member_count(errors, only.reason))) return false;
    }
    return true;
}

static bool add_faults(const cell_reader *with, ts_record *record, const cJSON *cell) {
    double unsafe, stalls, limit, failed, unsupported, proofs = 0.0;
    const cJSON *verdicts = ts_member(with->reader, cell, "verdicts");
    const double inconsistent = ts_member_count(verdicts, "inconsistent"); /* older versions did not ask twice */
    const cJSON *certificates = cJSON_GetObjectItemCaseSensitive(cell, "certificates");
    if (!ts_member_number(with->reader, cell, "unsafe", &unsafe) ||
        !ts_member_number(with->reader, cell, "stalls", &stalls) ||
        !ts_member_number(with->reader, verdicts, "limit", &limit) ||
        !ts_member_number(with->reader, verdicts, "error", &failed) ||
        !ts_member_number(with->reader, verdicts, "unsupported", &unsupported)) {
        return false;
    }
    if (cJSON_IsObject(certificates) && !ts_member_number(with->reader, certificates, "failed", &proofs)) return false;
    return add_fault(with, record, cell, TS_FAULT_UNSAFE, "unsafe answers", unsafe) &&
           add_fault(with, record, cell, TS_FAULT_INCONSISTENT, "inconsistent answers", inconsistent) &&
           add_fault(with, record, cell, TS_FAULT_CERTIFICATE, "certificates that fail", proofs) &&
           add_fault(with, record, cell, TS_FAULT_STALL, "stalls", stalls) &&
           add_fault(with, record, cell, TS_FAULT_ERROR, "errors", failed) &&
           add_fault(with, record, cell, TS_FAULT_LIMIT, "limits", limit) && add_reasons(with, record, cell) &&
           add_fault(with, record, cell, TS_FAULT_UNSUPPORTED, "queries not supported", unsupported);
}

/* ---- Quality, coverage, times ---- */

static bool add_quantiles(const cell_reader *with, ts_record *record, const cJSON *cell, const char *member,
                          const char *name) {
    static const char *const quantiles[] = {"0.5", "0.99", "1"};
    const cJSON *distribution = ts_member(with->reader, cell, member);
    const cJSON *values = ts_member(with->reader, distribution, "quantiles");
    for (size_t q = 0; values && q < sizeof quantiles / sizeof *quantiles; ++q) {
        double value;
        char text[96];
        if (!ts_member_number(with->reader, values, quantiles[q], &value)) return false;
        snprintf(text, sizeof text, "%s, quantile %s", name, quantiles[q]);
        if (!ts_measure_add(record, text, TS_SENSE_QUALITY, value)) return false;
    }
    return values != NULL;
}

/* The quantiles of what they lose are over them alone, and do not say how many there are. */
static bool add_false_positives(const cell_reader *with, ts_record *record, const cJSON *cell) {
    double count;
    return ts_member_number(with->reader, ts_member(with->reader, cell, "verdicts"), "false_positive", &count) &&
           ts_measure_add(record, "false positives", TS_SENSE_QUALITY, count);
}

static bool add_times(const cell_reader *with, ts_record *record, const cJSON *cell) {
    const cJSON *list = ts_member(with->reader, cell, "repetition_mean_ns"), *item;
    if (!list) return false;
    record->times = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *record->times);
    if (!record->times) return false;
    cJSON_ArrayForEach(item, list) {
        if (cJSON_IsNumber(item)) record->times[record->time_count++] = item->valuedouble;
    }
    return true;
}

/* Of all kinds together. */
static bool add_digest(const cell_reader *with, ts_record *record) {
    const cJSON *entry = named(cJSON_GetObjectItemCaseSensitive(with->data_set, "answers"), "backend", record->actor);
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "digests"));
    const cJSON *per_group = cJSON_GetObjectItemCaseSensitive(entry, "queries_per_group");
    ts_answer_digest *digest = &record->digest;
    if (!text || !cJSON_IsNumber(per_group)) return true;
    if (ts_base64_decode(text, &digest->groups, &digest->count) != TS_OK) return false;
    while (digest->shift < 48 && ldexp(1.0, (int)digest->shift) < per_group->valuedouble) ++digest->shift;
    return true;
}

/* ---- Cells ---- */

static bool read_cell(const cell_reader *with, const cJSON *cell) {
    ts_record_reader *reader = with->reader;
    const char *backend = ts_member_text(reader, cell, "backend");
    const char *kind = backend ? ts_member_text(reader, cell, "kind") : NULL;
    const cJSON *entry = backend ? named(with->backends, "name", backend) : NULL;
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(entry, "options");
    const char *show = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, "show_options"));
    double queries;
    if (!kind || !ts_member_number(reader, cell, "queries", &queries)) return false;
    char *subject = ts_text("%s, %s", with->path, strcmp(kind, "all") == 0 ? "all kinds" : kind);
    ts_record *record = subject ? ts_record_add(reader->results, subject, backend) : NULL;
    free(subject);
    if (!record) return false;
    record->part = strcmp(kind, "all") != 0;
    record->show_options = ts_text("%s", show ? show : "");
    record->setting = options ? cJSON_PrintUnformatted(options) : NULL;
    if (!record->show_options || (options && !record->setting)) return false;
    return ts_measure_add(record, "queries", TS_SENSE_COVERAGE, queries) && add_faults(with, record, cell) &&
           add_false_positives(with, record, cell) && add_quantiles(with, record, cell, "toi_error", "toi error") &&
           add_quantiles(with, record, cell, "step_lost", "step lost to false positives") &&
           add_times(with, record, cell) && (record->part || add_digest(with, record));
}

/* Version 1 does not name them. */
static bool add_files(ts_results_set *set, const cJSON *data_set) {
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(data_set, "file_names"), *name;
    const cJSON *queries = cJSON_GetObjectItemCaseSensitive(data_set, "file_queries");
    const size_t count = (size_t)cJSON_GetArraySize(names);
    set->files = calloc(count + 1, sizeof *set->files);
    set->file_queries = calloc(count + 1, sizeof *set->file_queries);
    if (!set->files || !set->file_queries) return false;
    cJSON_ArrayForEach(name, names) {
        const cJSON *replayed = cJSON_GetArrayItem(queries, (int)set->file_count);
        const char *text = cJSON_GetStringValue(name);
        set->file_queries[set->file_count] = cJSON_IsNumber(replayed) ? replayed->valuedouble : 0.0;
        set->files[set->file_count] = ts_text("%s", text ? text : "");
        if (!set->files[set->file_count++]) return false;
    }
    return true;
}

static bool read_data_set(ts_record_reader *reader, const cJSON *backends, const cJSON *data_set) {
    cell_reader with = {reader, backends, data_set, ts_member_text(reader, data_set, "path"), NULL};
    const char *hash = with.path ? ts_member_text(reader, data_set, "hash") : NULL;
    const cJSON *cells = hash ? ts_member(reader, data_set, "cells") : NULL, *cell;
    const cJSON *failures = cJSON_GetObjectItemCaseSensitive(data_set, "failures");
    ts_results_set *set = cells ? ts_results_set_add(reader->results, with.path, hash) : NULL;
    if (!set || !add_files(set, data_set)) return false;
    if (cJSON_GetArraySize(failures) > 0) reader->results->partial = true;
    cJSON_ArrayForEach(cell, cells) {
        if (!read_cell(&with, cell)) return false;
    }
    return true;
}

/* What shapes the answers' verdicts; jobs and repetitions do not. */
static char *question_of(const cJSON *options) {
    static const char *const members[] = {
        "oracle", "min_distance", "t_max", "round", "precision", "limit", "sample", "seed", "check_certificates"};
    ts_json_builder builder = {0};
    cJSON *question = ts_build_root(&builder);
    for (size_t m = 0; m < sizeof members / sizeof *members; ++m) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(options, members[m]);
        if (item) ts_build_copy(&builder, question, members[m], item);
    }
    return ts_build_print_compact(&builder, question);
}

/* Of two of one name nobody could say whose answers they are. */
static bool are_each_once(ts_record_reader *reader, const cJSON *backends) {
    const cJSON *one;
    cJSON_ArrayForEach(one, backends) {
        const char *name = ts_member_text(reader, one, "name");
        if (!name) return false;
        if (named(backends, "name", name) == one) continue;
        snprintf(reader->missing, sizeof reader->missing, "backends, each of another name");
        return false;
    }
    return true;
}

bool ts_read_replay_records(ts_record_reader *reader, const cJSON *root) {
    const cJSON *options = ts_member(reader, root, "options");
    const cJSON *backends = options ? ts_member(reader, root, "backends") : NULL;
    const cJSON *data_sets = backends ? ts_member(reader, root, "data_sets") : NULL, *data_set;
    if (!data_sets || !are_each_once(reader, backends)) return false;
    reader->results->partial = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "interrupted"));
    reader->results->question = question_of(options);
    double sample = 0.0;
    if (!ts_member_number(reader, options, "sample", &sample)) return false;
    reader->results->sampled = sample > 0.0;
    if (!reader->results->question) return false;
    cJSON_ArrayForEach(data_set, data_sets) {
        if (!read_data_set(reader, backends, data_set)) return false;
    }
    return true;
}
