/* SPDX-License-Identifier: GPL-2.0-or-later
 * All queries of a file, chunk by chunk, with progress and Ctrl-C: for commands that make a container of them. */
#ifndef TS_CLI_DATASET_EACH_CHUNK_H
#define TS_CLI_DATASET_EACH_CHUNK_H

#include <touchstone/dataset.h>

typedef struct ts_chunk_work {
    const char *what; /* for the line of progress */
    const char *out;  /* what an interruption leaves unwritten */
    ts_status (*take)(void *self, ts_query_chunk *chunk, ts_error *error);
    void *self;
} ts_chunk_work;

/* Chunks are not empty. TS_ERROR_INTERRUPTED after Ctrl-C. */
ts_status ts_each_chunk(ts_query_reader *reader, const ts_chunk_work *work, ts_error *error);

#endif
