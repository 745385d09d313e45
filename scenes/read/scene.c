/* SPDX-License-Identifier: MIT
 * Reading a scene file: what stands at its top, and the parts in their order. */
#include "scenes/read/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/hash.h"
#include "core/json_document.h"
#include "scenes/read/disturb.h"
#include "scenes/read/read.h"
#include "scenes/read/sizes.h"
#include "scenes/run/frames.h"

void ts_scene_clear(ts_scene *scene) {
    free(scene->name);
    free(scene->about);
    ts_setup_clear(&scene->setup);
    *scene = (ts_scene){0};
}

/* ---- The top of the file ---- */

static void read_newton(const ts_json_at *at, ts_simulation_settings *settings) {
    static const char *const NAMES[] = {"tolerance", "most_iterations", NULL};
    ts_json_expect_object(at, NAMES);
    settings->tolerance = ts_json_number(at, "tolerance", settings->tolerance, TS_JSON_POSITIVE);
    settings->most_iterations = (int)ts_json_whole_number(at, "most_iterations", settings->most_iterations,
                                                          (ts_json_range){1.0, 1e6, true, true});
}

static void read_contact(const ts_scene_reading *reading, const ts_json_at *at, ts_simulation_settings *settings) {
    static const char *const NAMES[] = {"enabled", "dhat", "kappa", "barrier", "stiffness", "ask", NULL};
    ts_json_expect_object(at, NAMES);
    settings->contact = ts_json_truth(at, "enabled", settings->contact);
    settings->dhat = ts_json_number(at, "dhat", settings->dhat, TS_JSON_POSITIVE);
    settings->kappa = ts_json_number(at, "kappa", settings->kappa, TS_JSON_NOT_NEGATIVE);
    ts_scene_read_model(reading, at, TS_MODEL_BARRIER, &settings->barrier);
    ts_scene_read_model(reading, at, TS_MODEL_STIFFNESS, &settings->stiffness);
    settings->asking = (ts_ccd_asking)ts_json_choice(at, "ask", TS_ASK_ALL, TS_CCD_ASKING_NAMES);
}

static void read_settings(const ts_scene_reading *reading, ts_scene *scene) {
    const ts_json_at *root = &reading->root;
    ts_simulation_settings *settings = &scene->setup.settings;
    *settings = ts_simulation_standard();
    settings->h = ts_json_number(root, "time_step", settings->h, TS_JSON_POSITIVE);
    settings->integrator = (ts_integrator)ts_json_choice(root, "integrator", TS_IMPLICIT_EULER, TS_INTEGRATOR_NAMES);
    ts_json_vector(root, "gravity", settings->gravity);
    const ts_json_at newton = ts_json_member(root, "newton"), contact = ts_json_member(root, "contact");
    read_newton(&newton, settings);
    read_contact(reading, &contact, settings);
    scene->steps = (size_t)ts_json_whole_number(root, "steps", 100.0, (ts_json_range){1.0, 1e9, true, true});
}

static void read_output(const ts_json_at *at, ts_scene *scene) {
    const char *names[34] = {"every"};
    const ts_frame_format *format;
    for (size_t k = 0; (format = ts_frame_format_at(k)) != NULL; ++k) {
        names[k + 1] = format->name;
        if (ts_json_truth(at, format->name, format->is_standard)) scene->frame_formats |= (uint32_t)1 << k;
    }
    ts_json_expect_object(at, names);
    scene->frame_every = (size_t)ts_json_whole_number(at, "every", 1.0, (ts_json_range){1.0, 1e9, true, true});
}

/* ---- Between objects ---- */

int ts_scene_named_body(const ts_scene_reading *reading, const ts_json_at *at) {
    if (!cJSON_IsString(at->json)) {
        ts_json_complain(at, "the name of an object is expected here");
        return -1;
    }
    const int body = ts_scene_find_body(&reading->scene->setup, at->json->valuestring);
    if (body < 0) ts_json_complain(at, "there is no object '%s'", at->json->valuestring);
    return body;
}

/* Bodies that a name of a friction pair may mean. */
typedef struct naming {
    bool *first, *second; /* of each body */
} naming;

/* Marks the body that is called so, and all copies of an object that is. An object beside them, as "card-9" is that no
 * "repeat" of "card" made, has a name of its own. */
