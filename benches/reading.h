/* SPDX-License-Identifier: GPL-2.0-or-later
 * How a run reads its query files. */
#ifndef TS_BENCHES_READING_H
#define TS_BENCHES_READING_H

#include "datasets/reader.h"
#include <touchstone/dataset.h>

typedef struct ts_reading {
    bool round;  /* ts_reader_options */
    bool floats; /* ts_query_reader_use_floats */
} ts_reading;

/* trial: as in ts_query_reader_open_next. */
static inline ts_status ts_reading_open_next(const char *path, const ts_reading *reading, ts_hdf5_trial *trial,
                                             ts_query_reader **reader, ts_error *error) {
    const ts_reader_options options = {.round = reading->round};
    const ts_status status = ts_query_reader_open_next(path, &options, trial, reader, error);
    if (status == TS_OK && reading->floats) ts_query_reader_use_floats(*reader);
    return status;
}

static inline ts_status ts_reading_open(const char *path, const ts_reading *reading, ts_query_reader **reader,
                                        ts_error *error) {
    return ts_reading_open_next(path, reading, NULL, reader, error);
}

#endif
