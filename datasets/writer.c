/* SPDX-License-Identifier: MIT
 * Writing query files of either format. */
#include "datasets/writer.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/leftovers.h"
#include "datasets/csv_writer.h"
#include "datasets/hdf5_writer.h"
#include "datasets/meta.h"

void ts_writer_clear(ts_query_writer *base) {
    ts_query_meta_clear(&base->meta);
    free(base->path);
    free(base->temporary);
}

/* The target without slashes at its end, or where an existing symbolic link leads. */
static char *target_of(const char *path) {
    if (ts_path_exists(path)) return realpath(path, NULL);
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') --length;
    return strndup(path, length);
}

ts_status ts_query_writer_create(const char *path, ts_query_format format, bool replace, const ts_query_meta *meta,
                                 ts_query_writer **writer, ts_error *error) {
    const ts_query_meta nothing = {0};
    const bool csv = format == TS_FORMAT_CSV;
    if (!csv && format != TS_FORMAT_HDF5) {
        return ts_fail(error, TS_ERROR_USAGE, "%s: format is %d; expected 0 (csv) or 1 (hdf5)", path, (int)format);
    }
    ts_status status = csv ? ts_csv_check_target(path, replace, error) : ts_output_check(path, replace, error);
    if (status == TS_OK && !csv) status = ts_output_check_regular(path, "HDF5", error);
    if (status != TS_OK) return status;
    ts_query_writer base = {.replace = replace};
    base.path = target_of(path);
    base.temporary = base.path ? ts_temporary_name(base.path) : NULL;
    if (!base.temporary) status = ts_fail_memory(error, "a path");
    if (status == TS_OK) status = ts_query_meta_copy(meta ? meta : &nothing, &base.meta, error);
    if (status != TS_OK) {
        ts_writer_clear(&base);
        return status;
    }
    return csv ? ts_csv_create(&base, writer, error) : ts_hdf5_create(&base, writer, error);
}

static ts_status check_chunk(const ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error) {
    for (size_t i = 0; i < chunk->count; ++i) {
        ts_error why;
        const ts_ccd_query *query = &chunk->queries[i];
        ts_status status = ts_ccd_query_check(query, &why);
        if (status == TS_OK) {
            status = ts_query_note_check(&chunk->notes[i], query->kind, writer->meta.scene_count, &why);
        }
        if (status == TS_OK) status = ts_query_note_check_time(&chunk->notes[i], query->t_max, &why);
        if (status != TS_OK) {
            return ts_fail(error, status, "query %zu to be written to %s: %s", writer->count + i, writer->path,
                           why.message);
        }
    }
    return TS_OK;
}

ts_status ts_query_writer_append(ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error) {
    ts_status status = check_chunk(writer, chunk, error);
    if (status == TS_OK) status = writer->format->append(writer, chunk, error);
    if (status == TS_OK)
        writer->count += chunk->count;
    else
        writer->failed = true;
    return status;
}

static ts_status finish(ts_query_writer *writer, ts_error *error) {
    if (writer->failed) {
        return ts_fail(error, TS_ERROR_USAGE, "%s was not written: an earlier write failed", writer->path);
    }
    if (writer->count == 0) return ts_fail(error, TS_ERROR_DATA, "%s was not written: no query", writer->path);
    ts_status status = writer->format->complete(writer, error);
    if (status == TS_OK && !writer->replace && ts_path_exists(writer->path)) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s has appeared meanwhile; it was not replaced", writer->path);
    }
    if (status == TS_OK) status = writer->format->place(writer, error);
    return status;
}

ts_status ts_query_writer_finish(ts_query_writer *writer, ts_error *error) {
    const ts_status status = finish(writer, error);
    ts_query_writer_abandon(writer);
    return status;
}

void ts_query_writer_abandon(ts_query_writer *writer) {
    if (!writer) return;
    ts_query_writer base = *writer;
    writer->format->discard(writer);
    ts_writer_clear(&base);
}
