/* SPDX-License-Identifier: MIT
 * Reading Touchstone's HDF5 container a window of rows at a time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "datasets/hdf5_columns.h"
#include "datasets/hdf5_dataset.h"
#include "datasets/hdf5_meta.h"
#include "datasets/hdf5_reader.h"
#include "datasets/hdf5_turn.h"
#include "datasets/meta.h"
#include "datasets/reader.h"

typedef struct hdf5_reader {
    ts_query_reader base;
    hid_t file;
    ts_hdf5_column columns[TS_COLUMNS];
    size_t count;
    ts_column_rows window; /* rows [first, first + rows) of the file */
    size_t first, rows;
    ts_hdf5_room room;
} hdf5_reader;

static ts_status load_columns(hdf5_reader *hdf5, size_t first, size_t rows, ts_error *error) {
    ts_status status = TS_OK;
    TS_HDF5_BEGIN {
        for (int c = 0; c < TS_COLUMNS && status == TS_OK; ++c) {
            if (hdf5->columns[c].dataset < 0) continue;
            status = ts_hdf5_read_column(&hdf5->columns[c], first, rows, hdf5->window.values[c], &hdf5->room, error);
        }
    }
    TS_HDF5_END;
    return status;
}

/* When the first row is asked for: who only counts needs none. */
static ts_status allocate_window(hdf5_reader *hdf5, ts_error *error) {
    const size_t capacity = hdf5->count < TS_HDF5_ROWS ? hdf5->count : TS_HDF5_ROWS;
    const ts_status status = ts_column_rows_init(&hdf5->window, capacity, error);
    for (int c = 0; c < TS_COLUMNS && status == TS_OK; ++c) {
        if (hdf5->columns[c].dataset < 0) ts_column_rows_unsaid(&hdf5->window, (ts_column)c);
    }
    return status;
}

/* Brings row `index` into the window. */
static ts_status load(hdf5_reader *hdf5, size_t index, ts_error *error) {
    if (index >= hdf5->first && index - hdf5->first < hdf5->rows) return TS_OK;
    if (hdf5->window.capacity == 0) {
        const ts_status allocated = allocate_window(hdf5, error);
        if (allocated != TS_OK) return allocated;
    }
    const size_t left = hdf5->count - index;
    const size_t rows = left < hdf5->window.capacity ? left : hdf5->window.capacity;
    hdf5->rows = 0;
    const ts_status status = load_columns(hdf5, index, rows, error);
    if (status != TS_OK) return status;
    hdf5->first = index;
    hdf5->rows = rows;
    return TS_OK;
}

static ts_status get(const hdf5_reader *hdf5, size_t index, ts_ccd_query *query, ts_query_note *note, ts_error *error) {
    ts_error why;
    ts_ccd_query read;
    ts_query_note said;
    ts_status status = ts_column_rows_get(&hdf5->window, index - hdf5->first, index, &read, &said, &why);
    if (status != TS_OK) return ts_fail(error, TS_ERROR_DATA, "%s: %s", hdf5->base.path, why.message);
    status = ts_query_note_check(&said, read.kind, hdf5->base.meta.scene_count, &why);
    if (status == TS_OK) status = ts_query_note_check_time(&said, read.t_max, &why);
    if (status != TS_OK) return ts_fail(error, TS_ERROR_DATA, "%s: query %zu: %s", hdf5->base.path, index, why.message);
    *query = read;
    *note = said;
    return TS_OK;
}

static ts_status hdf5_fill(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error) {
    hdf5_reader *hdf5 = (hdf5_reader *)reader;
    while (chunk->count < chunk->capacity && chunk->first + chunk->count < hdf5->count) {
        const size_t i = chunk->count, index = chunk->first + i;
        ts_status status = load(hdf5, index, error);
        if (status == TS_OK) status = get(hdf5, index, &chunk->queries[i], &chunk->notes[i], error);
        if (status != TS_OK) return status;
        ++chunk->count;
    }
    return TS_OK;
}

static ts_status hdf5_seek(ts_query_reader *reader, size_t index, ts_error *error) {
    const hdf5_reader *hdf5 = (const hdf5_reader *)reader;
    return index < hdf5->count ? TS_OK : ts_reader_past_end(reader, index, hdf5->count, error);
}

static ts_status hdf5_count(ts_query_reader *reader, size_t *count, ts_error *error) {
    (void)error;
    *count = ((const hdf5_reader *)reader)->count;
    return TS_OK;
}

static void hdf5_close(ts_query_reader *reader) {
    hdf5_reader *hdf5 = (hdf5_reader *)reader;
    TS_HDF5_BEGIN {
        for (int c = 0; c < TS_COLUMNS; ++c) {
            if (hdf5->columns[c].dataset >= 0) H5Dclose(hdf5->columns[c].dataset);
        }
        if (hdf5->file >= 0) H5Fclose(hdf5->file);
    }
    TS_HDF5_END;
    ts_column_rows_clear(&hdf5->window);
    ts_hdf5_room_clear(&hdf5->room);
    free(hdf5);
}

