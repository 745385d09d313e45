/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "benches/micro/published_aims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>
#include <unistd.h>

#include "benches/micro/solver_run.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "core/files.h"
#include "core/json.h"

/* Steps first to last are in contact. kappa: what that program was given; tolerance: at which our loop as published
 * makes as many iterations as it does, m/s, 0: the scene's. */
typedef struct published_aim {
    const char *name, *scene;
    double kappa, tolerance;
    size_t first, last;
    double least;
} published_aim;

static const published_aim AIMS[] = {
    {"drape", "drape-8k", 136.10842776377064, 0.0, 1, 5, 8.0},
    {"noodles", "bench-noodles", 66.74596845566361, 0.0, 4, 6, 5.0},
    {"cards", "bench-cards", 53339.99973330113, 7e-4, 12, 22, 9.0},
};

static const struct {
    const char *name, *options;
} LOOPS[] = {{"standard", NULL}, {"as published", "{\"published_loop\": true}"}};

enum { LOOP_COUNT = 2, PASSES = 3 };

/* ---- Their figures ---- */

/* *seconds: of an iteration of the aim's steps. */
static ts_status read_published(const char *folder, const published_aim *aim, double *seconds, ts_error *error) {
    char *path = ts_text("%s/%s.iterations.txt", folder, aim->name), *text = NULL;
    if (!path) return ts_fail_memory(error, "the path of published figures");
    ts_status status = ts_text_file_read(path, &text, error);
    size_t steps = 0, iterations = 0;
    double sum = 0.0;
    for (const char *line = text; status == TS_OK && line; line = strchr(line, '\n')) {
        size_t step, made;
        double cpu;
        line += *line == '\n';
        if (sscanf(line, "step %zu iterations %zu cpu %lf", &step, &made, &cpu) != 3) continue;
        if (step < aim->first || step > aim->last) continue;
        ++steps;
        iterations += made;
        sum += cpu;
    }
    if (status == TS_OK && (steps != aim->last - aim->first + 1 || iterations == 0))
        status =
            ts_fail(error, TS_ERROR_DATA, "%s: of the steps %zu to %zu it has %zu", path, aim->first, aim->last, steps);
    if (status == TS_OK) *seconds = sum / (double)iterations;
    free(text);
    free(path);
    return status;
}

/* ---- The same scene ---- */

/* A material that is a name keeps its models: what goes by it agrees with that program to 2e-7 m (docs/simulation.md).
 */
static bool take_models(cJSON *root) {
    cJSON *object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItemCaseSensitive(root, "objects")) {
        if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "obstacle"))) continue;
        cJSON *material = cJSON_GetObjectItemCaseSensitive(object, "material");
        if (!material) material = cJSON_AddObjectToObject(object, "material");
        if (!material) return false;
        if (!cJSON_IsObject(material)) continue;
        cJSON_DeleteItemFromObjectCaseSensitive(material, "membrane");
        cJSON_DeleteItemFromObjectCaseSensitive(material, "rod_bending");
        if (!cJSON_AddStringToObject(material, "membrane", "neo-hookean") ||
            !cJSON_AddStringToObject(material, "rod_bending", "angle"))
            return false;
    }
    return true;
}

static bool set_number(cJSON *root, const char *part, const char *name, double value) {
    cJSON *object = cJSON_GetObjectItemCaseSensitive(root, part);
    if (!object) object = cJSON_AddObjectToObject(root, part);
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    return cJSON_AddNumberToObject(object, name, value) != NULL;
}

/* The text of the scene by that program's models and numbers; the caller frees it with cJSON_free. */
static ts_status make_scene(const char *folder, const published_aim *aim, char **text, ts_error *error) {
    char *path = ts_text("%s/%s.json", folder, aim->scene), *read = NULL;
    cJSON *root = NULL;
    if (!path) return ts_fail_memory(error, "the path of a scene");
    ts_status status = ts_text_file_read(path, &read, error);
    if (status == TS_OK) status = ts_json_parse_object(read, path, &root, error);
    if (status == TS_OK) {
        const bool made = take_models(root) && set_number(root, "contact", "kappa", aim->kappa) &&
                          (!(aim->tolerance > 0.0) || set_number(root, "newton", "tolerance", aim->tolerance));
        *text = made ? cJSON_Print(root) : NULL;
        if (!*text) status = ts_fail_memory(error, "a scene");
    }
    cJSON_Delete(root);
    free(read);
    free(path);
    return status;
}

/* ---- Side by side ---- */

static ts_status measure(const char *path, const published_aim *aim, double (*seconds)[PASSES], ts_error *error) {
    ts_status status = TS_OK;
    for (size_t pass = 0; pass < PASSES; ++pass) {
        for (size_t loop = 0; loop < LOOP_COUNT && status == TS_OK; ++loop) {
            ts_solver_run run;
            const ts_solver_run_asked asked = {.scene = path,
                                               .options = LOOPS[loop].options,
                                               .steps = aim->last,
                                               .first = aim->first,
                                               .threads = 1,
                                               .method = "certified"};
            status = ts_solver_run_measure(&asked, &run, error);
            if (status == TS_OK && !run.result.complete)
                status = ts_fail(error, TS_ERROR_INTERNAL, "%s ended at step %zu", aim->scene, run.result.last_step);
            if (status == TS_OK) seconds[loop][pass] = run.timed_seconds / (double)run.timed_iterations;
        }
    }
    return status;
}

static void print_aim(const published_aim *aim, double theirs, double (*seconds)[PASSES]) {
    for (size_t loop = 0; loop < LOOP_COUNT; ++loop) {
        const double ours = ts_median(seconds[loop], PASSES), times = theirs / ours;
        printf("  %-14s steps %2zu to %2zu  %-12s >= %.1f: %.2f %s (%.0f and %.0f ms)\n", aim->scene, aim->first,
               aim->last, LOOPS[loop].name, aim->least, times, times >= aim->least ? "reached" : "missed", 1e3 * ours,
               1e3 * theirs);
    }
    fflush(stdout);
}

static ts_status print_published(const char *scenes, const char *published, const published_aim *aim, ts_error *error) {
    double theirs = 0.0, seconds[LOOP_COUNT][PASSES] = {{0.0}};
    char *text = NULL, path[] = "/tmp/bench-solver-XXXXXX";
    ts_status status = read_published(published, aim, &theirs, error);
    if (status == TS_OK) status = make_scene(scenes, aim, &text, error);
    if (status != TS_OK) return status;
    const int file = mkstemp(path);
    if (file < 0) {
        cJSON_free(text);
        return ts_fail(error, TS_ERROR_INTERNAL, "%s cannot be made", path);
    }
    close(file);
    status = ts_text_file_write(path, text, error);
    cJSON_free(text);
    if (status == TS_OK) status = measure(path, aim, seconds, error);
    unlink(path);
    if (status == TS_OK) print_aim(aim, theirs, seconds);
    return status;
}

ts_status ts_published_aims_print(const char *scenes, const char *published, ts_error *error) {
    ts_status status = TS_OK;
    printf(
        "aims, an iteration over one of the published program, processor time on one thread, the median of %d passes;\n"
        "theirs is of %s, of another day and maybe another machine:\n",
        PASSES, published);
    for (size_t k = 0; k < sizeof AIMS / sizeof *AIMS && status == TS_OK; ++k)
        status = print_published(scenes, published, &AIMS[k], error);
    return status;
}
