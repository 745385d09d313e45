/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list scenes`: the scenes that come with Touchstone, each read in full. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "cipc/scene.h"
#include "cli/common.h"
#include "cli/data_folder.h"
#include "cli/list.h"
#include "core/error.h"
#include "core/files.h"
#include "core/json.h"

static void print_scene(const char *path, const ts_scene *scene) {
    const ts_bodies *b = &scene->setup.bodies;
    printf("%s\n  %zu objects, %zu nodes:", path, b->bodies, b->nodes);
    const struct {
        size_t count;
        const char *name;
    } parts[] = {
        {b->tets, "tets"}, {b->triangles, "triangles"}, {b->segments, "segments"}, {b->particles, "particles"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        if (parts[k].count > 0) printf(" %zu %s", parts[k].count, parts[k].name);
    }
    printf("; %zu steps of %g s\n", scene->steps, scene->setup.settings.h);
    if (*scene->about) printf("  %s\n", scene->about);
}

static bool add_scene(cJSON *array, const char *path, const ts_scene *scene) {
    const ts_bodies *b = &scene->setup.bodies;
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    return cJSON_AddStringToObject(object, "name", scene->name) &&
           cJSON_AddStringToObject(object, "about", scene->about) && cJSON_AddStringToObject(object, "path", path) &&
           ts_json_add_integer(object, "objects", b->bodies) && ts_json_add_integer(object, "nodes", b->nodes) &&
           ts_json_add_integer(object, "tets", b->tets) && ts_json_add_integer(object, "triangles", b->triangles) &&
           ts_json_add_integer(object, "segments", b->segments) &&
           ts_json_add_integer(object, "particles", b->particles) &&
           ts_json_add_integer(object, "steps", scene->steps) &&
           ts_json_add_real(object, "time_step", scene->setup.settings.h);
}

/* One that is malformed is complained about beside the others. */
static int list_files(const glob_t *files, bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    bool added = array != NULL;
    int code = TS_EXIT_FINE;
    for (size_t k = 0; k < files->gl_pathc; ++k) {
        ts_scene scene;
        ts_error error;
        if (ts_scene_read(files->gl_pathv[k], NULL, &scene, &error) != TS_OK) {
            code = ts_complain(&error);
            continue;
        }
        if (json)
            added = added && add_scene(array, files->gl_pathv[k], &scene);
        else
            print_scene(files->gl_pathv[k], &scene);
        ts_scene_clear(&scene);
    }
    if (!json) return code;
    if (!added) {
        cJSON_Delete(array);
        array = NULL;
    }
    const int printed = ts_print_json(array);
    return printed == TS_EXIT_FINE ? code : printed;
}

int ts_list_scenes(bool json) {
    char folder[PATH_MAX];
    ts_error error;
    if (!ts_data_folder("scenes", folder)) {
        ts_fail(&error, TS_ERROR_DATA,
                "the scenes were not found, neither at share/touchstone/scenes of an installation nor at "
                "datasets/scenes of a source tree above the command");
        return ts_complain(&error);
    }
    char *pattern = ts_path_join(folder, "*.json");
    glob_t files;
    if (!pattern || glob(pattern, 0, NULL, &files) != 0) {
        free(pattern);
        ts_fail(&error, TS_ERROR_DATA, "%s holds no scenes", folder);
        return ts_complain(&error);
    }
    free(pattern);
    const int code = list_files(&files, json);
    globfree(&files);
    return code;
}
