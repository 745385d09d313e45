/* SPDX-License-Identifier: MIT
 * Scanning first, for what cJSON lets pass; then cJSON; then names that stand twice, of which it would see one. */
#include "core/json_document.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/json_scan.h"
#include "core/json_step.h"

static ts_status not_json(const char *text, const char *name, const ts_json_scan *scan, ts_error *error) {
    size_t line = 1, begin = 0;
    for (size_t at = 0; at < scan->at; ++at) {
        if (text[at] != '\n') continue;
        ++line;
        begin = at + 1;
    }
    const int shown = (int)strcspn(text + scan->at, "\r\n");
    return ts_fail(error, TS_ERROR_DATA, "%s: line %zu, column %zu: not JSON, or not complete: expected %s, not '%.*s'",
                   name, line, scan->at - begin + 1, scan->expected, shown < 20 ? shown : 20, text + scan->at);
}

/* ---- Names that stand twice ---- */

typedef struct doubles {
    const char *name; /* of the document */
    ts_error *error;
    ts_status status;
} doubles;

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The first name by the alphabet that the object has twice; NULL: none. */
static const char *twice_in(doubles *check, const cJSON *object) {
    const size_t count = (size_t)cJSON_GetArraySize(object);
    const char **names = calloc(count + 1, sizeof *names), *twice = NULL;
    size_t made = 0;
    if (!names) {
        check->status = ts_fail_memory(check->error, "a JSON document");
        return NULL;
    }
    for (const cJSON *member = object->child; member; member = member->next) names[made++] = member->string;
    qsort(names, made, sizeof *names, by_name);
    for (size_t n = 1; n < made && !twice; ++n) {
        if (strcmp(names[n - 1], names[n]) == 0) twice = names[n];
    }
    free(names);
    return twice;
}

static void find_doubles(doubles *check, const cJSON *value, const ts_json_step *at) {
    if (cJSON_IsObject(value)) {
        const char *twice = twice_in(check, value);
        if (twice) {
            char path[TS_JSON_PATH];
            ts_json_step_path(at, path);
            check->status = ts_fail(check->error, TS_ERROR_DATA, "%s: %s%s'%.60s' stands here twice; leave one of them",
                                    check->name, path, *path ? ": " : "", twice);
        }
    }
    int index = 0;
    for (const cJSON *child = value->child; child && check->status == TS_OK; child = child->next) {
        const ts_json_step step = {at, child->string, index++};
        if (child->child) find_doubles(check, child, &step);
    }
}

/* ---- Documents ---- */

ts_status ts_json_document_parse(const char *text, const char *name, cJSON **root, ts_checksum *checksum,
                                 ts_error *error) {
    const ts_json_scan scan = ts_json_scan_text(text);
    if (scan.expected) return not_json(text, name, &scan, error);
    cJSON *made = cJSON_Parse(text);
    if (!made) return ts_fail_memory(error, "a JSON document");
    doubles check = {.name = name, .error = error};
    find_doubles(&check, made, NULL);
    if (check.status != TS_OK) {
        cJSON_Delete(made);
        return check.status;
    }
    if (checksum) {
        const bool right = scan.said == scan.content;
        *checksum = !scan.has_checksum ? TS_CHECKSUM_NONE : right ? TS_CHECKSUM_RIGHT : TS_CHECKSUM_WRONG;
    }
    *root = made;
    return TS_OK;
}

ts_status ts_json_document_read(const char *path, cJSON **root, ts_checksum *checksum, ts_error *error) {
    char *text = NULL;
    ts_status status = ts_text_file_read(path, &text, error);
    if (status == TS_OK) status = ts_json_document_parse(text, path, root, checksum, error);
    free(text);
    return status;
}

char *ts_json_with_checksum(const char *text) {
    const ts_json_scan scan = ts_json_scan_text(text);
    const char *brace = strrchr(text, '}');
    assert(!scan.expected && !scan.has_checksum && brace);
    const char *end = brace;
    while (end > text && strchr(" \t\r\n", end[-1])) --end;
    const bool spread = end < brace; /* over lines, as cJSON lays out the members before it */
    return ts_text("%.*s%s%s\"%s\":%s\"%016" PRIx64 "\"%s%s", (int)(end - text), text, end[-1] == '{' ? "" : ",",
                   spread ? "\n\t" : "", TS_JSON_CHECKSUM, spread ? "\t" : "", scan.content, spread ? "\n" : "", brace);
}
