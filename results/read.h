/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a results file of any kind and version. */
#ifndef TS_RESULTS_READ_H
#define TS_RESULTS_READ_H

#include <cJSON.h>

#include "results/record.h"
#include "results/results.h"

/* Any version. TS_ERROR_DATA: no such file, no JSON, not of Touchstone or of a version to come; not as it was written,
 * by its checksum (required from version 3 on), its schema (docs/results-schema.json) or its counts. */
ts_status ts_results_read(const char *path, ts_results_file *results, ts_error *error);

/* A results file as it was written; one of version 1 with `kind` in place of `what`. */
typedef struct ts_results_tree {
    cJSON *root; /* owned */
    int schema;
    ts_results_kind kind; /* TS_RESULTS_KINDS: none that this version knows */
    const char *said;     /* what it says itself of its kind; of the tree */
} ts_results_tree;

/* Any version; the caller deletes the root. TS_ERROR_DATA as of ts_results_read, but for the kind. */
ts_status ts_results_load(const char *path, ts_results_tree *tree, ts_error *error);
/* Is it a JSON file without a checksum, as older versions wrote them? Damage to it would not be noticed. */
bool ts_results_lack_checksum(const char *path);

#endif
