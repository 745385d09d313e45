/* SPDX-License-Identifier: MIT
 * Opening one data set of a container that may be damaged or hostile. */
#include "datasets/hdf5_dataset.h"

#include "core/error.h"
#include "datasets/hdf5_meta.h"

/* All chunks across one row must fit the chunk cache, or every read would decompress them anew. */
#define CACHE_LIMIT ((hsize_t)256 << 20)
/* What HDF5 gives a data set by itself: a table of its slots is filled with zeros whenever one is opened. */
#define DEFAULT_CACHE ((hsize_t)1 << 20)
/* Deflate shrinks to 1/1032 at most: more queries than the bytes could hold were never written. */
#define DEFLATE_LIMIT 1100

static ts_status fail_dataset(const char *path, const char *name, const char *expected, const char *found,
                              ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s: data set %s: expected %s, found %s", path, name, expected, found);
}

/* x0 and x1 are [n,4,3], the others [n]. */
static ts_status check_shape(hid_t dataset, const char *path, const ts_column_format *format, size_t *rows,
                             ts_error *error) {
    hsize_t size[H5S_MAX_RANK] = {0};
    const hid_t space = H5Dget_space(dataset);
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank > 0) H5Sget_simple_extent_dims(space, size, NULL);
    H5Sclose(space);
    const bool points = format->width > 1;
    if (rank == (points ? 3 : 1) && (!points || (size[1] == 4 && size[2] == 3)) && size[0] <= SIZE_MAX / 96) {
        *rows = size[0];
        return TS_OK;
    }
    char found[96];
    int length = snprintf(found, sizeof found, rank > 0 ? "" : "no array");
    for (int i = 0; i < rank && i < 4; ++i) {
        length += snprintf(found + length, sizeof found - (size_t)length, "%s%llu", i ? "," : "[",
                           (unsigned long long)size[i]);
    }
    if (rank > 0) snprintf(found + length, sizeof found - (size_t)length, rank > 4 ? ",...]" : "]");
    return fail_dataset(path, format->name, points ? "the shape [n,4,3]" : "the shape [n]", found, error);
}

static ts_status check_type(hid_t dataset, const char *path, ts_column column, ts_error *error) {
    static const char *const classes[] = {"integers",     "floating-point numbers",
                                          "times",        "strings",
                                          "bit fields",   "opaque data",
                                          "compounds",    "references",
                                          "enumerations", "variable-length lists",
                                          "arrays"};
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    const hid_t type = H5Dget_type(dataset);
    const bool accepted = ts_column_accepts(column, type);
    const int class = (int)H5Tget_class(type);
    const size_t size = H5Tget_size(type);
    H5Tclose(type);
    if (accepted) return TS_OK;
    char found[64];
    snprintf(found, sizeof found, "%s of %zu bytes",
             class >= 0 && class < (int)(sizeof classes / sizeof *classes) ? classes[class] : "an unknown type", size);
    return fail_dataset(path, format->name,
                        format->real ? "IEEE floating-point numbers of 4 or 8 bytes" : "integers of 1 to 8 bytes",
                        found, error);
}

/* Bytes of chunk cache that the data set needs: two rows of its chunks; 0 when it has no chunks. */
static hsize_t cache_need(hid_t plist, int width, size_t value_size) {
    hsize_t chunk[H5S_MAX_RANK];
    const int rank = H5Pget_layout(plist) == H5D_CHUNKED ? H5Pget_chunk(plist, H5S_MAX_RANK, chunk) : 0;
    if (rank < 1) return 0;
    hsize_t bytes = 2 * value_size, across = 1;
    const hsize_t inner[] = {0, 4, 3};
    for (int i = 0; i < rank; ++i) {
        if (chunk[i] == 0 || chunk[i] > CACHE_LIMIT) return HSIZE_UNDEF;
        bytes *= chunk[i]; /* at most 2^4 (2^28)^3: checked at every step */
        if (bytes > 4 * CACHE_LIMIT) return HSIZE_UNDEF;
        if (i > 0 && width > 1) across *= (inner[i] + chunk[i] - 1) / chunk[i];
    }
    return bytes * across;
}

