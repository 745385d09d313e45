/* SPDX-License-Identifier: MIT
 * The parts of reading a scene, one file each. */
#ifndef TS_SCENES_READ_READ_H
#define TS_SCENES_READ_READ_H

#include "core/json_at.h"
#include "mesh/mesh.h"
#include "scenes/read/scene.h"

/* A scene being read. */
typedef struct ts_scene_reading {
    ts_scene *scene;
    const ts_scene_options *options;
    bool *override_used; /* which of the options' overrides the scene has a mesh for */
    const char *folder;  /* that paths are relative to */
    ts_json_at root;
    size_t body_capacity, condition_capacity;
} ts_scene_reading;

/* A material by name, or an object with members that change those of its "base". */
void ts_scene_read_material(const ts_scene_reading *reading, const ts_json_at *at, ts_material *material);

/* The model that the object at `at` chooses for the role: NAME or {"model": NAME, parameters}. Where it chooses none
 * *choice stays, and is looked up. */
void ts_scene_read_model(const ts_scene_reading *reading, const ts_json_at *at, ts_model_role role,
                         ts_model_choice *choice);

/* x -> translate + rotate(scale x); rotate is a matrix. */
typedef struct ts_pose {
    double scale[3], rotate[3][3], translate[3];
} ts_pose;

/* Members scale (number or three), rotate (one or several of axis, degrees), translate. */
void ts_scene_read_pose(const ts_json_at *at, ts_pose *pose);
void ts_pose_apply(const ts_pose *pose, size_t nodes, double (*x)[3]);

/* A rotation about an axis of any length. */
void ts_rotation(const double axis[3], double degrees, double out[3][3]);

/* The mesh of "mesh": a file's name, or {"generator": NAME, parameters}, or {"file": NAME}. */
ts_status ts_scene_read_mesh(const ts_scene_reading *reading, const ts_json_at *at, ts_mesh *mesh);

/* "solver": a name, or an object with "name" and options; what the options of reading say goes over it. */
void ts_scene_read_solver(ts_scene_reading *reading);

/* All objects: bodies, positions, velocities, conditions. */
void ts_scene_read_objects(ts_scene_reading *reading);

/* The name of object `index`, at `at`: its own, or the standard one. */
enum { TS_SCENE_STANDARD_NAME = 32 };
const char *ts_scene_object_name(const ts_json_at *at, int index, char standard[TS_SCENE_STANDARD_NAME]);

/* How many bodies the object at `at` makes by its "repeat". */
size_t ts_scene_object_copies(const ts_json_at *at);

/* The nodes of one object. */
typedef struct ts_node_run {
    const double (*x)[3]; /* of all nodes */
    size_t first, count;
} ts_node_run;

/* "select": appends the numbers of the nodes it means, all where it is absent; complains when there is none.
 * node has room for run->count more than *count. */
void ts_scene_select(const ts_json_at *at, const ts_node_run *run, int32_t *node, size_t *count);

/* "conditions" of the object at `at`, read for one of the bodies it makes: number `copy` of its "repeat". */
void ts_scene_read_conditions(ts_scene_reading *reading, const ts_json_at *at, const ts_body *body, int copy);

/* "clamps" of the condition at `at`, whose nodes are selected. */
void ts_scene_read_clamp(ts_scene_reading *reading, const ts_json_at *at, const ts_node_run *run,
                         const ts_condition *condition);
/* "weights" of the object at `at`, hung on one of the bodies it makes. */
void ts_scene_read_weights(ts_scene_reading *reading, const ts_json_at *at, const ts_body *body);

/* "stitches" between the bodies, which have all been read. */
void ts_scene_read_stitches(ts_scene_reading *reading);

/* The body that is named at `at`, -1 after a complaint that there is none. */
int ts_scene_named_body(const ts_scene_reading *reading, const ts_json_at *at);

/* Appends a body with its mesh (taken over) to the setup. */
typedef struct ts_new_body {
    ts_body body; /* name owned, taken over; its run of nodes is set here */
    ts_mesh mesh;
    const double (*rest)[3]; /* borrowed: rest positions, NULL: mesh.x */
    double velocity[3], angular[3], acceleration[3];
} ts_new_body;

ts_status ts_scene_add_body(ts_setup *setup, size_t *capacity, ts_new_body *body, ts_error *error);

/* Index of the body of that name, -1: none. */
int ts_scene_find_body(const ts_setup *setup, const char *name);

#endif
