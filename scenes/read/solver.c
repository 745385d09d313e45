/* SPDX-License-Identifier: MIT
 * Which solver steps a scene: what it says itself, and what its reader is told to use instead. */
#include <stdlib.h>
#include <string.h>

#include "core/json_build.h"
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

/* `under` with the members of `over` in the place of its own. */
static void overlay(ts_json_builder *builder, cJSON *under, const cJSON *over) {
    for (const cJSON *item = over ? over->child : NULL; item; item = item->next) {
        cJSON_DeleteItemFromObjectCaseSensitive(under, item->string);
        ts_build_copy(builder, under, item->string, item);
    }
}

/* The options as one object in JSON, owned; NULL without memory. */
static char *join_options(const cJSON *scene, const char *given) {
    ts_json_builder builder = {0};
    cJSON *object = ts_build_root(&builder), *over = given ? cJSON_Parse(given) : NULL;
    overlay(&builder, object, scene);
    overlay(&builder, object, over);
    cJSON_DeleteItemFromObjectCaseSensitive(object, "name");
    char *text = ts_build_print_compact(&builder, object);
    const bool complete = !given || over;
    cJSON_Delete(over);
    if (complete) return text;
    free(text);
    return NULL;
}

/* Of what the command line says; what the scene says besides is not looked at. */
static void check_asked(const ts_json_at *at, const char *asked, const char *name, const char *given) {
    ts_solver_choice choice;
    ts_error error;
    if (asked && ts_solver_choose(asked, NULL, &choice, &error) != TS_OK) {
        ts_json_refuse(at, "--solver: %s", error.message);
    } else if (given && ts_solver_find(name) && ts_solver_choose(name, given, &choice, &error) != TS_OK) {
        ts_json_refuse(at, "--solver-option: %s", error.message);
    }
}

void ts_scene_read_solver(ts_scene_reading *reading) {
    const ts_json_at at = ts_json_member(&reading->root, "solver");
    const char *asked = reading->options ? reading->options->solver : NULL;
    const char *given = reading->options ? reading->options->solver_options : NULL;
    const char *scene = named_by_scene(&at), *standard = ts_solver_count() > 0 ? ts_solver_at(0)->name : NULL;
    const char *name = asked ? asked : scene ? scene : standard;
    if (!name || ts_json_failed(&at)) return;
    check_asked(&at, asked, name, given);
    if (ts_json_failed(&at)) return;
    /* Options of the scene are those of the solver that it means. */
    const bool is_scenes = strcmp(name, scene ? scene : standard ? standard : "") == 0;
    char *options = join_options(is_scenes && cJSON_IsObject(at.json) ? at.json : NULL, given);
    ts_error error;
    if (!options) {
        ts_json_complain(&at, "not enough memory");
    } else if (ts_solver_choose(name, options, &reading->scene->setup.solver, &error) != TS_OK) {
        ts_json_complain(&at, "%s", error.message);
    }
    free(options);
}
