/* SPDX-License-Identifier: MIT
 * Chunks are read as they are stored, and unpacked to see how long they become. */
#include "datasets/hdf5_chunks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/hdf5_bytes.h"

enum { FLETCHER32_BYTES = 4, SPARE = TS_HDF5_FILTERS * FLETCHER32_BYTES };

bool ts_hdf5_filter_is_known(H5Z_filter_t filter) {
    return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
}

static size_t value_size(hid_t dataset) {
    const hid_t type = H5Dget_type(dataset);
    const size_t size = H5Tget_size(type);
    H5Tclose(type);
    return size;
}

bool ts_hdf5_holds(hid_t dataset, hid_t plist, hsize_t values) {
    const hsize_t stored = H5Dget_storage_size(dataset);
    if (stored == values * value_size(dataset)) return true;
    return stored == 0 && H5Pget_layout(plist) == H5D_CONTIGUOUS && H5Dget_offset(dataset) == HADDR_UNDEF;
}

static const char *const NOT_ITS_LENGTH = "a chunk does not unpack to its length";

/* ---- Room ---- */

void ts_hdf5_room_clear(ts_hdf5_room *room) {
    free(room->stored);
    for (int r = 0; r < 2; ++r) free(room->unpacked[r]);
    *room = (ts_hdf5_room){0};
}

/* False without memory. */
static bool make_room(unsigned char **bytes, size_t *size, size_t wanted) {
    if (*bytes && *size >= wanted) return true;
    free(*bytes);
    *bytes = malloc(wanted);
    *size = *bytes ? wanted : 0;
    return *bytes != NULL;
}

static bool make_room_unpacked(ts_hdf5_room *room, size_t wanted) {
    size_t sizes[2] = {room->unpacked_size, room->unpacked_size};
    const bool made =
        make_room(&room->unpacked[0], &sizes[0], wanted) && make_room(&room->unpacked[1], &sizes[1], wanted);
    room->unpacked_size = made ? sizes[0] : 0;
    return made;
}

/* ---- One chunk ---- */

typedef struct chunks {
    hid_t dataset;
    const ts_hdf5_layout *is;
    ts_hdf5_room *room; /* unpacked: [bytes + SPARE] */
    const char *reason;
} chunks;

/* The length to which stored bytes unpack, SIZE_MAX when they do not. mask: filters that were left out, a bit each. */
static size_t unpacked_length(const chunks *of, const unsigned char *stored, size_t length, uint32_t mask) {
    const size_t room = of->is->bytes + SPARE;
    for (int f = of->is->filters - 1, to = 0; f >= 0; --f) {
        if (mask >> f & 1u || of->is->filter[f] == H5Z_FILTER_SHUFFLE) continue;
        if (of->is->filter[f] == H5Z_FILTER_FLETCHER32) {
            if (length < FLETCHER32_BYTES) return SIZE_MAX;
            length -= FLETCHER32_BYTES;
        } else {
            length = ts_inflate(stored, length, of->room->unpacked[to], room);
            if (length == SIZE_MAX) return SIZE_MAX;
            stored = of->room->unpacked[to];
            to = 1 - to;
        }
    }
    return length;
}

/* Of one that is stored as it is. H5Dget_chunk_storage_size would not say its length in the file, but the right one. */
static bool is_plain_whole(chunks *of, const hsize_t *at) {
    unsigned mask = 0;
    haddr_t place = HADDR_UNDEF;
    hsize_t stored = 0;
    of->reason = "a chunk has not its length";
    if (H5Dget_chunk_info_by_coord(of->dataset, at, &mask, &place, &stored) < 0) return false;
    return place == HADDR_UNDEF || stored == of->is->bytes;
}

/* What is stored of a chunk, in the room; NULL, with a reason, when it cannot be had. */
static const unsigned char *stored_bytes(chunks *of, const hsize_t *at, hsize_t stored, uint32_t *mask) {
    ts_hdf5_room *room = of->room;
    of->reason = "a chunk is longer than the file, or there is no memory for it";
    if (stored > of->is->file_bytes || !make_room(&room->stored, &room->stored_size, (size_t)stored)) return NULL;
    of->reason = "a chunk cannot be read";
    return H5Dread_chunk(of->dataset, H5P_DEFAULT, at, mask, room->stored) < 0 ? NULL : room->stored;
}

static bool is_whole(chunks *of, const hsize_t *at) {
    hsize_t stored = 0;
    uint32_t mask = 0;
    if (of->is->filters == 0) return is_plain_whole(of, at);
    /* An error, too, of one that was never written; H5Dread says the same if it is not that. */
    if (H5Dget_chunk_storage_size(of->dataset, at, &stored) < 0 || stored == 0) return true;
    const unsigned char *bytes = stored_bytes(of, at, stored, &mask);
    if (!bytes) return false;
    const bool whole = unpacked_length(of, bytes, (size_t)stored, mask) == of->is->bytes;
    if (!whole) of->reason = NOT_ITS_LENGTH;
    return whole;
}

/* ---- All of some rows ---- */