/* Layout and filters: nothing outside this file, nothing this HDF5 cannot decode, no huge chunks. */
static ts_status check_storage(hid_t plist, const char *path, ts_column column, hsize_t cache, ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    const H5D_layout_t layout = H5Pget_layout(plist);
    if ((layout != H5D_CHUNKED && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT) ||
        H5Pget_external_count(plist) != 0) {
        return fail_dataset(path, format->name, "its values in this file", "a virtual or external data set", error);
    }
    hsize_t chunk[H5S_MAX_RANK];
    if (layout == H5D_CHUNKED && H5Pget_chunk(plist, H5S_MAX_RANK, chunk) != (format->width > 1 ? 3 : 1)) {
        return fail_dataset(path, format->name, "chunks of its own rank", "another rank", error);
    }
    if (cache > 2 * CACHE_LIMIT) {
        return fail_dataset(path, format->name, "chunks of at most 256 MiB across a row (h5repack changes them)",
                            "larger ones", error);
    }
    for (int i = 0; i < H5Pget_nfilters(plist); ++i) {
        unsigned flags, detail;
        size_t details = 0;
        char name[64] = "";
        const H5Z_filter_t filter =
            H5Pget_filter2(plist, (unsigned)i, &flags, &details, NULL, sizeof name, name, &detail);
        if (!ts_hdf5_filter_is_known(filter) || H5Zfilter_avail(filter) <= 0) {
            return fail_dataset(path, format->name, "deflate, shuffle or no compression (h5repack changes it)",
                                *name ? name : "an unknown one", error);
        }
    }
    unsigned options = 0;
    if (layout == H5D_CHUNKED && H5Pget_chunk_opts(plist, &options) >= 0 && options != 0) {
        return fail_dataset(path, format->name, "all chunks compressed alike (h5repack changes it)",
                            "others at the edge", error);
    }
    return TS_OK;
}

/* Does the file hold as many bytes as the rows need? A made-up length must not keep us busy for ever. */
static ts_status check_length(hid_t file, hid_t dataset, const char *path, const ts_column_format *format, size_t rows,
                              ts_error *error) {
    hsize_t file_size = 0;
    const hsize_t stored = H5Dget_storage_size(dataset);
    H5Fget_filesize(file, &file_size);
    const hsize_t least = (hsize_t)rows * (hsize_t)format->width * 4 / DEFLATE_LIMIT;
    if (stored <= file_size && stored >= least) return TS_OK;
    char found[80];
    snprintf(found, sizeof found, "%llu bytes in a file of %llu", (unsigned long long)stored,
             (unsigned long long)file_size);
    char expected[64];
    snprintf(expected, sizeof expected, "storage for %zu rows", rows);
    return fail_dataset(path, format->name, expected, found, error);
}

/* Opens it again, with a cache of the size that it needs: that cannot be said afterwards. */
static hid_t open_cached(hid_t file, const char *name, hsize_t cache) {
    const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    /* 4099: a prime well above the number of chunks within the cache, as HDF5 advises */
    H5Pset_chunk_cache(access, 4099, (size_t)cache, H5D_CHUNK_CACHE_W0_DEFAULT);
    const hid_t dataset = H5Dopen2(file, name, access);
    H5Pclose(access);
    return dataset;
}

/* Everything about an open data set; *cache is the chunk cache it needs. */
static ts_status check_dataset(hid_t file, ts_hdf5_column *opened, hsize_t *cache, ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[opened->column];
    ts_status status = check_type(opened->dataset, opened->path, opened->column, error);
    if (status == TS_OK) status = check_shape(opened->dataset, opened->path, format, &opened->rows, error);
    if (status != TS_OK) return status;
    const hid_t plist = H5Dget_create_plist(opened->dataset);
    *cache = cache_need(plist, format->width, sizeof(double));
    status = check_storage(plist, opened->path, opened->column, *cache, error);
    opened->chunked = H5Pget_layout(plist) == H5D_CHUNKED;
    if (status == TS_OK && opened->chunked && !ts_hdf5_layout_of(opened->dataset, plist, &opened->layout)) {
        status = fail_dataset(opened->path, format->name, "at most 8 filters", "more, or no layout", error);
    }
    const bool holds =
        opened->chunked || ts_hdf5_holds(opened->dataset, plist, (hsize_t)opened->rows * (hsize_t)format->width);
    H5Pclose(plist);
    if (status == TS_OK && format->width > 1) {
        status = check_length(file, opened->dataset, opened->path, format, opened->rows, error);
    }
    if (status != TS_OK || holds) return status;
    return fail_dataset(opened->path, format->name, "as many bytes as its values need", "more or less", error);
}

