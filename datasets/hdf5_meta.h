/* SPDX-License-Identifier: MIT
 * What an HDF5 container says of itself: attributes of its root group; and HDF5's own words about a failure. */
#ifndef TS_DATASETS_HDF5_META_H
#define TS_DATASETS_HDF5_META_H

#include <hdf5.h>

#include <touchstone/dataset.h>

#define TS_HDF5_VERSION 1

/* Both must be called with HDF5's error printing off. */
ts_status ts_hdf5_read_meta(hid_t file, const char *path, ts_query_meta *meta, ts_error *error);
ts_status ts_hdf5_write_meta(hid_t file, const char *path, const ts_query_meta *meta, ts_error *error);

#define TS_HDF5_REASON_LENGTH 200
/* The innermost message on HDF5's error stack; returns `reason`. */
const char *ts_hdf5_reason(char reason[TS_HDF5_REASON_LENGTH]);

#endif
