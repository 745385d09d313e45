/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list scenes`: the scenes that come with Touchstone, each read in full. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/common.h"
#include "cli/data_folder.h"
#include "cli/scenes/list.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "scenes/read/mesh_cache.h"
#include "scenes/read/scene.h"

/* A scene of the folder, at the size that `simulate` takes; meshes of the paper's size would take long to make. */
typedef struct listed_scene {
    const char *path; /* borrowed */
    ts_scene scene;
    bool has[TS_SCENE_SIZE_COUNT]; /* which sizes; none: the same at every size */
} listed_scene;

static ts_status read_scene(const char *path, ts_mesh_cache *meshes, listed_scene *listed, ts_error *error) {
    *listed = (listed_scene){.path = path};
    const ts_scene_options options = {.meshes = meshes};
    const ts_status status = ts_scene_sizes(path, listed->has, error);
    return status == TS_OK ? ts_scene_read(path, &options, &listed->scene, error) : status;
}

static void print_scene(const listed_scene *listed) {
    const ts_scene *scene = &listed->scene;
    const ts_bodies *b = &scene->setup.bodies;
    ts_say(stdout, "%s\n  %zu objects, %zu nodes:", listed->path, b->bodies, b->nodes);
    const struct {
        size_t count;
        const char *name;
    } parts[] = {
        {b->tets, "tets"}, {b->triangles, "triangles"}, {b->segments, "segments"}, {b->particles, "particles"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        if (parts[k].count > 0) printf(" %zu %s", parts[k].count, parts[k].name);
    }
    printf("; %zu steps of %g s\n", scene->steps, scene->setup.settings.h);
    if (scene->size) printf("  this is its size %s, of:", scene->size);
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        if (listed->has[k]) printf(" %s", TS_SCENE_SIZES[k]);
    }
    if (scene->size) printf("\n");
    if (*scene->about) ts_say(stdout, "  %s\n", scene->about);
}

static void add_sizes(ts_json_builder *builder, cJSON *object, const listed_scene *listed) {
    if (!listed->scene.size) return;
    cJSON *sizes = ts_build_array(builder, object, "sizes");
    ts_build_text(builder, object, "size", listed->scene.size);
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        if (listed->has[k]) ts_build_text(builder, sizes, NULL, TS_SCENE_SIZES[k]);
    }
}

static void add_scene(ts_json_builder *builder, cJSON *array, const listed_scene *listed) {
    const ts_scene *scene = &listed->scene;
    const ts_bodies *b = &scene->setup.bodies;
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", scene->name);
    ts_build_text(builder, object, "about", scene->about);
    ts_build_text(builder, object, "path", listed->path);
    ts_build_count(builder, object, "objects", b->bodies);
    ts_build_count(builder, object, "nodes", b->nodes);
    ts_build_count(builder, object, "tets", b->tets);
    ts_build_count(builder, object, "triangles", b->triangles);
    ts_build_count(builder, object, "segments", b->segments);
    ts_build_count(builder, object, "particles", b->particles);
    ts_build_count(builder, object, "steps", scene->steps);
    ts_build_real(builder, object, "time_step", scene->setup.settings.h);
    add_sizes(builder, object, listed);
}

/* One that is malformed is complained about beside the others. */
static int list_files(const glob_t *files, bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    ts_mesh_cache meshes = {0}; /* many scenes share theirs */
    int code = TS_EXIT_FINE;
    for (size_t k = 0; k < files->gl_pathc; ++k) {
        listed_scene listed;
        ts_error error;
        if (read_scene(files->gl_pathv[k], &meshes, &listed, &error) != TS_OK) {
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
    const int code = list_files(&files, json);
    globfree(&files);
    return code;
}
