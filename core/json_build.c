/* SPDX-License-Identifier: MIT
 * cJSON with the error checks in one place. */
#include "core/json_build.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/c_locale.h"
#include "core/escape.h"

static cJSON *begin(ts_json_builder *builder, cJSON *root) {
    builder->failed = builder->failed || !root;
    return root;
}

cJSON *ts_build_root(ts_json_builder *builder) {
    return begin(builder, cJSON_CreateObject());
}

cJSON *ts_build_root_array(ts_json_builder *builder) {
    return begin(builder, cJSON_CreateArray());
}

static char *print(ts_json_builder *builder, cJSON *root, bool formatted) {
    char *text = NULL;
    if (root && !builder->failed) text = formatted ? cJSON_Print(root) : cJSON_PrintUnformatted(root);
    text = ts_json_shown(text);
    builder->failed = !text;
    cJSON_Delete(root);
    return text;
}

char *ts_build_print(ts_json_builder *builder, cJSON *root) {
    return print(builder, root, true);
}

char *ts_build_print_compact(ts_json_builder *builder, cJSON *root) {
    return print(builder, root, false);
}

/* Owns the item from here on, also when it cannot be added. */
static cJSON *add(ts_json_builder *builder, cJSON *parent, const char *name, cJSON *item) {
    const bool added =
        parent && item && (name ? cJSON_AddItemToObject(parent, name, item) : cJSON_AddItemToArray(parent, item));
    if (added) return item;
    cJSON_Delete(item);
    builder->failed = true;
    return NULL;
}

cJSON *ts_build_object(ts_json_builder *builder, cJSON *parent, const char *name) {
    return add(builder, parent, name, cJSON_CreateObject());
}

cJSON *ts_build_array(ts_json_builder *builder, cJSON *parent, const char *name) {
    return add(builder, parent, name, cJSON_CreateArray());
}

void ts_build_text(ts_json_builder *builder, cJSON *parent, const char *name, const char *text) {
    add(builder, parent, name, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void ts_build_own_text(ts_json_builder *builder, cJSON *parent, const char *name, char *text) {
    add(builder, parent, name, text ? cJSON_CreateString(text) : NULL);
    free(text);
}

void ts_build_flag(ts_json_builder *builder, cJSON *parent, const char *name, bool value) {
    add(builder, parent, name, cJSON_CreateBool(value));
}

void ts_build_null(ts_json_builder *builder, cJSON *parent, const char *name) {
    add(builder, parent, name, cJSON_CreateNull());
}

void ts_build_count(ts_json_builder *builder, cJSON *parent, const char *name, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    add(builder, parent, name, cJSON_CreateRaw(digits));
}

void ts_build_real(ts_json_builder *builder, cJSON *parent, const char *name, double value) {
    char digits[32];
    ts_c_locale locale;
    ts_c_locale_enter(&locale);
    snprintf(digits, sizeof digits, "%.17g", value);
    ts_c_locale_leave(&locale);
    add(builder, parent, name, isfinite(value) ? cJSON_CreateRaw(digits) : cJSON_CreateNull());
}

void ts_build_raw(ts_json_builder *builder, cJSON *parent, const char *name, const char *json) {
    add(builder, parent, name, cJSON_CreateRaw(json));
}

void ts_build_move(ts_json_builder *builder, cJSON *parent, const char *name, cJSON *root) {
    add(builder, parent, name, root);
}

void ts_build_copy(ts_json_builder *builder, cJSON *parent, const char *name, const cJSON *item) {
    add(builder, parent, name, cJSON_Duplicate(item, true));
}
