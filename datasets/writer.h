/* SPDX-License-Identifier: MIT
 * What the two formats implement so that ts_query_writer can be one type. */
#ifndef TS_DATASETS_WRITER_H
#define TS_DATASETS_WRITER_H

#include <touchstone/dataset.h>

typedef struct ts_writer_format {
    /* The chunk's queries and notes have been checked. */
    ts_status (*append)(ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error);
    /* Completes what stands at the temporary path. */
    ts_status (*complete)(ts_query_writer *writer, ts_error *error);
    /* Puts it in the target's place. */
    ts_status (*place)(ts_query_writer *writer, ts_error *error);
    /* Closes what is open, removes what is left at the temporary path and frees the writer, not the fields below. */
    void (*discard)(ts_query_writer *writer);
} ts_writer_format;

/* The first member of either format's writer. */
struct ts_query_writer {
    const ts_writer_format *format;
    char *path, *temporary;
    bool replace;
    ts_query_meta meta;
    size_t count; /* queries appended */
    bool failed;  /* an append failed: there is nothing to finish */
};

/* Allocate the writer and create its temporary file or folder. base: what ts_query_writer_create has filled
 * in; they take its strings over, also on failure. */
ts_status ts_csv_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error);
ts_status ts_hdf5_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error);
/* TS_ERROR_USAGE when the target must not be made or replaced. */
ts_status ts_csv_check_target(const char *path, bool replace, ts_error *error);

/* Frees the strings. */
void ts_writer_clear(ts_query_writer *base);

#endif
