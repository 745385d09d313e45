/* SPDX-License-Identifier: MIT
 * Writing Touchstone's HDF5 container: rows are collected and written a chunk at a time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "datasets/hdf5_columns.h"
#include "datasets/hdf5_drop.h"
#include "datasets/hdf5_meta.h"
#include "datasets/hdf5_turn.h"
#include "datasets/hdf5_writer.h"
#include "datasets/writer.h"

#define DEFLATE_LEVEL 4

typedef struct hdf5_writer {
    ts_query_writer base;
    hid_t file;
    hid_t columns[TS_COLUMNS]; /* -1: nothing to say so far */
    ts_column_rows rows;       /* the last `pending` of them, not yet in the file */
    size_t pending, written;
} hdf5_writer;

static ts_status fail_write(const hdf5_writer *hdf5, const char *what, ts_error *error) {
    char reason[TS_HDF5_REASON_LENGTH];
    return ts_fail(error, TS_ERROR_USAGE, "%s could not be written: %s: %s", hdf5->base.path, what,
                   ts_hdf5_reason(reason));
}

/* Rows before the first that says something read as the fill value. */
static hid_t create_column(const hdf5_writer *hdf5, ts_column column) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    const int rank = format->width > 1 ? 3 : 1;
    const hsize_t size[] = {0, 4, 3}, most[] = {H5S_UNLIMITED, 4, 3}, chunk[] = {TS_HDF5_ROWS, 4, 3};
    const hid_t plist = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(plist, false); /* the same data, the same bytes */
    H5Pset_chunk(plist, rank, chunk);
    H5Pset_fill_value(plist, H5T_NATIVE_DOUBLE, &format->unsaid);
    H5Pset_shuffle(plist);
    H5Pset_deflate(plist, DEFLATE_LEVEL);
    const hid_t space = H5Screate_simple(rank, size, most);
    const hid_t dataset =
        H5Dcreate2(hdf5->file, format->name, ts_column_file_type(column), space, H5P_DEFAULT, plist, H5P_DEFAULT);
    H5Sclose(space);
    H5Pclose(plist);
    return dataset;
}

/* Must the file have the column, whatever its values? */
static bool is_said(const hdf5_writer *hdf5, ts_column column) {
    switch (column) {
    case TS_COLUMN_MIN_DISTANCE: return !hdf5->base.meta.min_distance_unsaid;
    case TS_COLUMN_T_MAX: return !hdf5->base.meta.t_max_unsaid;
    default: return TS_COLUMN_FORMATS[column].required;
    }
}

