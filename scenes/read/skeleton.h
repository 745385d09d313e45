/* SPDX-License-Identifier: MIT
 * A skeleton: a tree of bones that turn about their joints, by keys over time; forward kinematics gives each bone's
 * rigid motion out of the rest pose. */
#ifndef TS_SCENES_READ_SKELETON_H
#define TS_SCENES_READ_SKELETON_H

#include <stddef.h>

#include "core/json_at.h"
#include "scenes/conditions.h"

/* Between two keys turn and translate are interpolated linearly; before the first one is the rest pose at time 0. */
typedef struct ts_bone_key {
    double time;         /* s after the condition's start */
    double turn[3];      /* degrees about the joint, along the axis */
    double translate[3]; /* of the joint, metres */
} ts_bone_key;

/* Positions, axes and translations are those of the rest pose: the parent's motion is applied after the bone's own. */
typedef struct ts_bone {
    const char *name; /* borrowed from the scene's document */
    int parent;       /* -1: none */
    double joint[3], tip[3];
    double radius; /* of a capsule about joint - tip; nodes follow the bone whose capsule is nearest */
    size_t keys;
    ts_bone_key *key; /* owned */
} ts_bone;

typedef struct ts_skeleton {
    size_t bones;
    ts_bone *bone; /* owned */
    size_t *order; /* owned: every bone after its parent */
} ts_skeleton;

/* x -> image + rotate (x - joint); what stands on the joint comes to the image without rounding. */
typedef struct ts_rigid {
    double joint[3], rotate[3][3], image[3];
} ts_rigid;

void ts_skeleton_clear(ts_skeleton *skeleton);

/* The bone whose capsule is nearest, the first of equals. */
size_t ts_skeleton_nearest(const ts_skeleton *skeleton, const double x[3]);
/* motion[bone] at that time. */
void ts_skeleton_pose(const ts_skeleton *skeleton, double time, ts_rigid *motion);
void ts_rigid_apply(const ts_rigid *motion, const double x[3], double out[3]);

/* "skeleton" of a condition: makes the frames of the condition's nodes, x being the positions of all nodes in the
 * rest pose. standard_seconds: between two frames, unless the skeleton says otherwise. */
void ts_scene_read_skeleton(const ts_json_at *at, double standard_seconds, const double (*x)[3],
                            ts_condition *condition);

#endif
