/* SPDX-License-Identifier: MIT
 * Writing queries as a container. */
#ifndef TS_DATASETS_HDF5_WRITER_H
#define TS_DATASETS_HDF5_WRITER_H

#include "datasets/writer.h"

/* Allocates the writer and creates its temporary file. base: as for ts_csv_create. */
ts_status ts_hdf5_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error);

#endif
