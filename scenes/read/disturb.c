/* SPDX-License-Identifier: MIT
 * "disturb" of generators: members put where a scene has none, and seeds for copies. */
#include "scenes/read/disturb.h"

#include "scenes/read/generators/generators.h"

static const char DISTURB[] = "disturb", SEED[] = "seed";

bool ts_mesh_is_straight(const cJSON *mesh) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(mesh, "generator"));
    const ts_mesh_generator *generator = name ? ts_mesh_generator_find(name) : NULL;
    return generator && ts_mesh_generator_can_disturb(generator);
}

bool ts_mesh_is_disturbed(const cJSON *mesh) {
    const cJSON *how = cJSON_GetObjectItemCaseSensitive(mesh, DISTURB);
    return ts_mesh_is_straight(mesh) && (cJSON_IsTrue(how) || cJSON_IsObject(how));
}

static bool add_seed(cJSON *mesh, double seed) {
    cJSON *how = cJSON_AddObjectToObject(mesh, DISTURB);
    return how && cJSON_AddNumberToObject(how, SEED, seed);
}

bool ts_scene_disturb(cJSON *document, const ts_scene_options *options) {
    const cJSON *object, *objects = cJSON_GetObjectItemCaseSensitive(document, "objects");
    double seed = (double)options->disturb_seed;
    cJSON_ArrayForEach(object, objects) {
        cJSON *mesh = cJSON_GetObjectItemCaseSensitive(object, "mesh");
        if (!ts_mesh_is_straight(mesh) || cJSON_GetObjectItemCaseSensitive(mesh, DISTURB)) continue;
        if (!add_seed(mesh, seed)) return false;
        seed += 1.0;
    }
    return true;
}

cJSON *ts_mesh_of_copy(const cJSON *mesh, int copy) {
    cJSON *made = cJSON_Duplicate(mesh, true);
    cJSON *how = made ? cJSON_GetObjectItemCaseSensitive(made, DISTURB) : NULL;
    const cJSON *seed = cJSON_GetObjectItemCaseSensitive(how, SEED);
    /* Far from the seeds of other objects. */
    const double next = (cJSON_IsNumber(seed) ? seed->valuedouble : 1.0) + 1000.0 * copy;
    cJSON_DeleteItemFromObjectCaseSensitive(cJSON_IsObject(how) ? how : made, cJSON_IsObject(how) ? SEED : DISTURB);
    const bool added =
        cJSON_IsObject(how) ? cJSON_AddNumberToObject(how, SEED, next) != NULL : made && add_seed(made, next);
    if (added) return made;
    cJSON_Delete(made);
    return NULL;
}
