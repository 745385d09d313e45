/* SPDX-License-Identifier: MIT
 * Objects of a scene: mesh, material, pose, motion, and copies of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "scenes/read/disturb.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/mesh_cache.h"
#include "scenes/read/read.h"

/* ---- Meshes ---- */

static ts_status read_path(const ts_json_at *at, const char *path, ts_mesh *mesh) {
    ts_error error;
    const ts_status status = ts_mesh_read(path, mesh, &error);
    if (status != TS_OK) ts_json_complain(at, "%s", error.message);
    return status;
}

/* The file that the user puts in the place of the mesh or object of that name, the last one given; NULL: none. */
static const char *overriding(const ts_scene_reading *reading, const char *name) {
    const ts_scene_options *options = reading->options;
    const char *path = NULL;
    for (size_t k = 0; options && k < options->overrides; ++k) {
        if (strcmp(options->override[k].name, name) != 0) continue;
        reading->override_used[k] = true;
        path = options->override[k].path;
    }
    return path;
}

static ts_status read_file(const ts_scene_reading *reading, const ts_json_at *at, const char *name, ts_mesh *mesh) {
    const char *other = overriding(reading, name);
    if (other) return read_path(at, other, mesh);
    char *path = *name == '/' ? ts_text("%s", name) : ts_path_join(reading->folder, name);
    if (!path) ts_json_complain(at, "not enough memory for a path");
    const ts_status status = path ? read_path(at, path, mesh) : TS_ERROR_MEMORY;
    free(path);
    return status;
}

static ts_status generate(const ts_scene_reading *reading, const ts_json_at *at, const ts_mesh_generator *generator,
                          const cJSON *parameters, ts_mesh *mesh) {
    ts_mesh_cache *made = reading->options ? reading->options->meshes : NULL;
    ts_error error;
    if (ts_mesh_cache_find(made, generator->name, parameters, mesh)) return TS_OK;
    const ts_status status = generator->generate(parameters, mesh, &error);
    if (status == TS_OK)
        ts_mesh_cache_add(made, generator->name, parameters, mesh);
    else
        ts_json_complain(at, "%s", error.message);
    return status;
}

ts_status ts_scene_read_mesh(const ts_scene_reading *reading, const ts_json_at *at, ts_mesh *mesh) {
    *mesh = (ts_mesh){0};
    if (cJSON_IsString(at->json)) return read_file(reading, at, at->json->valuestring, mesh);
    if (!cJSON_IsObject(at->json)) {
        ts_json_complain(at, "a file's name or {\"generator\": NAME, ...} is expected here");
        return TS_ERROR_DATA;
    }
    const char *file = ts_json_string(at, "file", NULL);
    if (file) return read_file(reading, at, file, mesh);
    const char *name = ts_json_string(at, "generator", "");
    const ts_mesh_generator *generator = ts_mesh_generator_find(name);
    if (!generator) {
        ts_json_complain(at, "there is no generator '%s'; `touchstone list generators` names them", name);
        return TS_ERROR_DATA;
    }
    cJSON *parameters = cJSON_Duplicate(at->json, true);
    if (!parameters) return ts_fail_memory(at->reading->error, "a mesh");
    cJSON_DeleteItemFromObjectCaseSensitive(parameters, "generator");
    const ts_status status = generate(reading, at, generator, parameters, mesh);
    cJSON_Delete(parameters);
    return status;
}

/* ---- One object ---- */

/* With nu below 0 these energies fall without end as an element grows (fixed corotated) or collapses (neo-Hookean). */
static void check_poisson(const ts_json_at *at, const ts_new_body *body) {
    const ts_material *material = &body->body.material;
    const bool is_solid = body->mesh.tets > 0 && !ts_model_is_none(&material->tet);
    const bool is_shell =
        body->mesh.triangles > 0 && !body->body.obstacle && strcmp(material->membrane.name, "neo-hookean") == 0;
    if (!(material->poisson < 0.0) || !(is_solid || is_shell)) return;
    const ts_json_at said = ts_json_member(at, "material"), nu = ts_json_member(&said, "nu");
    ts_json_complain(&nu, "%g is below 0, where the energy of %s has no minimum; shells by stvk or corotated take it",
                     material->poisson, is_solid ? "tets" : "neo-hookean shells");
}

/* An object whose mesh has no shells needs no membrane, and so on. */
static void check_material(const ts_json_at *at, const ts_new_body *body) {
    const ts_strain_limit *limit = &body->body.material.strain_limit;
    if ((limit->upper > 0.0 || limit->lower > 0.0) && body->mesh.triangles == 0) {
        ts_json_complain(at, "a strain limit is for shells, and this mesh has no triangles");
    }
    if (body->mesh.nodes == 0) ts_json_complain(at, "the mesh is empty");
    check_poisson(at, body);
}

