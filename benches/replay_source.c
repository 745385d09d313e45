/* SPDX-License-Identifier: GPL-2.0-or-later
 * Streaming the queries of a data set. A sample is drawn by selection (Knuth, TAOCP 2, 3.4.2, algorithm S):
 * one pass in order, no memory, exactly the number asked for. */
#include "benches/replay_source.h"

#include <stdlib.h>

#include "core/error.h"

ts_status ts_replay_record_failure(ts_replay_data_set *data_set, size_t file, const ts_error *failure,
                                   ts_error *error) {
    ts_file_failure *more = realloc(data_set->failures, (data_set->failure_count + 1) * sizeof *data_set->failures);
    if (!more) return ts_fail_memory(error, "the list of failures");
    data_set->failures = more;
    data_set->failures[data_set->failure_count++] = (ts_file_failure){file, *failure};
    return TS_OK;
}

static ts_status open_reader(ts_replay_source *source, size_t file, ts_query_reader **reader, ts_error *error) {
    return ts_reading_open_next(source->data_set->files.paths[file], &source->options->reading, &source->trial, reader,
                                error);
}

/* Queries of each file; 0 where it cannot be told: reading will say why. */
static ts_status count_files(ts_replay_source *source, ts_error *error) {
    const ts_query_files *files = &source->data_set->files;
    source->counts = calloc(files->count + 1, sizeof *source->counts);
    if (!source->counts) return ts_fail_memory(error, "counts of queries");
    for (size_t f = 0; f < files->count; ++f) {
        const ts_replay_progress *progress = &source->options->progress;
        if (progress->interrupted && progress->interrupted(progress->self)) break;
        ts_query_reader *reader;
        size_t count;
        if (open_reader(source, f, &reader, NULL) != TS_OK) continue;
        if (ts_query_reader_count(reader, &count, NULL) == TS_OK) source->counts[f] = count;
        ts_query_reader_close(reader);
        source->in_later += source->counts[f];
    }
    source->counted = true;
    return TS_OK;
}

ts_status ts_replay_source_init(ts_replay_source *source, const ts_replay_options *options,
                                ts_replay_data_set *data_set, ts_error *error) {
    *source = (ts_replay_source){.options = options,
                                 .data_set = data_set,
                                 .limit_left = options->limit ? options->limit : UINT64_MAX,
                                 .sample_left = options->sample ? options->sample : UINT64_MAX};
    ts_random_init(&source->random, options->seed, 0);
    source->index = calloc(ts_replay_block_of(options), sizeof *source->index);
    if (!source->index) return ts_fail_memory(error, "a block of queries");
    const ts_status status = ts_query_chunk_init(&source->chunk, ts_replay_block_of(options), error);
    if (status != TS_OK) return status;
    return options->sample || options->progress.report ? count_files(source, error) : TS_OK;
}

void ts_replay_source_clear(ts_replay_source *source) {
    ts_query_reader_close(source->reader);
    ts_hdf5_trial_end(&source->trial);
    ts_query_chunk_clear(&source->chunk);
    free(source->index);
    free(source->counts);
    *source = (ts_replay_source){0};
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t unread(const ts_replay_source *source) {
    return least(source->in_file + source->in_later, source->limit_left);
}

uint64_t ts_replay_source_total(const ts_replay_source *source) {
    return source->counted ? least(unread(source), source->sample_left) : 0;
}

static void leave_file(ts_replay_source *source) {
    if (source->reader) source->data_set->rounded += ts_query_reader_rounded(source->reader);
    ts_query_reader_close(source->reader);
    source->reader = NULL;
    source->in_file = 0;
    ++source->file;
}

static ts_status give_up_file(ts_replay_source *source, const ts_error *failure, ts_error *error) {
    const ts_status status = ts_replay_record_failure(source->data_set, source->file, failure, error);
    leave_file(source);
    return status;
}

static ts_status open_file(ts_replay_source *source, ts_error *failure) {
    if (source->counted) {
        source->in_file = source->counts[source->file];
        source->in_later -= source->in_file;
    }
    return open_reader(source, source->file, &source->reader, failure);
}

/* Is the next query one of the sample? */
static bool select_next(ts_replay_source *source) {
    if (source->limit_left == 0) return false;
    bool chosen = true;
    if (source->options->sample) {
        const uint64_t left = unread(source);
        chosen = left > 0 && ts_random_below(&source->random, left) < source->sample_left;
    }
    --source->limit_left;
    if (source->in_file > 0) --source->in_file;
    if (chosen) --source->sample_left;
    return chosen;
}

/* Keeps the chosen queries of the chunk, moved to its front, and asks the run's question of them. */
static size_t select_queries(ts_replay_source *source) {
    ts_query_chunk *chunk = &source->chunk;
    const bool own_distance = ts_query_reader_has_min_distance(source->reader);
    const bool own_t_max = ts_query_reader_has_t_max(source->reader);
    size_t kept = 0;
    for (size_t i = 0; i < chunk->count; ++i) {
        if (!select_next(source)) continue;
        ts_ccd_query *query = &chunk->queries[kept];
        *query = chunk->queries[i];
        if (!own_distance) query->min_distance = source->options->min_distance;
        if (!own_t_max) query->t_max = source->options->t_max;
        chunk->notes[kept] = chunk->notes[i];
        source->index[kept++] = chunk->first + i;
    }
    return kept;
}

static void describe_block(ts_replay_source *source, size_t count, ts_replay_block *block) {
    const ts_replay_options *options = source->options;
    *block = (ts_replay_block){.file = source->file,
                               .count = count,
                               .number = source->blocks,
                               .ordinal = source->given,
                               .queries = source->chunk.queries,
                               .notes = source->chunk.notes,
                               .index = source->index};
    if (count == 0) return;
    source->given += count;
    ++source->blocks;
    block->wider = !ts_query_reader_has_min_distance(source->reader) && options->min_distance > 0.0;
    block->shorter = !ts_query_reader_has_t_max(source->reader) && options->t_max < 1.0;
}

/* No query behind the limit: its rounded numbers would count. */
static ts_status read_chunk(ts_replay_source *source, ts_error *failure) {
    source->chunk.capacity = (size_t)least(ts_replay_block_of(source->options), source->limit_left);
    return ts_query_reader_next(source->reader, &source->chunk, failure);
}

ts_status ts_replay_source_next(ts_replay_source *source, ts_replay_block *block, ts_error *error) {
    while (source->limit_left > 0 && source->sample_left > 0 && source->file < source->data_set->files.count) {
        ts_error failure;
        ts_status status = source->reader ? TS_OK : open_file(source, &failure);
        if (status == TS_OK) status = read_chunk(source, &failure);
        if (status != TS_OK) {
            status = give_up_file(source, &failure, error);
            if (status != TS_OK) return status;
        } else if (source->chunk.count == 0) {
            leave_file(source);
        } else {
            const size_t count = select_queries(source);
            if (count == 0) continue;
            describe_block(source, count, block);
            return TS_OK;
        }
    }
    if (source->reader) leave_file(source); /* the limit or the sample ends within it */
    describe_block(source, 0, block);
    return TS_OK;
}