ts_status ts_hdf5_open_column(hid_t file, const char *path, ts_column column, ts_hdf5_column *opened, ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    H5L_info_t link;
    char reason[TS_HDF5_REASON_LENGTH];
    const bool known = H5Lget_info(file, format->name, &link, H5P_DEFAULT) >= 0;
    if (!known && H5Lexists(file, format->name, H5P_DEFAULT) <= 0) {
        *opened = (ts_hdf5_column){.path = path, .column = column, .dataset = -1};
        return format->required ? fail_dataset(path, format->name, "it to be there", "none", error) : TS_OK;
    }
    if (!known || link.type != H5L_TYPE_HARD) {
        return fail_dataset(path, format->name, "a data set", "a link", error);
    }
    /* H5Oget_info_by_name would tell the type without opening, but takes other arguments in 1.10 than since 1.12. */
    const hid_t object = H5Oopen(file, format->name, H5P_DEFAULT);
    if (object < 0) return fail_dataset(path, format->name, "a readable data set", ts_hdf5_reason(reason), error);
    if (H5Iget_type(object) != H5I_DATASET) {
        H5Oclose(object);
        return fail_dataset(path, format->name, "a data set", "another object", error);
    }
    hsize_t cache = 0;
    ts_hdf5_column made = {.path = path, .column = column, .dataset = object};
    const ts_status status = check_dataset(file, &made, &cache, error);
    if (status == TS_OK && cache <= DEFAULT_CACHE) {
        *opened = made;
        return TS_OK;
    }
    H5Oclose(object);
    if (status != TS_OK) return status;
    made.dataset = open_cached(file, format->name, cache);
    if (made.dataset < 0) return fail_dataset(path, format->name, "a readable data set", ts_hdf5_reason(reason), error);
    *opened = made;
    return TS_OK;
}

static ts_status fail_damaged(const ts_hdf5_column *from, hsize_t first, hsize_t count, const char *reason,
                              ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s: data set %s is damaged at rows %llu to %llu: %s", from->path,
                   TS_COLUMN_FORMATS[from->column].name, (unsigned long long)first,
                   (unsigned long long)(first + count - 1), reason);
}

/* Looks at each chunk once when rows are read in order. */
static ts_status check_chunks(ts_hdf5_column *from, const ts_hdf5_wanted *wanted, ts_hdf5_room *room, ts_error *error) {
    const hsize_t first = wanted->first, count = wanted->count;
    const char *reason;
    if (!from->chunked || (first >= from->whole[0] && first + count <= from->whole[1])) return TS_OK;
    if (ts_hdf5_chunks_are_whole(from->dataset, &from->layout, wanted, from->whole, room, &reason)) return TS_OK;
    return fail_damaged(from, first, count, reason, error);
}

ts_status ts_hdf5_read_column(ts_hdf5_column *from, hsize_t first, hsize_t count, void *to, ts_hdf5_room *room,
                              ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[from->column];
    const hid_t memory = ts_column_memory_type(from->column);
    const ts_hdf5_wanted wanted = {first, count, memory, to};
    const char *damage;
    const ts_hdf5_rows rows = from->chunked
                                  ? ts_hdf5_read_one_chunk(from->dataset, &from->layout, &wanted, room, &damage)
                                  : TS_HDF5_ROWS_LEFT;
    if (rows == TS_HDF5_ROWS_READ) return TS_OK;
    if (rows == TS_HDF5_ROWS_DAMAGED) return fail_damaged(from, first, count, damage, error);
    const ts_status status = check_chunks(from, &wanted, room, error);
    if (status != TS_OK) return status;
    const hsize_t start[] = {first, 0, 0}, size[] = {count, 4, 3};
    const hid_t there = H5Dget_space(from->dataset), here = H5Screate_simple(format->width > 1 ? 3 : 1, size, NULL);
    const bool read = H5Sselect_hyperslab(there, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
                      H5Dread(from->dataset, memory, here, there, H5P_DEFAULT, to) >= 0;
    H5Sclose(here);
    H5Sclose(there);
    if (read) return TS_OK;
    char reason[TS_HDF5_REASON_LENGTH];
    return ts_fail(error, TS_ERROR_DATA, "%s: data set %s: rows %llu to %llu cannot be read: %s", from->path,
                   format->name, (unsigned long long)first, (unsigned long long)(first + count - 1),
                   ts_hdf5_reason(reason));
}
