/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts by the SHA-256 of a scene's file: after any change of it they are no longer found. */
#include "cli/scenes/scene_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/json_document.h"
#include "core/sha256.h"

cJSON *ts_scene_counts_read(const char *folder) {
    char *path = ts_text("%s/../scene-counts.json", folder);
    cJSON *counts = NULL;
    if (path && ts_json_document_read(path, &counts, NULL, NULL) != TS_OK) counts = NULL;
    free(path);
    return counts;
}

const cJSON *ts_scene_counts_find(const cJSON *counts, const char *path) {
    char *text = NULL, name[2 * TS_SHA256_BYTES + 1];
    unsigned char digest[TS_SHA256_BYTES];
    if (!counts || ts_text_file_read(path, &text, NULL) != TS_OK) return NULL;
    ts_sha256(text, strlen(text), digest);
    free(text);
    for (int k = 0; k < TS_SHA256_BYTES; ++k) snprintf(name + 2 * k, 3, "%02x", digest[k]);
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(counts, name);
    return cJSON_IsObject(found) ? found : NULL;
}
