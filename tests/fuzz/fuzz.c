/* SPDX-License-Identifier: MIT
 * What the fuzz targets share. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <touchstone/dataset.h>

#include "core/json_document.h"

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

char *fuzz_seal(const uint8_t *data, size_t size) {
    cJSON *root = cJSON_ParseWithLength((const char *)data, size);
    char *sealed = NULL, *text = NULL;
    if (cJSON_IsObject(root)) {
        while (cJSON_GetObjectItemCaseSensitive(root, "checksum")) /* as often as it stands there */
            cJSON_DeleteItemFromObjectCaseSensitive(root, "checksum");
        text = cJSON_PrintUnformatted(root);
        sealed = text ? ts_json_with_checksum(text) : NULL;
    } else {
        sealed = calloc(size + 1, 1);
        if (sealed) memcpy(sealed, data, size);
    }
    fuzz_require(sealed != NULL, "memory");
    cJSON_free(text);
    cJSON_Delete(root);
    return sealed;
}

void fuzz_remove(const char *path) {
    DIR *directory = opendir(path);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char file[512];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(file);
    }
    if (directory) closedir(directory);
    rmdir(path);
}

void fuzz_require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* Reads on; returns the number of good queries and the first and last of them. */
static size_t drain(ts_query_reader *reader, ts_query_chunk *chunk, ts_ccd_query *first) {
    size_t total = 0;
    ts_error error;
    for (int i = 0; i < MOST_CHUNKS && ts_query_reader_next(reader, chunk, &error) == TS_OK && chunk->count; ++i) {
        fuzz_require(chunk->first == total && chunk->count <= chunk->capacity, "a chunk is out of place");
        for (size_t k = 0; k < chunk->count; ++k) {
            fuzz_require(ts_ccd_query_check(&chunk->queries[k], NULL) == TS_OK, "a bad query was delivered");
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
        fuzz_require(error.status == TS_ERROR_DATA && *error.message, "an error without a reason");
        return;
    }
    fuzz_require(ts_query_chunk_init(&large, 100, NULL) == TS_OK && ts_query_chunk_init(&one, 1, NULL) == TS_OK,
                 "memory");
    ts_ccd_query first, again;
    const size_t read = drain(reader, &large, &first);
    const ts_status counted = ts_query_reader_count(reader, &count, &error);
    fuzz_require(counted != TS_OK || read <= count, "more queries than the count");
    if (read > 0 && ts_query_reader_seek(reader, 0, &error) == TS_OK) {
        fuzz_require(drain(reader, &one, &again) >= 1, "the first query is gone");
        fuzz_require(memcmp(first.x0, again.x0, sizeof first.x0) == 0 && first.kind == again.kind,
                     "two readings differ");
    }
    ts_query_chunk_clear(&large);
    ts_query_chunk_clear(&one);
    ts_query_reader_close(reader);
}
