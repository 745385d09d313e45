/* SPDX-License-Identifier: MIT
 * Results files changed on purpose: as a tree, and written again with a checksum that fits. */
#ifndef TS_TESTS_RESULTS_EDITED_H
#define TS_TESTS_RESULTS_EDITED_H

#include <cJSON.h>
#include <stdbool.h>

#include "core/json_document.h"
#include "tests/datasets/scratch.h"

static inline cJSON *edited_load(const char *path) {
    size_t length;
    char *text = read_bytes(path, &length);
    cJSON *root = cJSON_Parse(text);
    ck_assert_ptr_nonnull(root);
    free(text);
    return root;
}

static inline cJSON *edited_member(cJSON *object, const char *name) {
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(item != NULL, "no %s", name);
    return item;
}

/* Deletes the tree. */
static inline void edited_write(cJSON *root, bool with_checksum, const char *path) {
    cJSON_DeleteItemFromObject(root, "checksum");
    char *text = cJSON_Print(root);
    char *whole = with_checksum ? ts_json_with_checksum(text) : strdup(text);
    write_file(path, whole);
    cJSON_free(text);
    free(whole);
    cJSON_Delete(root);
}

/* Results: versions before 3 had no checksum. Deletes the tree. */
static inline void edited_store(cJSON *root, const char *path) {
    edited_write(root, edited_member(root, "schema")->valuedouble >= 3.0, path);
}

static inline void edited_add(cJSON *object, const char *name, double more) {
    cJSON *item = edited_member(object, name);
    cJSON_SetNumberValue(item, item->valuedouble + more);
}

/* ---- Written by hand ---- */

static inline cJSON *edited_complete_value(const cJSON *schema, const cJSON *rule, cJSON *value);

/* What docs/results-schema.json asks for beside what is there: 0, "", empty lists. */
static inline cJSON *edited_complete_object(const cJSON *schema, const cJSON *rule, cJSON *value) {
    const cJSON *own = cJSON_GetObjectItem(rule, "properties"), *name;
    cJSON_ArrayForEach(name, cJSON_GetObjectItem(rule, "required")) {
        const cJSON *of = cJSON_GetObjectItemCaseSensitive(own, name->valuestring);
        if (!of) of = cJSON_GetObjectItem(rule, "additionalProperties");
        cJSON *member = cJSON_GetObjectItemCaseSensitive(value, name->valuestring);
        if (member)
            edited_complete_value(schema, of, member);
        else
            cJSON_AddItemToObject(value, name->valuestring, edited_complete_value(schema, of, NULL));
    }
    return value;
}

static inline cJSON *edited_first_value(const cJSON *rule) {
    const cJSON *type = cJSON_GetObjectItem(rule, "type"), *choice = cJSON_GetObjectItem(rule, "enum");
    const char *word = cJSON_GetStringValue(cJSON_IsArray(type) ? type->child : type);
    if (choice) return cJSON_Duplicate(choice->child, true);
    if (cJSON_GetObjectItem(rule, "pattern")) return cJSON_CreateString("0123456789abcdef");
    if (strcmp(word, "object") == 0) return cJSON_CreateObject();
    if (strcmp(word, "array") == 0) return cJSON_CreateArray();
    if (strcmp(word, "string") == 0) return cJSON_CreateString("");
    return strcmp(word, "boolean") == 0 ? cJSON_CreateFalse() : cJSON_CreateNumber(0.0);
}

static inline cJSON *edited_complete_value(const cJSON *schema, const cJSON *rule, cJSON *value) {
    const char *reference = cJSON_GetStringValue(cJSON_GetObjectItem(rule, "$ref"));
    if (reference) {
        const cJSON *definitions = cJSON_GetObjectItem(schema, "$defs");
        return edited_complete_value(schema, cJSON_GetObjectItem(definitions, reference + strlen("#/$defs/")), value);
    }
    if (!value) value = edited_first_value(rule);
    if (cJSON_IsObject(value)) return edited_complete_object(schema, rule, value);
    cJSON *item;
    cJSON_ArrayForEach(item, value) edited_complete_value(schema, cJSON_GetObjectItem(rule, "items"), item);
    return value;
}

/* Results that say only what a test is about: made whole, and written with a checksum. Deletes the tree. */
static inline void edited_store_whole(cJSON *root, const char *path) {
    cJSON *schema = edited_load(TS_SOURCE_DIR "/docs/results-schema.json");
    const cJSON *definitions = cJSON_GetObjectItem(schema, "$defs");
    const char *kind = edited_member(root, "kind")->valuestring;
    edited_complete_object(schema, cJSON_GetObjectItem(definitions, kind), root);
    cJSON_Delete(schema);
    edited_store(root, path);
}

#endif
