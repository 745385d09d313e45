/* SPDX-License-Identifier: GPL-2.0-or-later
 * The loop over a file's chunks. */
#include "cli/dataset/each_chunk.h"

#include "core/error.h"
#include "core/interrupt.h"
#include "core/progress.h"

ts_status ts_each_chunk(ts_query_reader *reader, const ts_chunk_work *work, ts_error *error) {
    ts_query_chunk chunk;
    ts_progress progress;
    size_t total, done = 0;
    ts_status status = ts_query_reader_count(reader, &total, error);
    if (status == TS_OK) status = ts_query_chunk_init(&chunk, TS_QUERY_CHUNK, error);
    if (status != TS_OK) return status;
    ts_progress_init(&progress);
    do {
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted; %s was not written", work->out);
        }
        if (status == TS_OK) status = ts_query_reader_next(reader, &chunk, error);
        if (status == TS_OK && chunk.count > 0) status = work->take(work->self, &chunk, error);
        done += chunk.count;
        ts_progress_update(&progress, work->what, done, total);
    } while (status == TS_OK && chunk.count > 0);
    ts_progress_finish(&progress);
    ts_query_chunk_clear(&chunk);
    return status;
}
