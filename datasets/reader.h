/* SPDX-License-Identifier: MIT
 * What the two formats implement so that ts_query_reader can be one type. */
#ifndef TS_DATASETS_READER_H
#define TS_DATASETS_READER_H

#include "datasets/hdf5_trial.h"
#include <touchstone/dataset.h>

typedef struct ts_reader_format {
    ts_query_format format;
    /* Appends queries to the chunk until it is full or the file ends. On an error chunk->count tells how
     * many good ones stand before the bad one. */
    ts_status (*fill)(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error);
    /* Moves to `index`, which may lie past the end (then TS_ERROR_DATA). */
    ts_status (*seek)(ts_query_reader *reader, size_t index, ts_error *error);
    ts_status (*count)(ts_query_reader *reader, size_t *count, ts_error *error);
    void (*close)(ts_query_reader *reader); /* frees the reader, not the fields below */
} ts_reader_format;

/* The first member of either format's reader. */
struct ts_query_reader {
    const ts_reader_format *format;
    char *path;
    ts_query_meta meta;
    size_t position; /* index of the next query */
    size_t rounded;
    bool floats;     /* ts_query_reader_use_floats */
    bool split;      /* the CSV writer's: origin tells the order among the files of its folder */
    ts_error failed; /* what the next call returns; TS_OK: nothing */
};

/* As ts_query_reader_open, for who opens many files one after the other: containers are first tried in the process of
 * `trial` (ts_hdf5_try), which the caller ends. NULL: each in a process of its own. */
ts_status ts_query_reader_open_next(const char *path, const ts_reader_options *options, ts_hdf5_trial *trial,
                                    ts_query_reader **reader, ts_error *error);

/* For seek: there is no query `index` in a file of `count`. */
ts_status ts_reader_past_end(const ts_query_reader *reader, size_t index, size_t count, ts_error *error);

#endif
