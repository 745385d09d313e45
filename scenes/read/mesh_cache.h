/* SPDX-License-Identifier: MIT
 * Generated meshes that are asked for again, by another object or scene: made once. */
#ifndef TS_SCENES_READ_MESH_CACHE_H
#define TS_SCENES_READ_MESH_CACHE_H

#include <cJSON.h>

#include "mesh/mesh.h"

/* Begins as zeros. Not for several threads. */
typedef struct ts_mesh_cache {
    struct ts_cached_mesh *items; /* owned */
    size_t count;
} ts_mesh_cache;

/* Is the mesh of that generator with these parameters there? Then it is copied. */
bool ts_mesh_cache_find(const ts_mesh_cache *cache, const char *generator, const cJSON *parameters, ts_mesh *mesh);
/* Keeps a copy; without memory for it none is kept. */
void ts_mesh_cache_add(ts_mesh_cache *cache, const char *generator, const cJSON *parameters, const ts_mesh *mesh);
void ts_mesh_cache_clear(ts_mesh_cache *cache);

#endif
