/* SPDX-License-Identifier: GPL-2.0-or-later
 * Building JSON without a check after every line: a failed allocation is remembered in the builder. */
#ifndef TS_RESULTS_JSON_BUILD_H
#define TS_RESULTS_JSON_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include <cJSON.h>

typedef struct ts_json_builder {
    bool failed; /* out of memory: what was built is incomplete */
} ts_json_builder;

/* A new object or array in `parent`; with a name when the parent is an object, NULL when it is an array.
 * A NULL parent gives NULL: everything below a failure is skipped. */
cJSON *ts_build_object(ts_json_builder *builder, cJSON *parent, const char *name);
cJSON *ts_build_array(ts_json_builder *builder, cJSON *parent, const char *name);
void ts_build_text(ts_json_builder *builder, cJSON *parent, const char *name, const char *text);
/* The same for a string made by malloc, which is freed; NULL counts as a failed allocation. */
void ts_build_own_text(ts_json_builder *builder, cJSON *parent, const char *name, char *text);
void ts_build_flag(ts_json_builder *builder, cJSON *parent, const char *name, bool value);
/* All digits, also above 2^53. */
void ts_build_count(ts_json_builder *builder, cJSON *parent, const char *name, uint64_t value);
/* %.17g; null when it is not finite. */
void ts_build_real(ts_json_builder *builder, cJSON *parent, const char *name, double value);
/* Text that is JSON already. */
void ts_build_raw(ts_json_builder *builder, cJSON *parent, const char *name, const char *json);

#endif