static void mark_named(const ts_scene_reading *reading, const ts_json_at *at, bool *is_meant) {
    const ts_bodies *bodies = &reading->scene->setup.bodies;
    const ts_json_at objects = ts_json_member(&reading->root, "objects");
    const char *name = cJSON_IsString(at->json) ? at->json->valuestring : "";
    bool any = false;
    size_t body = 0;
    for (int k = 0; k < ts_json_items(&objects); ++k) {
        char standard[TS_SCENE_STANDARD_NAME];
        const ts_json_at object = ts_json_item(&objects, k);
        const bool is_called = strcmp(ts_scene_object_name(&object, k, standard), name) == 0;
        for (const size_t end = body + ts_scene_object_copies(&object); body < end && body < bodies->bodies; ++body) {
            is_meant[body] = is_called || strcmp(bodies->body[body].name, name) == 0;
            any = any || is_meant[body];
        }
    }
    if (!any) ts_scene_named_body(reading, at); /* complains */
}

static void read_friction_pair(ts_scene_reading *reading, const ts_json_at *at, const naming *named) {
    static const char *const NAMES[] = {"objects", "mu", NULL};
    ts_bodies *bodies = &reading->scene->setup.bodies;
    ts_json_expect_object(at, NAMES);
    const ts_json_at names = ts_json_member(at, "objects"), said = ts_json_member(at, "mu");
    if (!said.json) ts_json_complain(at, "a pair has a \"mu\"");
    const double mu = ts_json_number(at, "mu", 0.0, TS_JSON_NOT_NEGATIVE);
    if (ts_json_items(&names) != 2) {
        ts_json_complain(&names, "two names of objects are expected here");
        return;
    }
    const ts_json_at first = ts_json_item(&names, 0), second = ts_json_item(&names, 1);
    mark_named(reading, &first, named->first);
    mark_named(reading, &second, named->second);
    for (size_t a = 0; a < bodies->bodies; ++a) {
        for (size_t b = 0; named->first[a] && b < bodies->bodies; ++b) {
            if (!named->second[b]) continue;
            bodies->friction[a * bodies->bodies + b] = bodies->friction[b * bodies->bodies + a] = mu;
        }
    }
}

/* Of two pairs by the same names the later one would undo the earlier. One of a copy goes beside that of all copies. */
static void check_pair_is_new(const ts_json_at *list, int k) {
    const ts_json_at last = ts_json_item(list, k), names = ts_json_member(&last, "objects");
    const char *const mine[2] = {cJSON_GetStringValue(cJSON_GetArrayItem(names.json, 0)),
                                 cJSON_GetStringValue(cJSON_GetArrayItem(names.json, 1))};
    for (int before = 0; before < k && mine[0] && mine[1]; ++before) {
        const ts_json_at other = ts_json_item(list, before), others = ts_json_member(&other, "objects");
        const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(others.json, 0));
        const char *second = cJSON_GetStringValue(cJSON_GetArrayItem(others.json, 1));
        if (first && second &&
            ((strcmp(first, mine[0]) == 0 && strcmp(second, mine[1]) == 0) ||
             (strcmp(first, mine[1]) == 0 && strcmp(second, mine[0]) == 0)))
            ts_json_complain(&names, "'%s' and '%s' are pair %d already; give their mu once", mine[0], mine[1], before);
    }
}

static void read_friction_pairs(ts_scene_reading *reading, const ts_json_at *list) {
    const size_t bodies = reading->scene->setup.bodies.bodies;
    bool *marks = calloc(2 * bodies + 1, sizeof *marks);
    if (!marks) ts_json_complain(list, "not enough memory");
    const naming named = {.first = marks, .second = marks ? marks + bodies : NULL};
    for (int k = 0; k < ts_json_items(list) && !ts_json_failed(list); ++k) {
        const ts_json_at one = ts_json_item(list, k);
        check_pair_is_new(list, k);
        read_friction_pair(reading, &one, &named);
    }
    free(marks);
}

static void read_friction(ts_scene_reading *reading) {
    static const char *const NAMES[] = {"mu", "eps_v", "lags", "pairs", NULL};
    const ts_json_at at = ts_json_member(&reading->root, "friction");
    ts_setup *setup = &reading->scene->setup;
    const size_t pairs = setup->bodies.bodies * setup->bodies.bodies;
    ts_json_expect_object(&at, NAMES);
    const double mu = ts_json_number(&at, "mu", 0.0, TS_JSON_NOT_NEGATIVE);
    setup->settings.eps_v = ts_json_number(&at, "eps_v", setup->settings.eps_v, TS_JSON_POSITIVE);
    setup->settings.friction_lags = (int)ts_json_whole_number(&at, "lags", 1.0, (ts_json_range){0.0, 1e4, true, true});
    setup->bodies.friction = malloc((pairs + 1) * sizeof *setup->bodies.friction);
    if (!setup->bodies.friction) {
        ts_json_complain(&at, "not enough memory");
        return;
    }
    for (size_t k = 0; k < pairs; ++k) setup->bodies.friction[k] = mu;
    const ts_json_at list = ts_json_member(&at, "pairs");
    if (list.json && ts_json_expect_array(&list)) read_friction_pairs(reading, &list);
}

