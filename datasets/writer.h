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

/* Frees the strings. */
void ts_writer_clear(ts_query_writer *base);

#endif
