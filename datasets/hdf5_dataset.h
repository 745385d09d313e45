/* SPDX-License-Identifier: MIT
 * Opening one data set of a container that may be damaged or hostile: everything is checked before it is read. */
#ifndef TS_DATASETS_HDF5_DATASET_H
#define TS_DATASETS_HDF5_DATASET_H

#include "datasets/hdf5_columns.h"

/* *dataset is -1 when the file has none (and the column is not required). *rows is its number of rows.
 * Must be called with HDF5's error printing off. */
ts_status ts_hdf5_open_column(hid_t file, const char *path, ts_column column, hid_t *dataset, size_t *rows,
                              ts_error *error);

/* Reads rows [first, first + count) into the first rows of `to`. */
ts_status ts_hdf5_read_column(hid_t dataset, const char *path, ts_column column, hsize_t first, hsize_t count, void *to,
                              ts_error *error);

#endif
