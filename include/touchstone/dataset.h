/* SPDX-License-Identifier: MIT
 * Query files: NYU rational CSV (read also in the layout of the Time of Impact data set) and Touchstone's HDF5
 * container, read and written in chunks. The formats are described in docs/file-formats.md. */
#ifndef TOUCHSTONE_DATASET_H
#define TOUCHSTONE_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TS_QUERY_CHUNK 4096

/* What a file says of a query besides the query. */
typedef struct ts_query_note {
    int8_t contact;            /* label or truth: 1 contact, 0 free, -1 not said */
    ts_feature truth_feature;  /* 0: not said */
    double truth_lo, truth_hi; /* bracket of the exact toi; NaN: not said */
    uint32_t scene;            /* index into the file's scene names */
    uint32_t step, iteration;  /* time step and Newton iteration of the recording; 0 unknown */
    uint64_t origin;           /* set by readers: index within the file, or within the data set that the CSV
                                * writer split by kind */
} ts_query_note;

/* Consecutive queries of one file. init allocates for `capacity` queries, clear frees. */
typedef struct ts_query_chunk {
    size_t first, count, capacity; /* first: index within the file of queries[0] */
    ts_ccd_query *queries;
    ts_query_note *notes;
} ts_query_chunk;

/* TS_ERROR_MEMORY is all that can happen. */
TS_API ts_status ts_query_chunk_init(ts_query_chunk *chunk, size_t capacity, ts_error *error);
TS_API void ts_query_chunk_clear(ts_query_chunk *chunk);

/* What a file says of itself. Strings are owned by the struct. */
typedef struct ts_query_meta {
    char *about;     /* free text, or NULL */
    char *generator; /* family and options that made it, or NULL */
    uint64_t seed;   /* 0: none */
    bool has_truth;  /* contact and brackets are exact (written by `dataset label` or the generator) */
    char **scenes;   /* names that ts_query_note.scene indexes */
    size_t scene_count;
    /* The file leaves these to whoever replays it (queries have 0 and 1). A writer told so leaves them out
     * as long as all queries have that value. */
    bool min_distance_unsaid, t_max_unsaid;
} ts_query_meta;

TS_API void ts_query_meta_clear(ts_query_meta *meta);
/* Strings and all; TS_ERROR_MEMORY is all that can happen. */
TS_API ts_status ts_query_meta_copy(const ts_query_meta *from, ts_query_meta *to, ts_error *error);

typedef enum ts_query_format { TS_FORMAT_CSV = 0, TS_FORMAT_HDF5 } ts_query_format;

/* "csv", "hdf5"; "unknown" for a format that there is not. */
TS_API const char *ts_query_format_name(ts_query_format format);

typedef struct ts_reader_options {
    bool round; /* CSV: round a rational that is no double to nearest-even and count it, instead of refusing */
} ts_reader_options;

/* ---- The files of a data set: a file stands for itself, a folder for all query files below it ---- */

typedef struct ts_query_files {
    size_t count;
    char **paths; /* sorted bytewise; each is the path given, plus '/' and what lies below it */
} ts_query_files;

/* Nothing is opened. TS_ERROR_DATA: no such path, unreadable folder, a folder without a query file, a link to nothing
 * in it, or a pipe by the name of a query file. */
TS_API ts_status ts_query_files_find(const char *path, ts_query_files *files, ts_error *error);
TS_API void ts_query_files_clear(ts_query_files *files);

/* ---- Reading ---- */

/* A reader belongs to one thread at a time, several may be open in several; those of HDF5 files take turns, as do their
 * writers. To open one forks: no other thread of the program may then be in HDF5 by a way of its own. */
typedef struct ts_query_reader ts_query_reader;

/* options: NULL for none. TS_ERROR_DATA: no such file, none that is known by its name or its first bytes, or one that
 * is not what it looks like. Ended by ts_query_reader_close. */
TS_API ts_status ts_query_reader_open(const char *path, const ts_reader_options *options, ts_query_reader **reader,
                                      ts_error *error);
/* From now on every coordinate, min_distance and t_max is rounded to single precision, and what changes is counted. Of
 * a query that does, the truth that a file states is dropped: it is another question's. A number beyond the range of
 * floats is TS_ERROR_DATA. */