static void expect_at_rest(const ts_json_at *at) {
    static const char *const NAMES[] = {"velocity", "angular_velocity", "acceleration"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        const ts_json_at member = ts_json_member(at, NAMES[k]);
        if (member.json) ts_json_complain(&member, "an obstacle stays or moves as its conditions say: leave this out");
    }
}

static void read_body(const ts_scene_reading *reading, const ts_json_at *at, ts_new_body *body) {
    const ts_json_at material = ts_json_member(at, "material");
    ts_scene_read_material(reading, &material, &body->body.material);
    body->body.offset = ts_json_number(at, "offset", 0.0, TS_JSON_NOT_NEGATIVE);
    body->body.obstacle = ts_json_truth(at, "obstacle", false);
    if (!material.json && !body->body.obstacle && reading->scene->unsaid++ == 0) {
        ts_scene *scene = reading->scene;
        snprintf(scene->unsaid_name, sizeof scene->unsaid_name, "%s", ts_json_string(at, "name", at->path));
    }
    if (body->body.obstacle) {
        body->body.material.tet = body->body.material.membrane = (ts_model_choice){0};
        body->body.material.bends = false;
        body->body.material.strain_limit.upper = body->body.material.strain_limit.lower = 0.0;
        expect_at_rest(at);
    }
    ts_json_vector(at, "velocity", body->velocity);
    ts_json_vector(at, "angular_velocity", body->angular);
    ts_json_vector(at, "acceleration", body->acceleration);
    check_material(at, body);
}

/* "repeat": so many copies, each moved and turned once more than the one before. */
typedef struct repetition {
    int count;
    ts_pose pose;
} repetition;

static void read_repetition(const ts_json_at *at, repetition *repeat) {
    static const char *const NAMES[] = {"count", "translate", "rotate", NULL};
    const ts_json_at member = ts_json_member(at, "repeat");
    ts_json_expect_object(&member, NAMES);
    ts_scene_read_pose(&member, &repeat->pose);
    repeat->count = (int)ts_json_whole_number(&member, "count", 1.0, (ts_json_range){1.0, 1e4, true, true});
}

const char *ts_scene_object_name(const ts_json_at *at, int index, char standard[TS_SCENE_STANDARD_NAME]) {
    snprintf(standard, TS_SCENE_STANDARD_NAME, "object-%d", index);
    return ts_json_string(at, "name", standard);
}

size_t ts_scene_object_copies(const ts_json_at *at) {
    repetition repeat = {0};
    read_repetition(at, &repeat);
    return (size_t)repeat.count;
}

static char *name_copy(const ts_json_at *at, int index, int copy, int copies) {
    char standard[TS_SCENE_STANDARD_NAME];
    const char *name = ts_scene_object_name(at, index, standard);
    return copies > 1 ? ts_text("%s-%d", name, copy) : ts_text("%s", name);
}

static ts_status copy_mesh(const ts_mesh *from, ts_mesh *to, ts_error *error) {
    *to = (ts_mesh){0};
    return ts_mesh_append(to, from, error);
}

/* Adds one copy of the object and its conditions. */
static void add_copy(ts_scene_reading *reading, const ts_json_at *at, const ts_new_body *pattern, char *name,
                     int copy) {
    ts_setup *setup = &reading->scene->setup;
    ts_new_body body = *pattern;
    body.body.name = name;
    ts_error error;
    if (!name || copy_mesh(&pattern->mesh, &body.mesh, &error) != TS_OK) {
        ts_json_complain(at, "not enough memory for the object");
    } else if (ts_scene_find_body(setup, name) >= 0) {
        ts_json_complain(at, "there are two objects named '%s'", name);
    } else if (ts_scene_add_body(setup, &reading->body_capacity, &body, &error) != TS_OK) {
        ts_json_complain(at, "%s", error.message);
    } else {
        const ts_body *added = &setup->bodies.body[setup->bodies.bodies - 1];
        ts_scene_read_conditions(reading, at, added, copy);
        ts_scene_read_weights(reading, at, added);
    }
    free(body.body.name);
    ts_mesh_clear(&body.mesh);
}

/* "rest": a mesh whose positions are the rest pose, not posed: an object that `scale` makes larger than it is
 * stretched. */
