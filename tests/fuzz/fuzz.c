/* SPDX-License-Identifier: MIT
 * What the fuzz targets share. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <touchstone/dataset.h>

#define MOST_CHUNKS 64 /* a small compressed file may hold many queries */

static char folder[64];

static void remove_folder(void) {
    rmdir(folder);
}

const char *fuzz_folder(void) {
    if (!*folder) {
        snprintf(folder, sizeof folder, "%s/touchstone-fuzz-%ld", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
                 (long)getpid());
        if (mkdir(folder, 0700) != 0) abort();
        atexit(remove_folder);
    }
    return folder;
}

void fuzz_write(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

static void require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* Reads on; returns the number of good queries and the first and last of them. */
static size_t drain(ts_query_reader *reader, ts_query_chunk *chunk, ts_ccd_query *first) {
    size_t total = 0;
    ts_error error;
    for (int i = 0; i < MOST_CHUNKS && ts_query_reader_next(reader, chunk, &error) == TS_OK && chunk->count; ++i) {
        require(chunk->first == total && chunk->count <= chunk->capacity, "a chunk is out of place");
        for (size_t k = 0; k < chunk->count; ++k) {
            require(ts_ccd_query_check(&chunk->queries[k], NULL) == TS_OK, "a bad query was delivered");
        }
        if (total == 0) *first = chunk->queries[0];
        total += chunk->count;
    }
    return total;
}

void fuzz_read(const char *path) {
    const ts_reader_options options = {.round = true};
    ts_query_reader *reader;
    ts_query_chunk large, one;
    ts_error error;
    size_t count = 0;
    if (ts_query_reader_open(path, &options, &reader, &error) != TS_OK) {
        require(error.status == TS_ERROR_DATA && *error.message, "an error without a reason");
        return;
    }
    require(ts_query_chunk_init(&large, 100, NULL) == TS_OK && ts_query_chunk_init(&one, 1, NULL) == TS_OK, "memory");
    ts_ccd_query first, again;
    const size_t read = drain(reader, &large, &first);
    const ts_status counted = ts_query_reader_count(reader, &count, &error);
    require(counted != TS_OK || read <= count, "more queries than the count");
    if (read > 0 && ts_query_reader_seek(reader, 0, &error) == TS_OK) {
        require(drain(reader, &one, &again) >= 1, "the first query is gone");
        require(memcmp(first.x0, again.x0, sizeof first.x0) == 0 && first.kind == again.kind, "two readings differ");
    }
    ts_query_chunk_clear(&large);
    ts_query_chunk_clear(&one);
    ts_query_reader_close(reader);
}
