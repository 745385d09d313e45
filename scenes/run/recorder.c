/* SPDX-License-Identifier: MIT
 * Recording the CCD queries of a run into a query file, all of them or a share chosen by their bits. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "scenes/run/recorder.h"

struct ts_recorder {
    ts_query_writer *writer;
    ts_query_chunk chunk;
    uint64_t keep_below; /* hashes up to this are recorded */
    size_t recorded;
    uint32_t step, iteration;
    ts_status status;
    ts_error error;
};

static void abandon(ts_recorder *recorder) {
    if (!recorder) return;
    if (recorder->writer) ts_query_writer_abandon(recorder->writer);
    ts_query_chunk_clear(&recorder->chunk);
    free(recorder);
}

ts_status ts_recorder_open(const ts_recorder_settings *settings, ts_recorder **recorder, ts_error *error) {
    ts_recorder *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the recorder");
    ts_status status = ts_query_chunk_init(&made->chunk, TS_QUERY_CHUNK, error);
    char *scene = ts_text("%s", settings->scene), *about = ts_text("%s", settings->about);
    if (status == TS_OK && (!scene || !about)) status = ts_fail_memory(error, "the recorder");
    if (status == TS_OK) {
        const ts_query_meta meta = {.about = about, .scenes = &scene, .scene_count = 1};
        status = ts_query_writer_create(settings->path, TS_FORMAT_HDF5, settings->replace, &meta, &made->writer, error);
    }
    free(scene);
    free(about);
    if (status != TS_OK) {
        abandon(made);
        return status;
    }
    made->keep_below = settings->share >= 1.0 ? UINT64_MAX : (uint64_t)ldexp(settings->share, 64);
    *recorder = made;
    return TS_OK;
}

void ts_recorder_at(ts_recorder *recorder, size_t step, int iteration) {
    recorder->step = (uint32_t)step;
    recorder->iteration = (uint32_t)iteration;
}

static uint64_t hash_query(const ts_ccd_query *query) {
    uint64_t hash = ts_hash_word(TS_HASH_START, (uint64_t)query->kind);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            hash = ts_hash_double(hash, query->x0[i][c]);
            hash = ts_hash_double(hash, query->x1[i][c]);
        }
    }
    /* The fingerprint's high bits mix slowly; multiply once more before comparing. */
    return (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

static void flush(ts_recorder *recorder) {
    if (recorder->status == TS_OK && recorder->chunk.count > 0) {
        recorder->status = ts_query_writer_append(recorder->writer, &recorder->chunk, &recorder->error);
    }
    recorder->chunk.count = 0;
}

void ts_recorder_listen(void *self, const ts_ccd_block *block) {
    ts_recorder *recorder = self;
    const ts_ccd_query *queries = block->queries;
    for (size_t k = 0; k < block->count && recorder->status == TS_OK; ++k) {
        if (hash_query(&queries[k]) > recorder->keep_below) continue;
        ts_query_chunk *chunk = &recorder->chunk;
        chunk->queries[chunk->count] = queries[k];
        chunk->notes[chunk->count] = (ts_query_note){
            .contact = -1,
            .truth_lo = NAN,
            .truth_hi = NAN,
            .step = recorder->step,
            .iteration = recorder->iteration,
            .origin = recorder->recorded++,
        };
        if (++chunk->count == chunk->capacity) flush(recorder);
    }
}

ts_status ts_recorder_finish(ts_recorder *recorder, size_t *recorded, ts_error *error) {
    flush(recorder);
    ts_status status = recorder->status;
    if (status != TS_OK) {
        if (error) *error = recorder->error;
    } else if (recorder->recorded == 0) {
        *recorded = 0; /* a run without contact; a query file is never empty */
    } else {
        *recorded = recorder->recorded;
        status = ts_query_writer_finish(recorder->writer, error);
        recorder->writer = NULL;
    }
    abandon(recorder);
    return status;
}