/* ---- The file ---- */

static void read_document(ts_scene_reading *reading) {
    static const char *const NAMES[] = {"name",    "about",  "time_step", "steps",    "integrator",
                                        "gravity", "newton", "contact",   "friction", "stitches",
                                        "objects", "output", "solver",    "$schema",  NULL};
    ts_scene *scene = reading->scene;
    const ts_json_at *root = &reading->root;
    ts_json_expect_object(root, NAMES);
    ts_scene_read_solver(reading); /* whose models materials and contact may name */
    read_settings(reading, scene);
    const ts_json_at output = ts_json_member(root, "output");
    read_output(&output, scene);
    scene->name = ts_text("%s", ts_json_string(root, "name", ""));
    scene->about = ts_text("%s", ts_json_string(root, "about", ""));
    if (!scene->name || !scene->about) ts_json_complain(root, "not enough memory");
    if (!ts_json_failed(root)) ts_scene_read_objects(reading);
    if (!ts_json_failed(root)) read_friction(reading);
    if (!ts_json_failed(root)) ts_scene_read_stitches(reading);
    if (ts_json_failed(root)) return;
    ts_error error;
    if (ts_bodies_lump_mass(&scene->setup.bodies, &error) != TS_OK) ts_json_complain(root, "%s", error.message);
}

static ts_status read_json(const char *path, cJSON **document, ts_error *error) {
    cJSON *made = NULL;
    const ts_status status = ts_json_document_read(path, &made, NULL, error);
    if (status != TS_OK) return status;
    if (cJSON_IsObject(made)) {
        *document = made;
        return TS_OK;
    }
    cJSON_Delete(made);
    return ts_fail(error, TS_ERROR_DATA, "%s: no scene: an object {...} is expected", path);
}

static uint64_t hash_text(const char *text, uint64_t hash) {
    for (; *text; ++text) hash = ts_hash_word(hash, (unsigned char)*text);
    return ts_hash_word(hash, 0);
}

/* The values as they count, whatever the file's spaces and the values for other sizes. */
static uint64_t hash_document(const cJSON *node, uint64_t hash) {
    hash = ts_hash_word(hash, (uint64_t)node->type & 0xff);
    if (node->string) hash = hash_text(node->string, hash);
    if (cJSON_IsString(node)) hash = hash_text(node->valuestring, hash);
    if (cJSON_IsNumber(node)) hash = ts_hash_double(hash, node->valuedouble);
    for (const cJSON *child = node->child; child; child = child->next) hash = hash_document(child, hash);
    return ts_hash_word(hash, 0);
}

static uint64_t hash_points(const double (*x)[3], size_t count, uint64_t hash) {
    for (size_t i = 0; i < count; ++i) {
        for (int c = 0; c < 3; ++c) hash = ts_hash_double(hash, x[i][c]);
    }
    return hash;
}

static uint64_t hash_cells(const int32_t *node, size_t cells, size_t corners, uint64_t hash) {
    hash = ts_hash_word(hash, cells);
    for (size_t k = 0; k < cells * corners; ++k) hash = ts_hash_word(hash, (uint64_t)node[k]);
    return hash;
}

/* Everything that was read, whatever file it came from. */
static uint64_t hash_setup(const ts_setup *setup, uint64_t hash) {
    const ts_bodies *b = &setup->bodies;
    hash = hash_points((const double(*)[3])setup->x, b->nodes, hash);
    hash = hash_points((const double(*)[3])b->rest, b->nodes, hash);
    hash = hash_cells((const int32_t *)b->tet, b->tets, 4, hash);
    hash = hash_cells((const int32_t *)b->triangle, b->triangles, 3, hash);
    hash = hash_cells((const int32_t *)b->segment, b->segments, 2, hash);
    hash = hash_cells(b->particle, b->particles, 1, hash);
    for (size_t k = 0; k < setup->conditions.count; ++k) {
        const ts_condition *condition = &setup->conditions.condition[k];
        hash = ts_hash_word(hash, condition->frames);
        hash = hash_points((const double(*)[3])condition->frame, condition->frames * condition->count, hash);
    }
    return hash;
}

/* A mesh that is to be replaced and is not there is a mistyped one. */
static void check_overrides(const ts_scene_reading *reading) {
    const ts_scene_options *options = reading->options;
    for (size_t k = 0; options && k < options->overrides; ++k) {
        if (reading->override_used[k]) continue;
        ts_json_refuse(&reading->root, "--mesh: no mesh of %s is called '%s', and no object, to be replaced by %s",
                       reading->root.reading->file, options->override[k].name, options->override[k].path);
    }
}

