/* SPDX-License-Identifier: MIT
 * Scenes built in memory and run into folders below the scratch folder, and comparing what runs leave. */
#ifndef TS_TESTS_SCENES_RUN_SCENE_H
#define TS_TESTS_SCENES_RUN_SCENE_H

#include <cJSON.h>

#include "core/files.h"
#include "scenes/run/run.h"
#include "tests/cipc/small_scenes.h"
#include "tests/datasets/scratch.h"

/* A cloth that falls onto a ball of tets, with a rod and a particle on it and one corner led away for a while. */
static inline ts_scene ts_test_scene(ts_integrator integrator) {
    ts_scene scene = {.steps = 10, .frame_every = 1, .frame_formats = 3, .hash = 4711};
    scene.name = ts_text("small");
    scene.about = ts_text("a scene of tests");
    scene.setup.settings = ts_simulation_standard();
    scene.setup.settings.integrator = integrator;
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 1e-3}, .velocity = {0, -0.5, 0}};
    body.body.material.membrane_scale = 0.1;
    body.body.material.strain_limit = (ts_strain_limit){.upper = 1.1, .upper_start = 1.0, .stiffness = 1.0};
    ts_test_add(&scene.setup, "cloth", ts_test_sheet(6, 0.2, 0.027), &body);
    body.body.material.strain_limit = (ts_strain_limit){0};
    body.velocity[1] = 0.0;
    ts_test_add(&scene.setup, "cube", ts_test_cube(0.05, (const double[3]){0.0, 0.0, 0.0}), &body);
    body.velocity[1] = -1.0;
    ts_test_add(&scene.setup, "rod", ts_test_rod(4, 0.05, 0.03), &body);
    ts_test_add(&scene.setup, "particle", ts_test_particle(-0.02, 0.03, 0.01), &body);
    ts_condition *led = ts_test_tell(&scene.setup, 1, (const int32_t[]){0});
    led->start = 0.025;
    led->end = 0.085;
    led->velocity[0] = -0.2;
    ts_test_complete(&scene.setup, 0.3);
    return scene;
}

/* The split model of a cloth with a limit that falls onto a ball, with a particle on it and one corner led away. */
static inline ts_scene ts_test_split_scene(void) {
    ts_scene scene = {.steps = 10, .frame_every = 1, .frame_formats = 3, .hash = 4712};
    ts_error error;
    scene.name = ts_text("split");
    scene.about = ts_text("a scene of tests");
    scene.setup.settings = ts_simulation_standard();
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 1e-3}, .velocity = {0, -0.5, 0}};
    body.body.material.membrane_scale = 0.1;
    body.body.material.strain_limit = (ts_strain_limit){.upper = 1.1, .upper_start = 1.0, .stiffness = 1.0};
    ts_test_add(&scene.setup, "cloth", ts_test_sheet(6, 0.2, 0.027), &body);
    body.body.material.strain_limit = (ts_strain_limit){0};
    body.body.obstacle = true;
    ts_test_add(&scene.setup, "cube", ts_test_cube(0.05, (const double[3]){0.0, 0.0, 0.0}), &body);
    body.body.obstacle = false;
    ts_test_add(&scene.setup, "particle", ts_test_particle(-0.02, 0.03, 0.01), &body);
    ts_test_tell(&scene.setup, 1, (const int32_t[]){0})->velocity[0] = -0.2;
    ts_test_complete(&scene.setup, 0.3);
    ck_assert_int_eq(ts_solver_choose("cipc", "{\"split_limits\": true}", &scene.setup.solver, &error), TS_OK);
    return scene;
}

/* With the certified method unless the options name another; the scene is consumed. */
static inline ts_status ts_test_run(ts_scene scene, ts_run_options options, ts_run_result *result, ts_error *error) {
    ts_ccd_method method;
    ts_test_certified(&method);
    if (!options.method) options.method = &method;
    if (options.checkpoint_every == 0) options.checkpoint_every = 5;
    const ts_status status = ts_run(&scene, &options, result, error);
    ts_scene_clear(&scene);
    ts_ccd_method_clear(&method);
    return status;
}

static inline void ts_test_run_whole(ts_scene scene, ts_run_options options) {
    ts_run_result result;
    check_ok(ts_test_run(scene, options, &result, error));
    ck_assert(result.complete);
    ck_assert(!result.interrupted);
    ck_assert_uint_eq(result.steps_not_converged, 0);
}

/* The frames 0 to `last` of two runs, byte for byte. */
static inline void ts_test_same_frames(const char *a, const char *b, size_t last) {
    static const char *const EXTENSIONS[] = {"vtu", "obj"};
    for (size_t step = 0; step <= last; ++step) {
        for (int k = 0; k < 2; ++k) {
            check_same_file(scratch("%s/frames/frame_%06zu.%s", a, step, EXTENSIONS[k]),
                            scratch("%s/frames/frame_%06zu.%s", b, step, EXTENSIONS[k]));
        }
    }
}

/* The lines of a run's log; the caller deletes the array. */
static inline cJSON *ts_test_log(const char *folder) {
    size_t bytes;
    char *text = read_bytes(scratch("%s/log.jsonl", folder), &bytes), *line = text;
    ck_assert_uint_eq(strlen(text), bytes);
    ck_assert(bytes == 0 || text[bytes - 1] == '\n');
    cJSON *lines = cJSON_CreateArray();
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        cJSON *json = cJSON_ParseWithOpts(line, NULL, true);
        ck_assert_msg(json != NULL, "%s/log.jsonl: not JSON: %s", folder, line);
        cJSON_AddItemToArray(lines, json);
    }
    free(text);
    return lines;
}

/* The same log apart from how long things took. */
static inline void ts_test_same_log(const char *a, const char *b) {
    cJSON *logs[2] = {ts_test_log(a), ts_test_log(b)};
    ck_assert_int_eq(cJSON_GetArraySize(logs[0]), cJSON_GetArraySize(logs[1]));
    for (int k = 0; k < 2; ++k) {
        cJSON *line;
        cJSON_ArrayForEach(line, logs[k]) {
            for (cJSON *member = line->child, *next; member; member = next) {
                next = member->next;
                if (strstr(member->string, "seconds")) cJSON_Delete(cJSON_DetachItemViaPointer(line, member));
            }
        }
    }
    char *text[2] = {cJSON_Print(logs[0]), cJSON_Print(logs[1])};
    ck_assert_msg(strcmp(text[0], text[1]) == 0, "the logs of %s and %s differ", a, b);
    for (int k = 0; k < 2; ++k) {
        free(text[k]);
        cJSON_Delete(logs[k]);
    }
}

#endif