TS_API void ts_query_reader_use_floats(ts_query_reader *reader);
/* Fills the chunk with the next queries, up to its capacity; count 0 at the end of the file. Every query
 * has passed ts_ccd_query_check. On an error the queries before the bad one have been delivered by an
 * earlier call or are in the chunk (count > 0 with the error returned by the next call). TS_ERROR_DATA: the file is
 * malformed, or a query is. */
TS_API ts_status ts_query_reader_next(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error);
/* Moves so that the next query read is number `index` of the file; TS_ERROR_DATA past the end. */
TS_API ts_status ts_query_reader_seek(ts_query_reader *reader, size_t index, ts_error *error);
/* Known without reading for HDF5; for CSV after a pass over the file's lines. */
TS_API ts_status ts_query_reader_count(ts_query_reader *reader, size_t *count, ts_error *error);
TS_API const ts_query_meta *ts_query_reader_meta(const ts_query_reader *reader); /* borrowed */
TS_API ts_query_format ts_query_reader_format(const ts_query_reader *reader);
/* Does the file itself say min_distance (container, or sidecar)? If not, queries have 0. */
TS_API bool ts_query_reader_has_min_distance(const ts_query_reader *reader);
TS_API bool ts_query_reader_has_t_max(const ts_query_reader *reader);
TS_API size_t ts_query_reader_rounded(const ts_query_reader *reader); /* numbers rounded so far */
TS_API void ts_query_reader_close(ts_query_reader *reader);

/* ---- Writing: a temporary file beside the target, renamed into place by finish ---- */

typedef struct ts_query_writer ts_query_writer;

/* HDF5: path is the file. CSV: path is the folder that will hold vertex-face/data.csv and so on, with
 * sidecars for what the CSV cannot say. meta: copied; NULL for nothing. An existing target is TS_ERROR_USAGE unless
 * `replace`, and so is a format that there is not. */
TS_API ts_status ts_query_writer_create(const char *path, ts_query_format format, bool replace,
                                        const ts_query_meta *meta, ts_query_writer **writer, ts_error *error);
/* TS_ERROR_DATA: a query or what is noted of it may not be; TS_ERROR_USAGE: the file cannot be written. The writer is
 * of no more use then, but to be finished or abandoned. */
TS_API ts_status ts_query_writer_append(ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error);
/* Completes the file and frees the writer, also on failure (then nothing new stands at the target): TS_ERROR_DATA
 * without a query, TS_ERROR_USAGE when it cannot be written or put in place. */
TS_API ts_status ts_query_writer_finish(ts_query_writer *writer, ts_error *error);
TS_API void ts_query_writer_abandon(ts_query_writer *writer);

/* ---- Converting: everything of `from` (a file or a folder) into one data set of the other format ---- */

typedef struct ts_convert_options {
    ts_query_format format;          /* to write */
    bool round;                      /* as in ts_reader_options */
    bool replace;                    /* an existing target */
    bool (*interrupted)(void *self); /* asked between chunks; may be NULL */
    void *self;
} ts_convert_options;

typedef struct ts_convert_result {
    size_t files, queries, rounded;
} ts_convert_result;

/* Queries, notes, min_distance and t_max arrive bit for bit. A folder that the CSV writer made gets back the
 * order it had; of any other the files follow each other, and where they name no scenes each becomes one. Errors are
 * those of finding, reading and writing, and TS_ERROR_INTERRUPTED; result may be NULL. */
TS_API ts_status ts_query_convert(const char *from, const char *to, const ts_convert_options *options,
                                  ts_convert_result *result, ts_error *error);

/* ---- Generators (seeded; the same seed and index give the same query on every machine) ---- */

typedef struct ts_family {
    const char *name;     /* "cloth-thick" */
    const char *stresses; /* one line: what it is hard on */
    bool degenerate;      /* made of exact degeneracies */
    /* Query number `index` of the stream `seed`, of the kind asked for, which must be one of the TS_CCD_KINDS. */
    void (*generate)(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query);
} ts_family;

/* In a fixed order; NULL past the last, and for a name that there is not. */
TS_API size_t ts_family_count(void);
TS_API const ts_family *ts_family_at(size_t index);
TS_API const ts_family *ts_family_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
