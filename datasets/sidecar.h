/* SPDX-License-Identifier: MIT
 * Files beside X.csv that say, one line a query, what the CSV cannot: X.min_distance, X.t_max, X.notes. */
#ifndef TS_DATASETS_SIDECAR_H
#define TS_DATASETS_SIDECAR_H

#include <touchstone/dataset.h>

#include "datasets/lines.h"

#define TS_SIDECAR_MIN_DISTANCE ".min_distance"
#define TS_SIDECAR_T_MAX ".t_max"
#define TS_SIDECAR_NOTES ".notes"

typedef struct ts_sidecar {
    bool present;
    ts_lines lines;
    size_t header; /* lines before the first query's */
} ts_sidecar;

/* Opens X.SUFFIX beside X.csv if there is one. */
ts_status ts_sidecar_open(ts_sidecar *sidecar, const char *csv, const char *suffix, ts_error *error);
void ts_sidecar_close(ts_sidecar *sidecar);
ts_status ts_sidecar_seek(ts_sidecar *sidecar, size_t index, ts_error *error);
/* The line of the next query; TS_ERROR_DATA when there is none left. */
ts_status ts_sidecar_next(ts_sidecar *sidecar, char **text, size_t *length, ts_error *error);
/* The same as a decimal number. */
ts_status ts_sidecar_number(ts_sidecar *sidecar, double *value, ts_error *error);
/* Nothing may follow once the CSV is at its end. */
ts_status ts_sidecar_end(ts_sidecar *sidecar, ts_error *error);

/* A finite decimal number that fills the whole text. */
bool ts_parse_double(const char *text, double *value);
/* A decimal integer without sign, at most `most`. */
bool ts_parse_unsigned(const char *text, uint64_t most, uint64_t *value);

#endif