static const ts_reader_format HDF5_FORMAT = {TS_FORMAT_HDF5, hdf5_fill, hdf5_seek, hdf5_count, hdf5_close};

/* HDF5 would wait for a pipe, and for ever for one that nobody writes to. */
static bool is_regular(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool ts_hdf5_looks_like(const char *path) {
    htri_t looks = 0;
    TS_HDF5_BEGIN {
        looks = is_regular(path) && H5Fis_hdf5(path) > 0;
    }
    TS_HDF5_END;
    return looks > 0;
}

static ts_status open_file(hdf5_reader *hdf5, ts_error *error) {
    const char *path = hdf5->base.path;
    if (access(path, R_OK) != 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, strerror(errno));
    }
    if (!is_regular(path)) {
        return ts_fail(error, TS_ERROR_DATA, "%s is not a regular file; expected a file of queries", path);
    }
    const hid_t properties = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(properties, false, true); /* read-only and network file systems may have no locks */
#endif
    hdf5->file = H5Fopen(path, H5F_ACC_RDONLY, properties);
    H5Pclose(properties);
    if (hdf5->file >= 0) return TS_OK;
    char buffer[TS_HDF5_REASON_LENGTH];
    const char *reason = ts_hdf5_reason(buffer); /* before another call clears it */
    if (H5Fis_hdf5(path) <= 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s is not an HDF5 file: expected its signature at the start", path);
    }
    return ts_fail(error, TS_ERROR_DATA, "%s is a damaged or truncated HDF5 file: %s", path, reason);
}

/* Opens the columns; all must have as many rows as `kind`. */
static ts_status open_columns(hdf5_reader *hdf5, ts_error *error) {
    const char *path = hdf5->base.path;
    for (int c = 0; c < TS_COLUMNS; ++c) {
        const ts_status status = ts_hdf5_open_column(hdf5->file, path, (ts_column)c, &hdf5->columns[c], error);
        if (status != TS_OK) return status;
        const size_t rows = hdf5->columns[c].rows;
        if (c == TS_COLUMN_KIND) hdf5->count = rows;
        if (hdf5->columns[c].dataset >= 0 && rows != hdf5->count) {
            return ts_fail(error, TS_ERROR_DATA, "%s: data set %s: expected %zu rows, as kind has, found %zu", path,
                           TS_COLUMN_FORMATS[c].name, hdf5->count, rows);
        }
    }
    if (hdf5->count == 0) return ts_fail(error, TS_ERROR_DATA, "%s is empty: data set kind has no rows", path);
    return TS_OK;
}

/* All that HDF5 has to understand before rows are read. */
static ts_status open_all(hdf5_reader *hdf5, ts_error *error) {
    ts_status status;
    TS_HDF5_BEGIN {
        status = open_file(hdf5, error);
        if (status == TS_OK) status = ts_hdf5_read_meta(hdf5->file, hdf5->base.path, &hdf5->base.meta, error);
        if (status == TS_OK) status = open_columns(hdf5, error);
    }
    TS_HDF5_END;
    return status;
}

/* With nothing open. */
static hdf5_reader *make_reader(const char *path, ts_error *error) {
    hdf5_reader *hdf5 = calloc(1, sizeof *hdf5);
    char *own = strdup(path);
    if (!hdf5 || !own) {
        free(hdf5);
        free(own);
        ts_fail_memory(error, "a reader");
        return NULL;
    }
    *hdf5 = (hdf5_reader){.base = {.format = &HDF5_FORMAT, .path = own}, .file = -1};
    for (int c = 0; c < TS_COLUMNS; ++c) hdf5->columns[c].dataset = -1;
    return hdf5;
}

/* And to close. */
static void try_to_open(const char *path) {
    ts_error error;
    hdf5_reader *hdf5 = make_reader(path, &error);
    if (!hdf5) return;
    open_all(hdf5, &error);
    ts_query_reader_close(&hdf5->base);
}

ts_status ts_hdf5_open(const char *path, ts_hdf5_trial *trial, ts_query_reader **reader, ts_error *error) {
    hdf5_reader *hdf5 = make_reader(path, error);
    if (!hdf5) return TS_ERROR_MEMORY;
    ts_status status = ts_hdf5_try(trial, path, try_to_open, error);
    if (status == TS_OK) status = open_all(hdf5, error);
    if (status != TS_OK) {
        ts_query_reader_close(&hdf5->base);
        return status;
    }
    hdf5->base.meta.min_distance_unsaid = hdf5->columns[TS_COLUMN_MIN_DISTANCE].dataset < 0;
    hdf5->base.meta.t_max_unsaid = hdf5->columns[TS_COLUMN_T_MAX].dataset < 0;
    *reader = &hdf5->base;
    return TS_OK;
}
