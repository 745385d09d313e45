/* SPDX-License-Identifier: MIT
 * Writing queries as rational CSV. */
#ifndef TS_DATASETS_CSV_WRITER_H
#define TS_DATASETS_CSV_WRITER_H

#include "datasets/writer.h"

/* Allocates the writer and creates its temporary folder. base: what ts_query_writer_create has filled in; takes its
 * strings over, also on failure. */
ts_status ts_csv_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error);
/* TS_ERROR_USAGE when the target must not be made or replaced. */
ts_status ts_csv_check_target(const char *path, bool replace, ts_error *error);

#endif