bool ts_hdf5_layout_of(hid_t dataset, hid_t plist, ts_hdf5_layout *layout) {
    ts_hdf5_layout is = {.value_bytes = value_size(dataset)};
    const hid_t space = H5Dget_space(dataset), file = H5Iget_file_id(dataset);
    is.rank = H5Pget_chunk(plist, TS_HDF5_RANK, is.size);
    const bool ranks_agree = is.rank > 0 && is.rank <= TS_HDF5_RANK && H5Sget_simple_extent_ndims(space) == is.rank;
    if (ranks_agree) H5Sget_simple_extent_dims(space, is.extent, NULL);
    is.filters = H5Pget_nfilters(plist);
    is.bytes = is.value_bytes;
    for (int d = 0; d < is.rank && d < TS_HDF5_RANK; ++d) is.bytes *= (size_t)is.size[d];
    for (int f = 0; f < is.filters && f < TS_HDF5_FILTERS; ++f) {
        unsigned flags, detail;
        size_t details = 0;
        is.filter[f] = H5Pget_filter2(plist, (unsigned)f, &flags, &details, NULL, 0, NULL, &detail);
    }
    const bool described = H5Fget_filesize(file, &is.file_bytes) >= 0;
    H5Fclose(file);
    H5Sclose(space);
    *layout = is;
    return described && ranks_agree && is.filters <= TS_HDF5_FILTERS;
}

static bool begin(chunks *of) {
    of->reason = "there is no memory for a chunk";
    return make_room_unpacked(of->room, of->is->bytes + SPARE);
}

/* The next chunk across the rows; false when `at` was the last of them. */
static bool step_across(const chunks *of, hsize_t *at) {
    for (int d = of->is->rank - 1; d > 0; --d) {
        at[d] += of->is->size[d];
        if (at[d] < of->is->extent[d]) return true;
        at[d] = 0;
    }
    return false;
}

static bool are_whole(chunks *of, hsize_t first, hsize_t count, hsize_t whole[2]) {
    const hsize_t start = first / of->is->size[0] * of->is->size[0];
    hsize_t row = start;
    for (; row < first + count; row += of->is->size[0]) {
        hsize_t at[TS_HDF5_RANK] = {row};
        if (row >= whole[0] && row + of->is->size[0] <= whole[1]) continue;
        do {
            if (!is_whole(of, at)) return false;
        } while (step_across(of, at));
    }
    whole[0] = start;
    whole[1] = row;
    return true;
}

bool ts_hdf5_chunks_are_whole(hid_t dataset, const ts_hdf5_layout *layout, const ts_hdf5_wanted *wanted,
                              hsize_t whole[2], ts_hdf5_room *room, const char **reason) {
    chunks of = {.dataset = dataset, .is = layout, .room = room};
    const bool are = begin(&of) && are_whole(&of, wanted->first, wanted->count, whole);
    *reason = of.reason;
    return are;
}

/* ---- Rows that are one chunk ---- */

/* Deflate, with or without shuffle before it. */
static bool is_usual(const ts_hdf5_layout *is) {
    return (is->filters == 1 && is->filter[0] == H5Z_FILTER_DEFLATE) ||
           (is->filters == 2 && is->filter[0] == H5Z_FILTER_SHUFFLE && is->filter[1] == H5Z_FILTER_DEFLATE);
}

static bool is_one_chunk(const chunks *of, hsize_t first, hsize_t count) {
    for (int d = 1; d < of->is->rank; ++d) {
        if (of->is->size[d] != of->is->extent[d]) return false;
    }
    return first % of->is->size[0] == 0 &&
           (count == of->is->size[0] || (count < of->is->size[0] && first + count == of->is->extent[0]));
}

static bool convert(hid_t dataset, hid_t memory, size_t values, void *to) {
    const hid_t type = H5Dget_type(dataset);
    const bool converted = H5Tconvert(type, memory, values, to, NULL, H5P_DEFAULT) >= 0;
    H5Tclose(type);
    return converted;
}

static ts_hdf5_rows read_one_chunk(chunks *of, const ts_hdf5_wanted *wanted) {
    const hsize_t at[TS_HDF5_RANK] = {wanted->first};
    hsize_t stored = 0;
    uint32_t mask = 0;
    if (!is_usual(of->is) || !is_one_chunk(of, wanted->first, wanted->count)) return TS_HDF5_ROWS_LEFT;
    if (H5Dget_chunk_storage_size(of->dataset, at, &stored) < 0 || stored == 0) return TS_HDF5_ROWS_LEFT;
    const unsigned char *bytes = stored_bytes(of, at, stored, &mask);
    if (!bytes) return TS_HDF5_ROWS_DAMAGED;
    const bool is_plain = mask != 0;
    const bool whole = is_plain || ts_inflate(bytes, (size_t)stored, of->room->unpacked[0],
                                              of->is->bytes + FLETCHER32_BYTES) == of->is->bytes;
    if (is_plain) return TS_HDF5_ROWS_LEFT;
    of->reason = NOT_ITS_LENGTH;
    if (!whole) return TS_HDF5_ROWS_DAMAGED;
    const size_t size = of->is->value_bytes, values = of->is->bytes / size,
                 here = values / (size_t)of->is->size[0] * (size_t)wanted->count;
    const bool is_shuffled = of->is->filters == 2;
    if (is_shuffled) ts_unshuffle(of->room->unpacked[0], values, here, size, of->room->unpacked[1]);
    memcpy(wanted->to, of->room->unpacked[is_shuffled], here * size);
    return convert(of->dataset, wanted->memory, here, wanted->to) ? TS_HDF5_ROWS_READ : TS_HDF5_ROWS_LEFT;
}

ts_hdf5_rows ts_hdf5_read_one_chunk(hid_t dataset, const ts_hdf5_layout *layout, const ts_hdf5_wanted *wanted,
                                    ts_hdf5_room *room, const char **reason) {
    chunks of = {.dataset = dataset, .is = layout, .room = room};
    const ts_hdf5_rows rows = begin(&of) ? read_one_chunk(&of, wanted) : TS_HDF5_ROWS_LEFT;
    *reason = of.reason;
    return rows;
}
