/* SPDX-License-Identifier: MIT
 * Whole JSON documents, read without leniency, and the checksum that tells whether one is as it was written. */
#ifndef TS_CORE_JSON_DOCUMENT_H
#define TS_CORE_JSON_DOCUMENT_H

#include <cJSON.h>

#include "core/error.h"

/* A document's member "checksum", its last: of the text before it, the white space between tokens left out. */
typedef enum ts_checksum {
    TS_CHECKSUM_NONE = 0,
    TS_CHECKSUM_RIGHT,
    TS_CHECKSUM_WRONG /* the document was damaged or edited */
} ts_checksum;

/* Exactly one document, without a member that stands in an object twice. name: of where the text is from, for messages,
 * which say line and column or path. The caller deletes *root. checksum: may be NULL. TS_ERROR_DATA. */
ts_status ts_json_document_parse(const char *text, const char *name, cJSON **root, ts_checksum *checksum,
                                 ts_error *error);
/* The same of a file. */
ts_status ts_json_document_read(const char *path, cJSON **root, ts_checksum *checksum, ts_error *error);

/* The text of an object, which has no checksum yet, with one; the caller frees it. NULL without memory. */
char *ts_json_with_checksum(const char *text);

#endif
