/* SPDX-License-Identifier: MIT
 * Opening a folder or file of queries as rational CSV. */
#ifndef TS_DATASETS_CSV_READER_H
#define TS_DATASETS_CSV_READER_H

#include "datasets/reader.h"

ts_status ts_csv_open(const char *path, const ts_reader_options *options, ts_query_reader **reader, ts_error *error);

#endif
