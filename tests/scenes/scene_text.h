/* SPDX-License-Identifier: MIT
 * Scenes of a few lines, read from a file in the scratch folder. */
#ifndef TS_TESTS_SCENES_SCENE_TEXT_H
#define TS_TESTS_SCENES_SCENE_TEXT_H

#include "scenes/read/scene.h"
#include "tests/datasets/scratch.h"

static const char *const CLOTH = "{\"generator\": \"grid\", \"columns\": 3, \"rows\": 3, \"width\": 1, \"depth\": 1}";

#define ROD "{\"generator\": \"rods\", \"count\": [1, 1], \"length\": 1, \"segments\": 3}"

/* Writes `text` to a file, '@' replaced by a small mesh, and reads it as a scene. */
static inline ts_status read_with(const char *text, const ts_scene_options *options, ts_scene *scene, ts_error *error) {
    const char *path = scratch("scene.json");
    FILE *file = fopen(path, "w");
    for (; *text; ++text) {
        if (*text == '@')
            fputs(CLOTH, file);
        else
            fputc(*text, file);
    }
    fclose(file);
    return ts_scene_read(path, options, scene, error);
}

static inline ts_status read_sized(const char *text, const char *size, ts_scene *scene, ts_error *error) {
    return read_with(text, &(ts_scene_options){.size = size}, scene, error);
}

static inline ts_status read_text(const char *text, ts_scene *scene, ts_error *error) {
    return read_sized(text, NULL, scene, error);
}

#endif