static double (*read_rest(ts_scene_reading *reading, const ts_json_at *at, size_t nodes))[3] {
    const ts_json_at member = ts_json_member(at, "rest");
    if (!member.json) return NULL;
    ts_mesh mesh;
    if (ts_scene_read_mesh(reading, &member, &mesh) != TS_OK) return NULL;
    if (mesh.nodes != nodes) {
        ts_json_complain(&member, "the rest mesh has %zu nodes, the mesh %zu", mesh.nodes, nodes);
    }
    double(*rest)[3] = mesh.x;
    mesh.x = NULL;
    ts_mesh_clear(&mesh);
    return rest;
}

/* "mesh" of an object, or the file that the user gives for the object. */
static ts_status read_object_mesh(const ts_scene_reading *reading, const ts_json_at *at, ts_mesh *mesh) {
    const ts_json_at member = ts_json_member(at, "mesh");
    const char *other = overriding(reading, ts_json_string(at, "name", ""));
    *mesh = (ts_mesh){0};
    return other ? read_path(&member, other, mesh) : ts_scene_read_mesh(reading, &member, mesh);
}

/* Moves the body's mesh on to copy `copy` > 0; copies of a disturbed one are disturbed each in its own way. */
static void pose_copy(const ts_scene_reading *reading, const ts_json_at *at, const repetition *repeat, int copy,
                      ts_mesh *mesh) {
    ts_json_at member = ts_json_member(at, "mesh");
    if (!ts_mesh_is_disturbed(member.json) || overriding(reading, ts_json_string(at, "name", ""))) {
        ts_pose_apply(&repeat->pose, mesh->nodes, mesh->x);
        return;
    }
    cJSON *json = ts_mesh_of_copy(member.json, copy);
    ts_pose pose;
    ts_mesh made;
    member.json = json;
    ts_scene_read_pose(at, &pose);
    if (!json) {
        ts_json_complain(at, "not enough memory for the object");
    } else if (ts_scene_read_mesh(reading, &member, &made) == TS_OK) {
        ts_mesh_clear(mesh);
        *mesh = made;
        ts_pose_apply(&pose, mesh->nodes, mesh->x);
        for (int k = 0; k < copy; ++k) ts_pose_apply(&repeat->pose, mesh->nodes, mesh->x);
    }
    cJSON_Delete(json);
}

static void count_straight(ts_scene_reading *reading, const ts_json_at *at) {
    const ts_json_at mesh = ts_json_member(at, "mesh");
    if (overriding(reading, ts_json_string(at, "name", ""))) return;
    reading->scene->straight += ts_mesh_is_straight(mesh.json);
    reading->scene->disturbed += ts_mesh_is_disturbed(mesh.json);
}

static void read_object(ts_scene_reading *reading, const ts_json_at *at, int index) {
    static const char *const NAMES[] = {
        "name",         "about",     "mesh",       "rest",     "material", "scale",
        "rotate",       "translate", "offset",     "obstacle", "velocity", "angular_velocity",
        "acceleration", "repeat",    "conditions", "weights",  NULL};
    ts_json_expect_object(at, NAMES);
    ts_new_body body = {0};
    if (ts_json_failed(at) || read_object_mesh(reading, at, &body.mesh) != TS_OK) return;
    count_straight(reading, at);
    ts_pose pose;
    repetition repeat = {0};
    ts_scene_read_pose(at, &pose);
    read_repetition(at, &repeat);
    ts_pose_apply(&pose, body.mesh.nodes, body.mesh.x);
    read_body(reading, at, &body);
    double(*rest)[3] = read_rest(reading, at, body.mesh.nodes);
    body.rest = (const double(*)[3])rest;
    for (int k = 0; k < repeat.count && !ts_json_failed(at); ++k) {
        if (k > 0) pose_copy(reading, at, &repeat, k, &body.mesh);
        add_copy(reading, at, &body, name_copy(at, index, k, repeat.count), k);
    }
    free(rest);
    ts_mesh_clear(&body.mesh);
}

void ts_scene_read_objects(ts_scene_reading *reading) {
    const ts_json_at objects = ts_json_member(&reading->root, "objects");
    if (!ts_json_expect_array(&objects)) {
        ts_json_complain(&reading->root, "a scene has \"objects\": [...]");
        return;
    }
    for (int k = 0; k < ts_json_items(&objects) && !ts_json_failed(&objects); ++k) {
        const ts_json_at object = ts_json_item(&objects, k);
        read_object(reading, &object, k);
    }
    if (!ts_json_failed(&objects) && reading->scene->setup.bodies.nodes == 0) {
        ts_json_complain(&objects, "a scene needs at least one object");
    }
}
