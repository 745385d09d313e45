/* SPDX-License-Identifier: MIT
 * Opening a container of queries. */
#ifndef TS_DATASETS_HDF5_READER_H
#define TS_DATASETS_HDF5_READER_H

#include "datasets/reader.h"

/* trial: or NULL; see ts_hdf5_try. */
ts_status ts_hdf5_open(const char *path, ts_hdf5_trial *trial, ts_query_reader **reader, ts_error *error);
/* Does the file begin as an HDF5 file does? */
bool ts_hdf5_looks_like(const char *path);

#endif