static ts_status choose_size(const ts_scene_options *options, const char **size, ts_error *error) {
    const char *asked = options && options->size ? options->size : TS_SCENE_SIZES[TS_SCENE_SMALL];
    for (const char *const *known = TS_SCENE_SIZES; *known; ++known) {
        if (strcmp(*known, asked) != 0) continue;
        *size = *known;
        return TS_OK;
    }
    return ts_fail(error, TS_ERROR_USAGE, "there is no size '%s' of scenes: tiny, small and paper are possible", asked);
}

/* A member of the object, over one that is there; takes the value. */
static bool put(cJSON *object, const char *name, cJSON *value) {
    if (!object || !value) {
        cJSON_Delete(value);
        return false;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    return cJSON_AddItemToObject(object, name, value);
}

/* What the options say of contact goes into the document, whose hash has it then. A barrier of the options is not that
 * of the scene's kappa. */
static bool choose_contact(cJSON *document, const ts_scene_options *options) {
    cJSON *contact = cJSON_GetObjectItemCaseSensitive(document, "contact");
    if (!contact) contact = cJSON_AddObjectToObject(document, "contact");
    if (!cJSON_IsObject(contact)) return contact != NULL; /* it is complained of later */
    if (options->barrier) cJSON_DeleteItemFromObjectCaseSensitive(contact, "kappa");
    bool done = !options->barrier || put(contact, "barrier", cJSON_CreateString(options->barrier));
    if (options->stiffness) done = done && put(contact, "stiffness", cJSON_CreateString(options->stiffness));
    if (options->kappa > 0.0) done = done && put(contact, "kappa", cJSON_CreateNumber(options->kappa));
    return done;
}

static bool chooses_contact(const ts_scene_options *options) {
    return options && (options->barrier || options->stiffness || options->kappa > 0.0);
}

/* From the document at the reading's root, which may change. */
static void read_resolved(ts_scene_reading *reading, cJSON *document, const char *size) {
    ts_scene *scene = reading->scene;
    const ts_json_at *root = &reading->root;
    if (!reading->override_used) ts_json_complain(root, "not enough memory");
    if (ts_scene_choose_size(document, size, root->reading)) scene->size = size;
    if (chooses_contact(reading->options) && !choose_contact(document, reading->options))
        ts_json_complain(root, "not enough memory");
    const bool disturbs = reading->options && reading->options->disturb;
    if (disturbs && !ts_scene_disturb(document, reading->options)) ts_json_complain(root, "not enough memory");
    scene->hash = hash_document(document, TS_HASH_START);
    if (!ts_json_failed(root)) read_document(reading);
    if (!ts_json_failed(root)) check_overrides(reading);
    if (!ts_json_failed(root)) scene->hash = hash_setup(&scene->setup, scene->hash);
}

ts_status ts_scene_read(const char *path, const ts_scene_options *options, ts_scene *scene, ts_error *error) {
    ts_scene made = {0};
    const char *size = NULL;
    cJSON *document = NULL;
    ts_status status = choose_size(options, &size, error);
    if (status == TS_OK) status = read_json(path, &document, error);
    if (status != TS_OK) return status;
    char *folder = ts_path_folder(path);
    ts_json_reading json = {.error = error, .file = ts_path_name(path)};
    ts_scene_reading reading = {.scene = &made,
                                .options = options,
                                .override_used = calloc(options ? options->overrides + 1 : 1, sizeof(bool)),
                                .folder = folder ? folder : ".",
                                .root = ts_json_root(document, &json)};
    read_resolved(&reading, document, size);
    free(reading.override_used);
    free(folder);
    cJSON_Delete(document);
    if (json.status != TS_OK) {
        ts_scene_clear(&made);
        return json.status;
    }
    *scene = made;
    return TS_OK;
}

ts_status ts_scene_sizes(const char *path, bool has[TS_SCENE_SIZE_COUNT], ts_error *error) {
    cJSON *document = NULL;
    ts_status status = read_json(path, &document, error);
    if (status != TS_OK) return status;
    bool found[TS_SCENE_SIZE_COUNT] = {false};
    for (size_t k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        cJSON *copy = cJSON_Duplicate(document, true);
        ts_error lacking;
        ts_json_reading json = {.error = &lacking, .file = ts_path_name(path)};
        if (copy)
            found[k] = ts_scene_choose_size(copy, TS_SCENE_SIZES[k], &json) && json.status == TS_OK;
        else
            status = ts_fail_memory(error, "a scene");
        cJSON_Delete(copy);
    }
    cJSON_Delete(document);
    if (status == TS_OK) memcpy(has, found, sizeof found);
    return status;
}
