/* SPDX-License-Identifier: GPL-2.0-or-later
 * cJSON with the error checks in one place. */
#include "results/json_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/json.h"

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
    add(builder, parent, name, cJSON_CreateString(text));
}

void ts_build_own_text(ts_json_builder *builder, cJSON *parent, const char *name, char *text) {
    add(builder, parent, name, text ? cJSON_CreateString(text) : NULL);
    free(text);
}

void ts_build_flag(ts_json_builder *builder, cJSON *parent, const char *name, bool value) {
    add(builder, parent, name, cJSON_CreateBool(value));
}

void ts_build_count(ts_json_builder *builder, cJSON *parent, const char *name, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    add(builder, parent, name, cJSON_CreateRaw(digits));
}

void ts_build_real(ts_json_builder *builder, cJSON *parent, const char *name, double value) {
    add(builder, parent, name, ts_json_real(value));
}

void ts_build_raw(ts_json_builder *builder, cJSON *parent, const char *name, const char *json) {
    add(builder, parent, name, cJSON_CreateRaw(json));
}
