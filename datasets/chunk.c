/* SPDX-License-Identifier: MIT
 * A chunk of queries in memory. */
#include <touchstone/dataset.h>

#include <stdlib.h>

#include "core/error.h"

ts_status ts_query_chunk_init(ts_query_chunk *chunk, size_t capacity, ts_error *error) {
    ts_query_chunk made = {.capacity = capacity};
    made.queries = calloc(capacity, sizeof *made.queries);
    made.notes = calloc(capacity, sizeof *made.notes);
    if (!made.queries || !made.notes) {
        ts_query_chunk_clear(&made);
        return ts_fail_memory(error, "a chunk of queries");
    }
    *chunk = made;
    return TS_OK;
}

void ts_query_chunk_clear(ts_query_chunk *chunk) {
    free(chunk->queries);
    free(chunk->notes);
    *chunk = (ts_query_chunk){0};
}
