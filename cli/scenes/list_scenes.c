/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list scenes`: the scenes that come with Touchstone: as they were counted, or else read in full. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/data_folder.h"
#include "cli/scenes/list.h"
#include "cli/scenes/scene_counts.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "scenes/read/mesh_cache.h"
#include "scenes/read/scene.h"

enum { COUNTS = 6 };

static const char *const COUNT_NAMES[COUNTS] = {"objects", "nodes", "tets", "triangles", "segments", "particles"};

/* A scene of the folder, at the size that `simulate` takes; meshes of the paper's size would take long to make. */
typedef struct listed_scene {
    const char *path, *name, *about; /* borrowed */
    const char *size;                /* NULL: the same at every size */
    bool has[TS_SCENE_SIZE_COUNT];   /* which sizes */
    size_t count[COUNTS], steps;
    double time_step;
    ts_scene scene; /* where it was read for this */
} listed_scene;

/* Is all of it known from before? Then it is filled in. */
static bool take_counted(const cJSON *counted, listed_scene *listed) {
    listed_scene taken = {.path = listed->path};
    const cJSON *steps = cJSON_GetObjectItem(counted, "steps"), *step = cJSON_GetObjectItem(counted, "time_step"),
                *size;
    taken.name = cJSON_GetStringValue(cJSON_GetObjectItem(counted, "name"));
    taken.about = cJSON_GetStringValue(cJSON_GetObjectItem(counted, "about"));
    taken.size = cJSON_GetStringValue(cJSON_GetObjectItem(counted, "size"));
    if (!taken.name || !taken.about || !cJSON_IsNumber(steps) || !cJSON_IsNumber(step)) return false;
    for (int k = 0; k < COUNTS; ++k) {
        const cJSON *count = cJSON_GetObjectItem(counted, COUNT_NAMES[k]);
        if (!cJSON_IsNumber(count) || count->valuedouble < 0.0) return false;
        taken.count[k] = (size_t)count->valuedouble;
    }
    cJSON_ArrayForEach(size, cJSON_GetObjectItem(counted, "sizes")) {
        for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
            taken.has[k] |= cJSON_IsString(size) && strcmp(size->valuestring, TS_SCENE_SIZES[k]) == 0;
        }
    }
    taken.steps = (size_t)steps->valuedouble;
    taken.time_step = step->valuedouble;
    *listed = taken;
    return true;
}

static ts_status read_scene(const cJSON *counts, ts_mesh_cache *meshes, listed_scene *listed, ts_error *error) {
    const ts_scene_options options = {.meshes = meshes};
    ts_scene *scene = &listed->scene;
    if (take_counted(ts_scene_counts_find(counts, listed->path), listed)) return TS_OK;
    ts_status status = ts_scene_sizes(listed->path, listed->has, error);
    if (status == TS_OK) status = ts_scene_read(listed->path, &options, scene, error);
    if (status != TS_OK) return status;
    const ts_bodies *b = &scene->setup.bodies;
    const size_t count[COUNTS] = {b->bodies, b->nodes, b->tets, b->triangles, b->segments, b->particles};
    memcpy(listed->count, count, sizeof count);
    listed->name = scene->name;
    listed->about = scene->about;
    listed->size = scene->size;
    listed->steps = scene->steps;
    listed->time_step = scene->setup.settings.h;
    return TS_OK;
}

static void print_scene(const listed_scene *listed) {
    ts_say(stdout, "%s\n  %zu objects, %zu nodes:", listed->path, listed->count[0], listed->count[1]);
    for (int k = 2; k < COUNTS; ++k) {
        if (listed->count[k] > 0) printf(" %zu %s", listed->count[k], COUNT_NAMES[k]);
    }
    printf("; %zu steps of %g s\n", listed->steps, listed->time_step);
    if (listed->size) ts_say(stdout, "  this is its size %s, of:", listed->size);
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        if (listed->has[k]) printf(" %s", TS_SCENE_SIZES[k]);
    }
    if (listed->size) printf("\n");
    if (*listed->about) ts_say(stdout, "  %s\n", listed->about);
}

static void add_sizes(ts_json_builder *builder, cJSON *object, const listed_scene *listed) {
    if (!listed->size) return;
    cJSON *sizes = ts_build_array(builder, object, "sizes");
    ts_build_text(builder, object, "size", listed->size);
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        if (listed->has[k]) ts_build_text(builder, sizes, NULL, TS_SCENE_SIZES[k]);
    }
}

static void add_scene(ts_json_builder *builder, cJSON *array, const listed_scene *listed) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", listed->name);
    ts_build_text(builder, object, "about", listed->about);
    ts_build_text(builder, object, "path", listed->path);
    for (int k = 0; k < COUNTS; ++k) ts_build_count(builder, object, COUNT_NAMES[k], listed->count[k]);
    ts_build_count(builder, object, "steps", listed->steps);
    ts_build_real(builder, object, "time_step", listed->time_step);
    add_sizes(builder, object, listed);
}

/* One that is malformed is complained about beside the others. */
static int list_files(const glob_t *files, const cJSON *counts, bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    ts_mesh_cache meshes = {0}; /* many scenes share theirs */
    int code = TS_EXIT_FINE;
    for (size_t k = 0; k < files->gl_pathc; ++k) {
        listed_scene listed = {.path = files->gl_pathv[k]};
        ts_error error;
        if (read_scene(counts, &meshes, &listed, &error) != TS_OK) {
            code = ts_complain(&error);
            continue;
        }
        if (json)
            add_scene(&builder, array, &listed);
        else
            print_scene(&listed);
        ts_scene_clear(&listed.scene);
    }
    ts_mesh_cache_clear(&meshes);
    const int printed = json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
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
    cJSON *counts = ts_scene_counts_read(folder);
    const int code = list_files(&files, counts, json);
    cJSON_Delete(counts);
    globfree(&files);
    return code;
}
