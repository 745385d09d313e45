/* SPDX-License-Identifier: MIT
 * Which solver steps a scene: what it says itself, and what its reader is told to use instead. */
#include <stdlib.h>
#include <string.h>

#include "scenes/read/read.h"
#include "scenes/solver.h"

/* The solver that the scene names; NULL: none. */
static const char *named_by_scene(const ts_json_at *at) {
    if (cJSON_IsString(at->json)) return at->json->valuestring;
    if (at->json && !cJSON_IsObject(at->json)) {
        ts_json_complain(at, "the name of a solver, or an object with \"name\" and options, is expected here");
        return NULL;
    }
    return ts_json_string(at, "name", NULL);
}

/* `under` with the members of `over` in the place of its own; false without memory. */
static bool overlay(cJSON *under, const cJSON *over) {
    for (const cJSON *item = over ? over->child : NULL; item; item = item->next) {
        cJSON *copy = cJSON_Duplicate(item, true);
        cJSON_DeleteItemFromObjectCaseSensitive(under, item->string);
        if (!copy || !cJSON_AddItemToObject(under, item->string, copy)) {
            cJSON_Delete(copy);
            return false;
        }
    }
    return true;
}

/* The options as one object in JSON, owned; NULL without memory. */
static char *join_options(const cJSON *scene, const char *given) {
    cJSON *object = cJSON_CreateObject(), *over = given ? cJSON_Parse(given) : NULL;
    char *text = NULL;
    if (object && (!given || over) && overlay(object, scene) && overlay(object, over)) {
        cJSON_DeleteItemFromObjectCaseSensitive(object, "name");
        text = cJSON_PrintUnformatted(object);
    }
    cJSON_Delete(object);
    cJSON_Delete(over);
    return text;
}

void ts_scene_read_solver(ts_scene_reading *reading) {
    const ts_json_at at = ts_json_member(&reading->root, "solver");
    const char *asked = reading->options ? reading->options->solver : NULL;
    const char *given = reading->options ? reading->options->solver_options : NULL;
    const char *scene = named_by_scene(&at), *standard = ts_solver_count() > 0 ? ts_solver_at(0)->name : NULL;
    const char *name = asked ? asked : scene ? scene : standard;
    if (!name || ts_json_failed(&at)) return;
    /* Options of the scene are those of the solver that it means. */
    const bool is_scenes = strcmp(name, scene ? scene : standard ? standard : "") == 0;
    char *options = join_options(is_scenes && cJSON_IsObject(at.json) ? at.json : NULL, given);
    ts_error error;
    if (!options) {
        ts_json_complain(&at, "not enough memory");
    } else if (ts_solver_choose(name, options, &reading->scene->setup.solver, &error) != TS_OK) {
        ts_json_complain(&at, "%s", error.message);
    }
    cJSON_free(options);
}
