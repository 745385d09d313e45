/* SPDX-License-Identifier: MIT
 * Choosing one size of a scene: a walk over its document that replaces every by_size. */
#include "scenes/read/sizes.h"

#include <stdio.h>

#include "scenes/read/scene.h"

const char *const TS_SCENE_SIZES[] = {"tiny", "small", "paper", NULL};

static const char BY_SIZE[] = "by_size";

/* The walk over a document. */
typedef struct choosing {
    const char *size;
    bool found; /* a by_size */
} choosing;

/* The names that the values have: "tiny, small". */
static void list_names(const cJSON *values, char *text, size_t room) {
    size_t used = 0;
    *text = '\0';
    for (const cJSON *value = values->child; value && used < room; value = value->next) {
        used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "", value->string);
    }
}

/* The values of {"by_size": {...}}; complains unless they stand alone and `size` is among them. */
static ts_json_at read_values(const ts_json_at *at, const char *size) {
    const ts_json_at values = ts_json_member(at, BY_SIZE);
    if (at->json->child->next) {
        ts_json_complain(at, "by_size stands for the whole value: nothing else can stand beside it");
    }
    if (!cJSON_IsObject(values.json)) {
        ts_json_complain(&values, "an object {\"tiny\": ..., \"small\": ..., \"paper\": ...} is expected here");
    }
    ts_json_expect_object(&values, TS_SCENE_SIZES);
    if (!ts_json_failed(at) && !cJSON_GetObjectItemCaseSensitive(values.json, size)) {
        char names[64];
        list_names(values.json, names, sizeof names);
        ts_json_complain(&values, "there is no value for the size '%s', only for: %s", size, names);
    }
    return values;
}

/* The node becomes the chosen value, keeping its own name and neighbours. */
static void put_value(cJSON *node, cJSON *values, const char *size) {
    cJSON *chosen = cJSON_DetachItemFromObjectCaseSensitive(values, size);
    cJSON *by_size = node->child;
    node->type = chosen->type;
    node->child = chosen->child;
    node->valuestring = chosen->valuestring;
    node->valueint = chosen->valueint;
    node->valuedouble = chosen->valuedouble;
    chosen->child = NULL;
    chosen->valuestring = NULL;
    cJSON_Delete(chosen);
    cJSON_Delete(by_size);
}

/* Children without children are skipped: no by_size is in them. */
static void walk(choosing *choice, cJSON *node, const ts_json_at *at) {
    while (cJSON_GetObjectItemCaseSensitive(node, BY_SIZE)) { /* a chosen value may be one as well */
        choice->found = true;
        const ts_json_at values = read_values(at, choice->size);
        if (ts_json_failed(at)) return;
        put_value(node, (cJSON *)values.json, choice->size);
    }
    int index = 0;
    for (cJSON *child = node->child; child && !ts_json_failed(at); child = child->next, ++index) {
        if (!child->child) continue;
        ts_json_at there = cJSON_IsArray(node) ? ts_json_item(at, index) : ts_json_member(at, child->string);
        there.json = child; /* and not another of the same name */
        walk(choice, child, &there);
    }
}

bool ts_scene_choose_size(cJSON *document, const char *size, ts_json_reading *reading) {
    choosing choice = {.size = size};
    const ts_json_at root = ts_json_root(document, reading);
    walk(&choice, document, &root);
    return choice.found;
}
