/* SPDX-License-Identifier: GPL-2.0-or-later
 * The queries of a micro-benchmark, in memory: from a generator family or from files. */
#include "benches/micro/query_list.h"

#include <stdlib.h>

#include "core/error.h"
#include <touchstone/dataset.h>

void ts_query_list_clear(ts_query_list *list) {
    free(list->items);
    *list = (ts_query_list){0};
}

static ts_status keep(ts_query_list *list, const ts_ccd_query *query, ts_error *error) {
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : TS_QUERY_CHUNK;
        ts_ccd_query *items = realloc(list->items, capacity * sizeof *items);
        if (!items) return ts_fail_memory(error, "the queries");
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = *query;
    return TS_OK;
}

ts_status ts_query_list_add_family(ts_query_list *list, const char *family, uint64_t seed, size_t count,
                                   ts_ccd_kind kind, ts_error *error) {
    const ts_family *found = ts_family_find(family);
    if (!found) return ts_fail(error, TS_ERROR_USAGE, "there is no family '%s'", family);
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < count; ++i) {
        ts_ccd_query query;
        found->generate(seed, i, kind < TS_CCD_KINDS ? kind : (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        status = keep(list, &query, error);
    }
    return status;
}

static ts_status add_file(ts_query_list *list, const char *path, ts_ccd_kind kind, ts_error *error) {
    const ts_reader_options options = {0};
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ts_status status = ts_query_chunk_init(&chunk, TS_QUERY_CHUNK, error);
    if (status != TS_OK) return status;
    status = ts_query_reader_open(path, &options, &reader, error);
    if (status == TS_OK) {
        do {
            status = ts_query_reader_next(reader, &chunk, error);
            for (size_t i = 0; status == TS_OK && i < chunk.count; ++i) {
                if (kind == TS_CCD_KINDS || chunk.queries[i].kind == kind)
                    status = keep(list, &chunk.queries[i], error);
            }
        } while (status == TS_OK && chunk.count > 0);
        ts_query_reader_close(reader);
    }
    ts_query_chunk_clear(&chunk);
    return status;
}

ts_status ts_query_list_add_path(ts_query_list *list, const char *path, size_t most, ts_ccd_kind kind,
                                 ts_error *error) {
    const size_t start = list->count;
    ts_query_files files;
    ts_status status = ts_query_files_find(path, &files, error);
    if (status != TS_OK) return status;
    for (size_t f = 0; status == TS_OK && f < files.count; ++f) status = add_file(list, files.paths[f], kind, error);
    ts_query_files_clear(&files);
    const size_t found = list->count - start;
    if (found <= most) return status;
    for (size_t i = 0; i < most; ++i) list->items[start + i] = list->items[start + i * found / most];
    list->count = start + most;
    return status;
}
