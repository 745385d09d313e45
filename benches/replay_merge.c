/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adding up parts of a replay: shards of one run, or what a run had done before it was stopped. */
#include <stdlib.h>
#include <string.h>

#include "benches/replay.h"
#include "benches/replay_source.h"
#include "core/error.h"

static bool same_files(const ts_replay_data_set *a, const ts_replay_data_set *b) {
    if (strcmp(a->path, b->path) != 0 || a->files.count != b->files.count) return false;
    for (size_t f = 0; f < a->files.count; ++f) {
        if (strcmp(a->files.paths[f], b->files.paths[f]) != 0) return false;
    }
    return true;
}

/* NULL: none. A part of an earlier version has no marks. */
static const char *changed_file(const ts_replay_data_set *a, const ts_replay_data_set *b) {
    for (size_t f = 0; a->file_marks && b->file_marks && f < a->files.count; ++f) {
        const uint64_t one = a->file_marks[f], other = b->file_marks[f];
        if (one != 0 && other != 0 && one != other) return a->files.paths[f];
    }
    return NULL;
}

static int by_place(const void *left, const void *right) {
    const ts_label_conflict *a = left, *b = right;
    if (a->file != b->file) return a->file < b->file ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static size_t conflicts_kept(const ts_replay_data_set *data_set) {
    return data_set->conflict_count < TS_MAX_CONFLICTS ? (size_t)data_set->conflict_count : TS_MAX_CONFLICTS;
}

/* The first of both, in the order of the queries. */
static ts_status merge_conflicts(ts_replay_data_set *data_set, const ts_replay_data_set *part, ts_error *error) {
    const size_t own = conflicts_kept(data_set), more = conflicts_kept(part);
    if (more == 0) return TS_OK;
    ts_label_conflict *all = malloc((TS_MAX_CONFLICTS + own + more) * sizeof *all);
    if (!all) return ts_fail_memory(error, "the list of label conflicts");
    if (own > 0) memcpy(all, data_set->conflicts, own * sizeof *all);
    memcpy(all + own, part->conflicts, more * sizeof *all);
    qsort(all, own + more, sizeof *all, by_place);
    free(data_set->conflicts);
    data_set->conflicts = all;
    data_set->conflict_count += part->conflict_count;
    return TS_OK;
}

static void add_counts(ts_replay_data_set *data_set, const ts_replay_data_set *part) {
    data_set->blocks += part->blocks;
    data_set->hash += part->hash;
    data_set->queries += part->queries;
    data_set->contacts += part->contacts;
    data_set->labelled += part->labelled;
    for (int k = 0; k < TS_CCD_KINDS; ++k) data_set->kinds[k] += part->kinds[k];
    for (int s = 0; s < 3; ++s) data_set->stages[s] += part->stages[s];
    for (size_t f = 0; f < data_set->files.count; ++f) data_set->file_queries[f] += part->file_queries[f];
}

ts_status ts_replay_merge_data_set(ts_replay_data_set *data_set, const ts_replay_data_set *part,
                                   const ts_replay_options *options, ts_error *error) {
    if (!same_files(data_set, part)) {
        return ts_fail(error, TS_ERROR_DATA, "%s: the files are not those of the other part of the run (%s)",
                       data_set->path, part->path);
    }
    const char *changed = changed_file(data_set, part);
    if (changed) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s has changed: another part of the run saw other data under this name; make the parts anew",
                       changed);
    }
    ts_status status = merge_conflicts(data_set, part, error);
    for (size_t c = 0; status == TS_OK && c < options->method_count * TS_CCD_KINDS; ++c) {
        status = ts_replay_cell_merge(&data_set->cells[c], &part->cells[c], options->repetitions);
    }
    for (size_t m = 0; status == TS_OK && m < options->method_count; ++m) {
        status = ts_answer_digest_merge(&data_set->digests[m], &part->digests[m]);
    }
    if (status != TS_OK) return ts_fail_memory(error, "merged results");
    add_counts(data_set, part);
    return TS_OK;
}

/* Every shard reads every file, and so each finds the same failures; one that began later may know more. */
static ts_status merge_failures(ts_replay_data_set *data_set, const ts_replay_data_set *part, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t f = data_set->failure_count; status == TS_OK && f < part->failure_count; ++f) {
        status = ts_replay_record_failure(data_set, part->failures[f].file, &part->failures[f].error, error);
    }
    if (part->rounded > data_set->rounded) data_set->rounded = part->rounded;
    return status;
}

ts_status ts_replay_merge(ts_replay_results *results, const ts_replay_results *part, ts_error *error) {
    if (results->data_set_count != part->data_set_count) {
        return ts_fail(error, TS_ERROR_DATA, "the parts are not of one run: %zu and %zu data sets",
                       results->data_set_count, part->data_set_count);
    }
    if (ts_replay_block_of(results->options) != ts_replay_block_of(part->options)) {
        return ts_fail(error, TS_ERROR_DATA, "the parts are not of one run: blocks of %zu and %zu queries",
                       ts_replay_block_of(results->options), ts_replay_block_of(part->options));
    }
    ts_status status = TS_OK;
    for (size_t d = 0; status == TS_OK && d < results->data_set_count; ++d) {
        ts_replay_data_set *data_set = &results->data_sets[d];
        status = ts_replay_merge_data_set(data_set, &part->data_sets[d], results->options, error);
        if (status == TS_OK) status = merge_failures(data_set, &part->data_sets[d], error);
    }
    results->complete = results->complete && part->complete;
    results->interrupted = results->interrupted || part->interrupted;
    results->oracle_seconds += part->oracle_seconds;
    results->timing_seconds += part->timing_seconds;
    return status;
}
