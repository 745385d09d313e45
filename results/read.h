/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a results file of any kind and version. */
#ifndef TS_RESULTS_READ_H
#define TS_RESULTS_READ_H

#include <cJSON.h>

#include "results/record.h"

/* Any version. TS_ERROR_DATA: no such file, no JSON, not of Touchstone, or of a version to come. */
ts_status ts_results_read(const char *path, ts_results_file *results, ts_error *error);

/* All of a text file, which the caller frees; TS_ERROR_DATA. */
ts_status ts_read_text_file(const char *path, char **text, ts_error *error);

/* The file as JSON, which the caller deletes; TS_ERROR_DATA when it is missing or none. */
ts_status ts_results_parse(const char *path, cJSON **root, ts_error *error);

#endif
