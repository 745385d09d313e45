/* SPDX-License-Identifier: MIT
 * A place in a JSON document that knows its own path, so that every complaint says where:
 * "objects[3].material.nu: 0.6 is outside (-1, 0.5)". The first complaint stays; reading on after it is harmless. */
#ifndef TS_CORE_JSON_AT_H
#define TS_CORE_JSON_AT_H

#include <stdbool.h>
#include <stddef.h>

#include <cJSON.h>

#include "core/error.h"

enum { TS_JSON_PATH = 200 };

typedef struct ts_json_reading {
    ts_status status;
    ts_error *error;  /* of the first complaint */
    const char *file; /* that the messages name */
} ts_json_reading;

typedef struct ts_json_at {
    const cJSON *json; /* NULL: the document has nothing there */
    char path[TS_JSON_PATH];
    ts_json_reading *reading;
} ts_json_at;

ts_json_at ts_json_root(const cJSON *document, ts_json_reading *reading);
ts_json_at ts_json_member(const ts_json_at *at, const char *name);
ts_json_at ts_json_item(const ts_json_at *at, int index);
int ts_json_items(const ts_json_at *at); /* of an array; 0 for anything else */

/* FILE: PATH: MESSAGE */
void ts_json_complain(const ts_json_at *at, const char *format, ...) TS_PRINTF(2, 3);
/* MESSAGE alone, TS_ERROR_USAGE: what stands there is not the document's but its reader's. */
void ts_json_refuse(const ts_json_at *at, const char *format, ...) TS_PRINTF(2, 3);
bool ts_json_failed(const ts_json_at *at);

/* Complains unless `at` is absent or an object all of whose members are in `names` (NULL-terminated). */
void ts_json_expect_object(const ts_json_at *at, const char *const *names);
bool ts_json_expect_array(const ts_json_at *at);

/* lo < value < hi, or <= where closed. */
typedef struct ts_json_range {
    double lo, hi;
    bool lo_closed, hi_closed;
} ts_json_range;

/* Where the member is absent: `standard`. After a complaint: a value in the range. */
double ts_json_number(const ts_json_at *at, const char *name, double standard, ts_json_range range);
bool ts_json_truth(const ts_json_at *at, const char *name, bool standard);
/* Borrowed from the document. */
const char *ts_json_string(const ts_json_at *at, const char *name, const char *standard);
/* Three finite numbers; out is untouched where the member is absent. False then. */
bool ts_json_vector(const ts_json_at *at, const char *name, double out[3]);
/* Index of the member's string in `names` (NULL-terminated). */
int ts_json_choice(const ts_json_at *at, const char *name, int standard, const char *const *names);
/* A number item by itself. */
double ts_json_value(const ts_json_at *at, ts_json_range range);
/* The same two of whole numbers, for ranges whose least is one of them: fractions are complained of. */
double ts_json_whole_number(const ts_json_at *at, const char *name, double standard, ts_json_range range);
double ts_json_whole_value(const ts_json_at *at, ts_json_range range);

extern const ts_json_range TS_JSON_ANY, TS_JSON_POSITIVE, TS_JSON_NOT_NEGATIVE;

#endif
