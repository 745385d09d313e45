/* SPDX-License-Identifier: MIT
 * Building JSON without a check after every line: a failed allocation is remembered in the builder, everything built
 * after it is skipped, and printing tells. All of Touchstone's JSON is built here. */
#ifndef TS_CORE_JSON_BUILD_H
#define TS_CORE_JSON_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include <cJSON.h>

/* Readers take numbers of JSON for doubles: a whole number up to here is read as it is written, the next may be the one
 * after it, rounded. */
#define TS_MOST_IN_JSON ((UINT64_C(1) << 53) - 1)

typedef struct ts_json_builder {
    bool failed; /* out of memory: what was built is incomplete */
} ts_json_builder;

/* A tree of its own; cJSON_Delete or ts_build_print frees it. */
cJSON *ts_build_root(ts_json_builder *builder);
cJSON *ts_build_root_array(ts_json_builder *builder);
/* The tree as text, for the caller to free, and frees the tree; NULL when anything failed. */
char *ts_build_print(ts_json_builder *builder, cJSON *root);
/* The same on one line. */
char *ts_build_print_compact(ts_json_builder *builder, cJSON *root);

/* A new object or array in `parent`; with a name when the parent is an object, NULL when it is an array.
 * A NULL parent gives NULL: everything below a failure is skipped. */
cJSON *ts_build_object(ts_json_builder *builder, cJSON *parent, const char *name);
cJSON *ts_build_array(ts_json_builder *builder, cJSON *parent, const char *name);
/* NULL is null. */
void ts_build_text(ts_json_builder *builder, cJSON *parent, const char *name, const char *text);
/* The same for a string made by malloc, which is freed; NULL counts as a failed allocation. */
void ts_build_own_text(ts_json_builder *builder, cJSON *parent, const char *name, char *text);
void ts_build_flag(ts_json_builder *builder, cJSON *parent, const char *name, bool value);
void ts_build_null(ts_json_builder *builder, cJSON *parent, const char *name);
/* All digits, also above 2^53. */
void ts_build_count(ts_json_builder *builder, cJSON *parent, const char *name, uint64_t value);
/* %.17g, which reads back as the same double; null when it is not finite. */
void ts_build_real(ts_json_builder *builder, cJSON *parent, const char *name, double value);
/* Text that is JSON already. */
void ts_build_raw(ts_json_builder *builder, cJSON *parent, const char *name, const char *json);
/* A tree that was begun on its own, owned by the parent from here on; freed when it cannot be. */
void ts_build_move(ts_json_builder *builder, cJSON *parent, const char *name, cJSON *root);
/* A copy of a part of another tree. */
void ts_build_copy(ts_json_builder *builder, cJSON *parent, const char *name, const cJSON *item);

#endif
