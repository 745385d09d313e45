/* SPDX-License-Identifier: GPL-2.0-or-later
 * A replay run: data set after data set, block after block. */
#include "benches/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/replay_block.h"
#include "benches/replay_cell.h"
#include "benches/replay_source.h"
#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"

const char *const TS_ORACLE_MODE_NAMES[TS_ORACLE_MODES] = {"exact", "label", "none"};

static void clear_data_set(ts_replay_data_set *data_set, size_t method_count) {
    for (size_t c = 0; data_set->cells && c < method_count * TS_CCD_KINDS; ++c) {
        ts_replay_cell_clear(&data_set->cells[c]);
    }
    free(data_set->cells);
    for (size_t m = 0; data_set->digests && m < method_count; ++m) ts_answer_digest_clear(&data_set->digests[m]);
    free(data_set->digests);
    free(data_set->file_queries);
    free(data_set->file_marks);
    free(data_set->conflicts);
    free(data_set->failures);
    free(data_set->path);
    ts_query_files_clear(&data_set->files);
}

void ts_replay_results_clear(ts_replay_results *results) {
    for (size_t d = 0; d < results->data_set_count; ++d) {
        clear_data_set(&results->data_sets[d], results->options->method_count);
    }
    free(results->data_sets);
    *results = (ts_replay_results){0};
}

/* 0 where it cannot be read: reading its queries will say why. */
static uint64_t mark_of(const char *path) {
    FILE *file = fopen(path, "rb");
    uint64_t words[4096], mark = TS_HASH_START, bytes = 0;
    if (!file) return 0;
    for (size_t count = sizeof words; count == sizeof words; bytes += count) {
        memset(words, 0, sizeof words);
        count = fread(words, 1, sizeof words, file);
        for (size_t w = 0; w < (count + 7) / 8; ++w) mark = ts_hash_word(mark, words[w]);
    }
    const bool whole = !ferror(file);
    fclose(file);
    return whole ? ts_hash_word(mark, bytes) : 0;
}

/* Names do not tell whether two parts saw the same data. */
static void mark_files(const ts_replay_options *options, ts_replay_data_set *data_set) {
    if (!options->checkpoint.save && !options->checkpoint.from) return;
    for (size_t f = 0; f < data_set->files.count; ++f) data_set->file_marks[f] = mark_of(data_set->files.paths[f]);
}

static ts_status init_data_set(const ts_replay_options *options, const char *path, ts_replay_data_set *data_set,
                               ts_error *error) {
    const size_t cells = options->method_count * TS_CCD_KINDS;
    ts_error failure;
    data_set->path = ts_text("%s", path);
    data_set->cells = calloc(cells + 1, sizeof *data_set->cells);
    data_set->digests = calloc(options->method_count + 1, sizeof *data_set->digests);
    if (!data_set->path || !data_set->cells || !data_set->digests) return ts_fail_memory(error, "a data set's results");
    for (size_t c = 0; c < cells; ++c) {
        const ts_status status = ts_replay_cell_init(&data_set->cells[c], options->repetitions, error);
        if (status != TS_OK) return status;
    }
    if (ts_query_files_find(path, &data_set->files, &failure) != TS_OK) {
        return ts_replay_record_failure(data_set, TS_NO_FILE, &failure, error);
    }
    data_set->file_queries = calloc(data_set->files.count + 1, sizeof *data_set->file_queries);
    data_set->file_marks = calloc(data_set->files.count + 1, sizeof *data_set->file_marks);
    if (!data_set->file_queries || !data_set->file_marks) return ts_fail_memory(error, "a data set's results");
    mark_files(options, data_set);
    return TS_OK;
}

static bool interrupted(const ts_replay_options *options) {
    const ts_replay_progress *progress = &options->progress;
    return progress->interrupted && progress->interrupted(progress->self);
}

static void report(const ts_replay_options *options, const ts_replay_data_set *data_set, uint64_t total) {
    const ts_replay_progress *progress = &options->progress;
    if (progress->report) progress->report(progress->self, data_set->path, data_set->queries, total);
}

/* Is the block this shard's, and not among the `done` that an earlier run had entered? */
static bool is_due(const ts_replay_options *options, const ts_replay_block *block, uint64_t done) {
    const uint64_t shards = options->shards ? options->shards : 1;
    return block->number % shards == options->shard && block->number / shards >= done;
}

static ts_status save(ts_replay_work *work, ts_replay_results *results, bool now, ts_error *error) {
    const ts_replay_checkpoint *checkpoint = &work->options->checkpoint;
    if (!checkpoint->save) return TS_OK;
    const double time = ts_nanoseconds_now();
    if (!now && time < work->saved + checkpoint->seconds * 1e9) return TS_OK;
    work->saved = time;
    results->oracle_seconds = work->oracle_seconds;
    results->timing_seconds = work->times.seconds;
    return checkpoint->save(checkpoint->self, results, error);
}

