/* SPDX-License-Identifier: GPL-2.0-or-later
 * The envelope that every results file begins with (docs/results-schema.json), whatever kind of run it tells of. */
#ifndef TS_RESULTS_RESULTS_H
#define TS_RESULTS_RESULTS_H

#include <touchstone/status.h>

#include "benches/context.h"
#include "core/json_build.h"

/* Raised whenever a member of a results file changes its meaning; readers know the older ones. From 3 on a file ends
 * with a checksum (core/json_document.h). */
#define TS_RESULTS_SCHEMA 3
#define TS_RESULTS_CHECKSUM 3

typedef enum ts_results_kind {
    TS_RESULTS_REPLAY = 0,
    TS_RESULTS_TABLE,
    TS_RESULTS_BARRIER,
    TS_RESULTS_SIMULATE,
    TS_RESULTS_BARRIERS, /* the table of barriers */
    TS_RESULTS_CELL,     /* of the table: in its folder only */
    TS_RESULTS_KINDS
} ts_results_kind;

/* "replay", "table", "barrier", "simulate", "barriers", "cell"; "" for TS_RESULTS_KINDS. */
const char *ts_results_kind_name(ts_results_kind kind);

/* A new object with `schema`, `kind` and `context`: the rest is the caller's to add. Freed by cJSON_Delete; NULL
 * without memory, with the builder marked. */
cJSON *ts_results_begin(ts_json_builder *builder, ts_results_kind kind, const ts_context *context);

/* Writes the object, which it frees, with its checksum to `path`: complete or not at all; a file that exists is
 * replaced. A NULL root or a builder that failed is TS_ERROR_MEMORY. */
ts_status ts_results_write(ts_json_builder *builder, cJSON *root, const char *path, ts_error *error);
/* A printed object likewise; what: it is, for a complaint. NULL is TS_ERROR_MEMORY. */
ts_status ts_results_write_text(const char *text, const char *what, const char *path, ts_error *error);

#endif
