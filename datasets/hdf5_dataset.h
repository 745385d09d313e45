/* SPDX-License-Identifier: MIT
 * Opening one data set of a container that may be damaged or hostile: everything is checked before it is read. */
#ifndef TS_DATASETS_HDF5_DATASET_H
#define TS_DATASETS_HDF5_DATASET_H

#include "datasets/hdf5_chunks.h"
#include "datasets/hdf5_columns.h"

/* A column of a container, open. */
typedef struct ts_hdf5_column {
    const char *path; /* of the container; borrowed */
    ts_column column;
    hid_t dataset; /* -1: the file has none */
    size_t rows;
    bool chunked;
    ts_hdf5_layout layout; /* when chunked */
    hsize_t whole[2];      /* rows from, up to: their chunks have been looked at */
} ts_hdf5_column;

/* opened->dataset is -1 when the file has none (and the column is not required).
 * Must be called with HDF5's error printing off. */
ts_status ts_hdf5_open_column(hid_t file, const char *path, ts_column column, ts_hdf5_column *opened, ts_error *error);

/* Reads rows [first, first + count) into the first rows of `to`; room: for its chunks. */
ts_status ts_hdf5_read_column(ts_hdf5_column *from, hsize_t first, hsize_t count, void *to, ts_hdf5_room *room,
                              ts_error *error);

#endif
