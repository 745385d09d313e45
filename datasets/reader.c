/* SPDX-License-Identifier: MIT
 * Reading query files of either format. */
#include "datasets/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "datasets/csv_reader.h"
#include "datasets/hdf5_reader.h"

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

ts_status ts_query_reader_open_next(const char *path, const ts_reader_options *options, ts_hdf5_trial *trial,
                                    ts_query_reader **reader, ts_error *error) {
    const ts_reader_options standard = {0};
    if (ends_with(path, ".csv")) return ts_csv_open(path, options ? options : &standard, reader, error);
    if (ends_with(path, ".h5") || ends_with(path, ".hdf5") || ts_hdf5_looks_like(path)) {
        return ts_hdf5_open(path, trial, reader, error);
    }
    return ts_fail(error, TS_ERROR_DATA, "%s is no query file; expected a .csv, .h5 or .hdf5 file", path);
}

ts_status ts_query_reader_open(const char *path, const ts_reader_options *options, ts_query_reader **reader,
                               ts_error *error) {
    return ts_query_reader_open_next(path, options, NULL, reader, error);
}

/* ---- Single precision ---- */

void ts_query_reader_use_floats(ts_query_reader *reader) {
    reader->floats = true;
}

/* False when the float is infinite. */
static bool round_number(double *number, size_t *changed) {
    const double before = *number;
    *number = (double)(float)before;
    *changed += *number != before;
    return isfinite(*number);
}

static bool round_query(ts_ccd_query *query, size_t *changed) {
    bool fits = round_number(&query->min_distance, changed) && round_number(&query->t_max, changed);
    for (int i = 0; i < 3 * ts_ccd_vertices(query->kind); ++i) {
        fits = fits && round_number(&query->x0[i / 3][i % 3], changed);
        fits = fits && round_number(&query->x1[i / 3][i % 3], changed);
    }
    return fits;
}

static void forget_truth(ts_query_note *note) {
    note->contact = -1;
    note->truth_lo = note->truth_hi = NAN;
    note->truth_feature = 0;
}

/* Keeps the queries before the first that cannot be rounded. */
static ts_status round_chunk(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error) {
    for (size_t i = 0; i < chunk->count; ++i) {
        size_t changed = 0;
        if (!round_query(&chunk->queries[i], &changed) || ts_ccd_query_check(&chunk->queries[i], NULL) != TS_OK) {
            chunk->count = i;
            return ts_fail(error, TS_ERROR_DATA, "%s: query %zu has numbers that single precision cannot hold",
                           reader->path, chunk->first + i);
        }
        if (changed > 0) forget_truth(&chunk->notes[i]);
        reader->rounded += changed;
    }
    return TS_OK;
}

ts_status ts_query_reader_next(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error) {
    if (reader->failed.status != TS_OK) {
        if (error) *error = reader->failed;
        return reader->failed.status;
    }
    ts_query_chunk filled = *chunk;
    filled.first = reader->position;
    filled.count = 0;
    ts_status status = reader->format->fill(reader, &filled, &reader->failed);
    if (reader->floats) {
        ts_error failure;
        const ts_status rounding = round_chunk(reader, &filled, &failure);
        if (rounding != TS_OK) reader->failed = failure;
        if (rounding != TS_OK) status = rounding;
    }
    reader->failed.status = status;
    if (status != TS_OK && filled.count == 0) {
        if (error) *error = reader->failed;
        return status;
    }
    reader->position += filled.count;
    *chunk = filled;
    return TS_OK;
}

ts_status ts_query_reader_seek(ts_query_reader *reader, size_t index, ts_error *error) {
    reader->failed.status = TS_OK;
    const ts_status status = reader->format->seek(reader, index, &reader->failed);
    reader->failed.status = status;
    if (status == TS_OK) {
        reader->position = index;
    } else if (error) {
        *error = reader->failed;
    }
    return status;
}

ts_status ts_reader_past_end(const ts_query_reader *reader, size_t index, size_t count, ts_error *error) {
    if (count == 0) return ts_fail(error, TS_ERROR_DATA, "%s holds no query", reader->path);
    return ts_fail(error, TS_ERROR_DATA, "%s has no query %zu; its %zu queries count from 0 to %zu", reader->path,
                   index, count, count - 1);
}

ts_status ts_query_reader_count(ts_query_reader *reader, size_t *count, ts_error *error) {
    return reader->format->count(reader, count, error);
}

const ts_query_meta *ts_query_reader_meta(const ts_query_reader *reader) {
    return &reader->meta;
}

ts_query_format ts_query_reader_format(const ts_query_reader *reader) {
    return reader->format->format;
}

bool ts_query_reader_has_min_distance(const ts_query_reader *reader) {
    return !reader->meta.min_distance_unsaid;
}

bool ts_query_reader_has_t_max(const ts_query_reader *reader) {
    return !reader->meta.t_max_unsaid;
}

size_t ts_query_reader_rounded(const ts_query_reader *reader) {
    return reader->rounded;
}

void ts_query_reader_close(ts_query_reader *reader) {
    if (!reader) return;
    ts_query_meta_clear(&reader->meta);
    free(reader->path);
    reader->format->close(reader);
}
