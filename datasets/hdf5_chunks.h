/* SPDX-License-Identifier: MIT
 * Whether the values of a container are as many as HDF5 takes them to be. It does not look: it copies what a whole
 * chunk would hold out of the buffer of one that unpacks to less, and what all rows would out of a compact data set of
 * no bytes. */
#ifndef TS_DATASETS_HDF5_CHUNKS_H
#define TS_DATASETS_HDF5_CHUNKS_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Where a chunk lies as it is stored, and unpacked: kept from one to the next, since to have the system take back and
 * hand out such long pieces costs as much as to unpack them. All zero at first. */
typedef struct ts_hdf5_room {
    unsigned char *stored, *unpacked[2];
    size_t stored_size, unpacked_size;
} ts_hdf5_room;

void ts_hdf5_room_clear(ts_hdf5_room *room);

/* What hdf5_chunks.c can undo: deflate, shuffle, checksums. */
bool ts_hdf5_filter_is_known(H5Z_filter_t filter);

enum { TS_HDF5_RANK = 3, TS_HDF5_FILTERS = 8 };

/* How the values of a data set in chunks are stored. */
typedef struct ts_hdf5_layout {
    int rank, filters;
    hsize_t size[TS_HDF5_RANK], extent[TS_HDF5_RANK]; /* of a chunk, of the whole */
    H5Z_filter_t filter[TS_HDF5_FILTERS];             /* in the order of writing */
    hsize_t file_bytes;
    size_t value_bytes, bytes; /* of a whole chunk, unpacked */
} ts_hdf5_layout;

/* plist: of its creation. False when it is none that can be read here. */
bool ts_hdf5_layout_of(hid_t dataset, hid_t plist, ts_hdf5_layout *layout);

/* Of a data set without chunks: has it this many values? One that was never written has none in the file, and reads as
 * its fill value. */
bool ts_hdf5_holds(hid_t dataset, hid_t plist, hsize_t values);

typedef struct ts_hdf5_wanted {
    hsize_t first, count; /* rows */
    hid_t memory;         /* type of the values in `to` */
    void *to;
} ts_hdf5_wanted;

/* Has each chunk that holds a wanted row the length it should? So has one that was never written.
 * layout: of the data set, all its filters known. whole: rows from, up to, that are known to be; they are not looked at
 * again, and it becomes those that were. `reason`, when not, is said in words. */
bool ts_hdf5_chunks_are_whole(hid_t dataset, const ts_hdf5_layout *layout, const ts_hdf5_wanted *wanted,
                              hsize_t whole[2], ts_hdf5_room *room, const char **reason);

/* The wanted rows when they are just one chunk that is compressed in the usual way: unpacked once, for
 * the look at its length and for its values. TS_HDF5_ROWS_LEFT: HDF5 has to read them. */
typedef enum ts_hdf5_rows { TS_HDF5_ROWS_READ = 0, TS_HDF5_ROWS_DAMAGED, TS_HDF5_ROWS_LEFT } ts_hdf5_rows;

/* `reason`, when damaged, is said in words. */
ts_hdf5_rows ts_hdf5_read_one_chunk(hid_t dataset, const ts_hdf5_layout *layout, const ts_hdf5_wanted *wanted,
                                    ts_hdf5_room *room, const char **reason);

#endif
