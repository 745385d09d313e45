/* SPDX-License-Identifier: MIT
 * Fuzz target of scene files: the input is the file. What is read as a scene is made a simulation of. */
#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <touchstone/ccd.h>

#include "benches/solvers.h"
#include "scenes/read/scene.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_NODES = 2000 }; /* of what is made a simulation of */

/* How large a mesh the numbers of a generator ask for, at most; those of a few standard ones are large, too. */
static double size_of(const cJSON *value) {
    double size = 1.0;
    for (const cJSON *child = value->child; child; child = child->next) {
        if (child->string && strcmp(child->string, "seed") == 0) continue;
        size *= cJSON_IsNumber(child) ? fmax(1.0, fabs(child->valuedouble)) : size_of(child);
    }
    return size;
}

/* Without a number of nodes. */
static const char *const LARGE[] = {"capsule-body", "cylinder",   "pleated-skirt", "tet-arch",  "tet-ball",
                                    "tet-creature", "tet-figure", "tet-tube",      "tet-vessel"};

static int is_large(const cJSON *generator, const cJSON *mesh) {
    const int counted = cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(mesh, "nodes"));
    for (size_t k = 0; cJSON_IsString(generator) && !counted && k < sizeof LARGE / sizeof *LARGE; ++k) {
        if (strcmp(generator->valuestring, LARGE[k]) == 0) return 1;
    }
    return size_of(mesh) > 2e3;
}

/* Meshes and numbers of copies that are allowed and take long are no finds. */
static int takes_long(const cJSON *value) {
    const cJSON *generator = cJSON_GetObjectItemCaseSensitive(value, "generator");
    const cJSON *repeat = cJSON_GetObjectItemCaseSensitive(value, "repeat");
    if (generator && is_large(generator, value)) return 1;
    if (repeat && size_of(repeat) > 1e2) return 1;
    for (const cJSON *child = value->child; child; child = child->next) {
        if (takes_long(child)) return 1;
    }
    return 0;
}

static void check_scene(const ts_scene *scene) {
    const ts_bodies *bodies = &scene->setup.bodies;
    fuzz_require(bodies->nodes > 0 && bodies->bodies > 0 && scene->steps > 0 && scene->name, "a scene without a body");
    for (size_t i = 0; i < bodies->nodes; ++i) {
        for (int c = 0; c < 3; ++c) {
            fuzz_require(isfinite(scene->setup.x[i][c]) && isfinite(bodies->rest[i][c]), "a position is not finite");
        }
    }
}

static void make_simulation(ts_scene *scene) {
    static ts_ccd_method method;
    ts_error error = {0};
    ts_simulation *simulation = NULL;
    if (!method.backend) {
        fuzz_require(ts_ccd_register_builtin(&error) == TS_OK, error.message);
        fuzz_require(ts_ccd_method_init(&method, "certified", NULL, &error) == TS_OK, error.message);
    }
    const ts_simulation_hooks hooks = {.method = &method};
    if (ts_simulation_create(&scene->setup, &hooks, &simulation, &error) == TS_OK)
        ts_simulation_destroy(simulation);
    else
        fuzz_require(error.status != TS_ERROR_INTERNAL && *error.message, "an error without a reason");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cJSON *document = cJSON_ParseWithLength((const char *)data, size);
    const int skip = document && takes_long(document);
    cJSON_Delete(document);
    if (skip) return 0;
    char path[160];
    ts_scene scene = {0};
    ts_error error = {0};
    const ts_scene_options options = {.size = "tiny"};
    bool sizes[TS_SCENE_SIZE_COUNT];
    fuzz_require(ts_solvers_register_builtin(&error) == TS_OK, error.message);
    snprintf(path, sizeof path, "%s/x.json", fuzz_folder());
    fuzz_write(path, data, size);
    ts_scene_sizes(path, sizes, &error);
    if (ts_scene_read(path, &options, &scene, &error) == TS_OK) {
        check_scene(&scene);
        if (scene.setup.bodies.nodes <= MOST_NODES) make_simulation(&scene);
        ts_scene_clear(&scene);
    } else {
        fuzz_require(error.status == TS_ERROR_DATA && strstr(error.message, "x.json"), "an error without a reason");
    }
    unlink(path);
    return 0;
}