/* Ends early, without an error, when interrupted. */
static ts_status replay_blocks(ts_replay_work *work, ts_replay_source *source, ts_replay_results *results,
                               ts_error *error) {
    const ts_replay_options *options = work->options;
    const uint64_t total = ts_replay_source_total(source), done = source->data_set->blocks;
    for (;;) {
        ts_replay_block block;
        results->interrupted = interrupted(options);
        if (results->interrupted) return TS_OK;
        report(options, source->data_set, options->shards ? total / options->shards : total);
        ts_status status = ts_replay_source_next(source, &block, error);
        if (status != TS_OK || block.count == 0) return status;
        if (!is_due(options, &block, done)) continue;
        status = ts_replay_run_block(work, source->data_set, &block, error);
        if (status == TS_OK) status = save(work, results, false, error);
        if (status != TS_OK) return status;
    }
}

static ts_status replay_data_set(ts_replay_work *work, ts_replay_data_set *data_set, ts_replay_results *results,
                                 ts_error *error) {
    ts_replay_source source;
    ts_status status = ts_replay_source_init(&source, work->options, data_set, error);
    if (status == TS_OK) status = replay_blocks(work, &source, results, error);
    ts_replay_source_clear(&source);
    return status;
}

/* What an earlier run had done. What it could not read is found again. */
static ts_status take_up(ts_replay_results *results, ts_error *error) {
    const ts_replay_options *options = results->options;
    const ts_replay_results *from = options->checkpoint.from;
    ts_status status = TS_OK;
    for (size_t d = 0; status == TS_OK && from && d < results->data_set_count; ++d) {
        status = ts_replay_merge_data_set(&results->data_sets[d], &from->data_sets[d], options, error);
    }
    return status;
}

/* Its answers would count twice, and results with two data sets of one name are not read. */
static ts_status check_distinct(const ts_replay_options *options, ts_error *error) {
    for (size_t d = 0; d < options->path_count; ++d) {
        for (size_t before = 0; before < d; ++before) {
            if (!ts_path_same(options->paths[before], options->paths[d])) continue;
            return ts_fail(error, TS_ERROR_USAGE, "%s is given twice; name each data set once", options->paths[d]);
        }
    }
    return TS_OK;
}

/* TS_ERROR_DATA when none of the paths leads to a file. */
static ts_status find_data_sets(ts_replay_results *results, ts_error *error) {
    const ts_replay_options *options = results->options;
    const ts_error *first = NULL;
    size_t found = 0;
    for (size_t d = 0; d < options->path_count; ++d) {
        ts_replay_data_set *data_set = &results->data_sets[d];
        ++results->data_set_count; /* from here on it is cleared with the rest */
        const ts_status status = init_data_set(options, options->paths[d], data_set, error);
        if (status != TS_OK) return status;
        if (!first && data_set->failure_count > 0) first = &data_set->failures[0].error;
        found += data_set->files.count;
    }
    if (found > 0) return take_up(results, error);
    if (first) return ts_fail(error, first->status, "%s", first->message);
    return ts_fail(error, TS_ERROR_USAGE, "no data set was given; name a path");
}

/* per_query: NULL when not asked for. */
static ts_status replay_all(ts_replay_results *results, FILE *per_query, ts_error *error) {
    ts_replay_work work;
    ts_status status = ts_replay_work_init(&work, results->options, error);
    work.per_query = per_query;
    if (status == TS_OK) status = find_data_sets(results, error);
    if (results->options->checkpoint.from) {
        work.oracle_seconds = results->options->checkpoint.from->oracle_seconds;
        work.times.seconds = results->options->checkpoint.from->timing_seconds;
    }
    work.saved = ts_nanoseconds_now();
    for (size_t d = 0; status == TS_OK && !results->interrupted && d < results->data_set_count; ++d) {
        status = replay_data_set(&work, &results->data_sets[d], results, error);
    }
    results->complete = status == TS_OK && !results->interrupted;
    if (status == TS_OK) status = save(&work, results, true, error);
    results->oracle_seconds = work.oracle_seconds;
    results->timing_seconds = work.times.seconds;
    ts_replay_work_clear(&work);
    return status;
}

/* The per-query file appears complete or not at all. */
static ts_status replay_to_file(ts_replay_results *results, const char *path, ts_error *error) {
    ts_output output;
    ts_status status = ts_per_query_open(path, &output, error);
    if (status != TS_OK) return status;
    status = replay_all(results, output.stream, error);
    if (status == TS_OK) return ts_output_close(&output, error);
    ts_output_abandon(&output);
    return status;
}

ts_status ts_replay(const ts_replay_options *options, ts_replay_results *results, ts_error *error) {
    ts_status status = check_distinct(options, error);
    if (status != TS_OK) return status;
    ts_replay_results made = {.options = options, .data_sets = calloc(options->path_count + 1, sizeof *made.data_sets)};
    if (!made.data_sets) return ts_fail_memory(error, "the results");
    status = options->per_query ? replay_to_file(&made, options->per_query, error) : replay_all(&made, NULL, error);
    if (status != TS_OK)
        ts_replay_results_clear(&made);
    else
        *results = made;
    return status;
}

bool ts_replay_any_failure(const ts_replay_results *results) {
    for (size_t d = 0; d < results->data_set_count; ++d) {
        if (results->data_sets[d].failure_count > 0) return true;
    }
    return false;
}