static bool write_rows(hid_t dataset, ts_column column, size_t first, size_t count, const void *rows) {
    const int rank = TS_COLUMN_FORMATS[column].width > 1 ? 3 : 1;
    const hsize_t start[] = {first, 0, 0}, size[] = {count, 4, 3}, total[] = {first + count, 4, 3};
    if (H5Dset_extent(dataset, total) < 0) return false;
    const hid_t there = H5Dget_space(dataset), here = H5Screate_simple(rank, size, NULL);
    const bool written = H5Sselect_hyperslab(there, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                         H5Dwrite(dataset, ts_column_memory_type(column), here, there, H5P_DEFAULT, rows) >= 0;
    H5Sclose(here);
    H5Sclose(there);
    return written;
}

/* Writes the pending rows. Must be called with HDF5's error printing off. */
static ts_status flush(hdf5_writer *hdf5, ts_error *error) {
    for (int c = 0; c < TS_COLUMNS; ++c) {
        const ts_column column = (ts_column)c;
        if (hdf5->columns[c] < 0) {
            if (!is_said(hdf5, column) && ts_column_rows_are_unsaid(&hdf5->rows, column, hdf5->pending)) continue;
            hdf5->columns[c] = create_column(hdf5, column);
        }
        if (hdf5->columns[c] < 0 ||
            !write_rows(hdf5->columns[c], column, hdf5->written, hdf5->pending, hdf5->rows.values[c])) {
            return fail_write(hdf5, TS_COLUMN_FORMATS[c].name, error);
        }
    }
    hdf5->written += hdf5->pending;
    hdf5->pending = 0;
    return TS_OK;
}

static ts_status hdf5_append(ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error) {
    hdf5_writer *hdf5 = (hdf5_writer *)writer;
    ts_status status = TS_OK;
    TS_HDF5_BEGIN {
        for (size_t i = 0; i < chunk->count && status == TS_OK; ++i) {
            ts_column_rows_set(&hdf5->rows, hdf5->pending++, &chunk->queries[i], &chunk->notes[i]);
            if (hdf5->pending == hdf5->rows.capacity) status = flush(hdf5, error);
        }
    }
    TS_HDF5_END;
    return status;
}

/* Flushes, closes the data sets and the file. */
static ts_status complete(hdf5_writer *hdf5, ts_error *error) {
    ts_status status = hdf5->pending ? flush(hdf5, error) : TS_OK;
    if (status == TS_OK && H5Fflush(hdf5->file, H5F_SCOPE_LOCAL) < 0) {
        status = fail_write(hdf5, "the end of the file", error);
    }
    if (status != TS_OK) ts_hdf5_drop(hdf5->file);
    for (int c = 0; c < TS_COLUMNS; ++c) {
        if (hdf5->columns[c] >= 0 && H5Dclose(hdf5->columns[c]) < 0 && status == TS_OK) {
            status = fail_write(hdf5, TS_COLUMN_FORMATS[c].name, error);
        }
        hdf5->columns[c] = -1;
    }
    if (H5Fclose(hdf5->file) < 0 && status == TS_OK) status = fail_write(hdf5, "the end of the file", error);
    hdf5->file = -1;
    return status;
}

static ts_status hdf5_complete(ts_query_writer *writer, ts_error *error) {
    ts_status status;
    TS_HDF5_BEGIN {
        status = complete((hdf5_writer *)writer, error);
    }
    TS_HDF5_END;
    return status;
}

static ts_status hdf5_place(ts_query_writer *writer, ts_error *error) {
    if (rename(writer->temporary, writer->path) == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s could not be put in place: %s", writer->path, strerror(errno));
}

static void hdf5_discard(ts_query_writer *writer) {
    hdf5_writer *hdf5 = (hdf5_writer *)writer;
    TS_HDF5_BEGIN {
        if (hdf5->file >= 0) ts_hdf5_drop(hdf5->file);
        for (int c = 0; c < TS_COLUMNS; ++c) {
            if (hdf5->columns[c] >= 0) H5Dclose(hdf5->columns[c]);
        }
        if (hdf5->file >= 0) H5Fclose(hdf5->file);
    }
    TS_HDF5_END;
    unlink(writer->temporary);
    ts_column_rows_clear(&hdf5->rows);
    free(hdf5);
}

static const ts_writer_format HDF5_FORMAT = {hdf5_append, hdf5_complete, hdf5_place, hdf5_discard};

/* From version 1.8 on, attributes may be larger than 64 KiB (scene names) and carry no times. */
static ts_status create_file(hdf5_writer *hdf5, ts_error *error) {
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_obj_track_times(creation, false);
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    hdf5->file = H5Fcreate(hdf5->base.temporary, H5F_ACC_EXCL, creation, access);
    const ts_status status = hdf5->file < 0 ? fail_write(hdf5, "the file", error) : TS_OK;
    H5Pclose(access);
    H5Pclose(creation);
    return status;
}

ts_status ts_hdf5_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error) {
    hdf5_writer *hdf5 = calloc(1, sizeof *hdf5);
    if (!hdf5) {
        ts_query_writer given = *base;
        ts_writer_clear(&given);
        return ts_fail_memory(error, "a writer");
    }
    hdf5->base = *base;
    hdf5->base.format = &HDF5_FORMAT;
    hdf5->file = -1;
    for (int c = 0; c < TS_COLUMNS; ++c) hdf5->columns[c] = -1;
    ts_status status = ts_column_rows_init(&hdf5->rows, TS_HDF5_ROWS, error);
    TS_HDF5_BEGIN {
        if (status == TS_OK) status = create_file(hdf5, error);
        if (status == TS_OK) status = ts_hdf5_write_meta(hdf5->file, base->path, &hdf5->base.meta, error);
    }
    TS_HDF5_END;
    if (status != TS_OK) {
        ts_query_writer_abandon(&hdf5->base);
        return status;
    }
    *writer = &hdf5->base;
    return TS_OK;
}
