/* SPDX-License-Identifier: MIT
 * The data sets of Touchstone's HDF5 container, one row a query, and rows of them in memory. */
#ifndef TS_DATASETS_HDF5_COLUMNS_H
#define TS_DATASETS_HDF5_COLUMNS_H

#include <hdf5.h>
#include <stdbool.h>

#include <touchstone/dataset.h>

/* Rows are read and written this many at a time, and the writer's chunks hold as many. */
#define TS_HDF5_ROWS 4096

typedef enum ts_column {
    TS_COLUMN_KIND = 0,
    TS_COLUMN_X0, /* [n,4,3]; all others are [n] */
    TS_COLUMN_X1,
    TS_COLUMN_MIN_DISTANCE,
    TS_COLUMN_T_MAX,
    TS_COLUMN_CONTACT,
    TS_COLUMN_TRUTH_LO,
    TS_COLUMN_TRUTH_HI,
    TS_COLUMN_TRUTH_FEATURE,
    TS_COLUMN_SCENE,
    TS_COLUMN_STEP,
    TS_COLUMN_ITERATION,
    TS_COLUMNS
} ts_column;

typedef struct ts_column_format {
    const char *name;
    bool required;        /* in a file to be read */
    bool real;            /* double in memory, else int64_t */
    bool nan;             /* may be NaN: not said */
    int width;            /* values per row: 12 or 1 */
    double least, most;   /* of a value */
    const char *expected; /* the same in words */
    double unsaid;        /* what a file without the data set means */
} ts_column_format;

extern const ts_column_format TS_COLUMN_FORMATS[TS_COLUMNS];

/* Type in the file (as written) and in memory; borrowed. */
hid_t ts_column_file_type(ts_column column);
hid_t ts_column_memory_type(ts_column column);
/* Is `type` one of HDF5's standard types of the class that the column needs, of either byte order? */
bool ts_column_accepts(ts_column column, hid_t type);
bool ts_hdf5_is_integer(hid_t type);

/* Rows of all columns in memory: values[c] is double or int64_t [capacity][width]. */
typedef struct ts_column_rows {
    size_t capacity;
    void *values[TS_COLUMNS];
} ts_column_rows;

ts_status ts_column_rows_init(ts_column_rows *rows, size_t capacity, ts_error *error);
void ts_column_rows_clear(ts_column_rows *rows);
/* Fills a column with what a file without it means. */
void ts_column_rows_unsaid(ts_column_rows *rows, ts_column column);
/* Row -> query; TS_ERROR_DATA names the data set and `index`, the row's number in the file. */
ts_status ts_column_rows_get(const ts_column_rows *rows, size_t row, size_t index, ts_ccd_query *query,
                             ts_query_note *note, ts_error *error);
/* Query -> row; unused vertices become zero. */
void ts_column_rows_set(ts_column_rows *rows, size_t row, const ts_ccd_query *query, const ts_query_note *note);
/* Is the column what a file without it means, in all of the first `count` rows? */
bool ts_column_rows_are_unsaid(const ts_column_rows *rows, ts_column column, size_t count);

#endif
