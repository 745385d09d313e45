/* SPDX-License-Identifier: GPL-2.0-or-later
 * How a run reads its query files. */
#ifndef TS_BENCHES_READING_H
#define TS_BENCHES_READING_H

#include <touchstone/dataset.h>

typedef struct ts_reading {
    bool round;  /* ts_reader_options */
    bool floats; /* ts_query_reader_use_floats */
} ts_reading;

static inline ts_status ts_reading_open(const char *path, const ts_reading *reading, ts_query_reader **reader,
                                        ts_error *error) {
    const ts_reader_options options = {.round = reading->round};
    const ts_status status = ts_query_reader_open(path, &options, reader, error);
    if (status == TS_OK && reading->floats) ts_query_reader_use_floats(*reader);
    return status;
}

#endif
