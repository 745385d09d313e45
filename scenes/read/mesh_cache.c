/* SPDX-License-Identifier: MIT
 * Meshes under the text of what they were generated from. */
#include "scenes/read/mesh_cache.h"

#include <stdlib.h>
#include <string.h>

#include "core/files.h"

struct ts_cached_mesh {
    char *key; /* owned */
    ts_mesh mesh;
};

static char *key_of(const char *generator, const cJSON *parameters) {
    char *text = cJSON_PrintUnformatted(parameters);
    char *key = text ? ts_text("%s %s", generator, text) : NULL;
    cJSON_free(text);
    return key;
}

static bool copy(const ts_mesh *from, ts_mesh *to) {
    *to = (ts_mesh){0};
    if (ts_mesh_append(to, from, NULL) == TS_OK) return true;
    ts_mesh_clear(to);
    return false;
}

bool ts_mesh_cache_find(const ts_mesh_cache *cache, const char *generator, const cJSON *parameters, ts_mesh *mesh) {
    char *key = cache && cache->count > 0 ? key_of(generator, parameters) : NULL;
    bool found = false;
    for (size_t k = 0; key && k < cache->count && !found; ++k) {
        if (strcmp(cache->items[k].key, key) == 0) found = copy(&cache->items[k].mesh, mesh);
    }
    free(key);
    return found;
}

void ts_mesh_cache_add(ts_mesh_cache *cache, const char *generator, const cJSON *parameters, const ts_mesh *mesh) {
    if (!cache) return;
    struct ts_cached_mesh made = {.key = key_of(generator, parameters)};
    struct ts_cached_mesh *more =
        made.key && copy(mesh, &made.mesh) ? realloc(cache->items, (cache->count + 1) * sizeof *more) : NULL;
    if (!more) {
        free(made.key);
        ts_mesh_clear(&made.mesh);
        return;
    }
    more[cache->count++] = made;
    cache->items = more;
}

void ts_mesh_cache_clear(ts_mesh_cache *cache) {
    for (size_t k = 0; k < cache->count; ++k) {
        free(cache->items[k].key);
        ts_mesh_clear(&cache->items[k].mesh);
    }
    free(cache->items);
    *cache = (ts_mesh_cache){0};
}
