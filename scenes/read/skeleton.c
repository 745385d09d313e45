/* SPDX-License-Identifier: MIT
 * Forward kinematics: which bone a node follows, and where that bone takes it. */
#include "scenes/read/skeleton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec3.h"
#include "scenes/read/read.h"

void ts_skeleton_clear(ts_skeleton *skeleton) {
    for (size_t b = 0; b < skeleton->bones; ++b) free(skeleton->bone[b].key);
    free(skeleton->bone);
    free(skeleton->order);
    *skeleton = (ts_skeleton){0};
}

/* ---- The nearest bone ---- */

static double distance_to_segment(const double a[3], const double b[3], const double x[3]) {
    double along[3], from_a[3];
    ts_sub(b, a, along);
    ts_sub(x, a, from_a);
    const double length2 = ts_norm2(along);
    const double share = length2 > 0.0 ? fmin(fmax(ts_dot(from_a, along) / length2, 0.0), 1.0) : 0.0;
    ts_axpy(from_a, -share, along, from_a);
    return sqrt(ts_norm2(from_a));
}

size_t ts_skeleton_nearest(const ts_skeleton *skeleton, const double x[3]) {
    size_t nearest = 0;
    double least = INFINITY;
    for (size_t b = 0; b < skeleton->bones; ++b) {
        const ts_bone *bone = &skeleton->bone[b];
        const double distance = distance_to_segment(bone->joint, bone->tip, x) - bone->radius;
        if (distance >= least) continue;
        least = distance;
        nearest = b;
    }
    return nearest;
}

/* ---- Motion ---- */

static ts_bone_key between(const ts_bone_key *a, const ts_bone_key *b, double time) {
    const double share = (time - a->time) / (b->time - a->time);
    ts_bone_key key = {.time = time};
    for (int c = 0; c < 3; ++c) {
        key.turn[c] = (1.0 - share) * a->turn[c] + share * b->turn[c];
        key.translate[c] = (1.0 - share) * a->translate[c] + share * b->translate[c];
    }
    return key;
}

/* The last key holds. */
static ts_bone_key key_at(const ts_bone *bone, double time) {
    const ts_bone_key rest = {.time = 0.0};
    const ts_bone_key *before = &rest;
    for (size_t k = 0; k < bone->keys; before = &bone->key[k++]) {
        if (time < bone->key[k].time) return between(before, &bone->key[k], time);
    }
    return *before;
}

static void rotation_of(const double turn[3], double out[3][3]) {
    static const double ANY_AXIS[3] = {0.0, 1.0, 0.0};
    const double degrees = sqrt(ts_norm2(turn));
    ts_rotation(degrees > 0.0 ? turn : ANY_AXIS, degrees, out);
}

static void product(const double a[3][3], const double b[3][3], double out[3][3]) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    }
}

void ts_skeleton_pose(const ts_skeleton *skeleton, double time, ts_rigid *motion) {
    for (size_t k = 0; k < skeleton->bones; ++k) {
        const size_t b = skeleton->order[k];
        const ts_bone *bone = &skeleton->bone[b];
        const ts_bone_key key = key_at(bone, time);
        ts_rigid *own = &motion[b];
        memcpy(own->joint, bone->joint, sizeof own->joint);
        ts_add(bone->joint, key.translate, own->image);
        rotation_of(key.turn, own->rotate);
        if (bone->parent < 0) continue;
        const ts_rigid *parent = &motion[bone->parent];
        const ts_rigid alone = *own;
        ts_rigid_apply(parent, alone.image, own->image);
        product(parent->rotate, alone.rotate, own->rotate);
    }
}

void ts_rigid_apply(const ts_rigid *motion, const double x[3], double out[3]) {
    double r[3];
    ts_sub(x, motion->joint, r);
    for (int c = 0; c < 3; ++c) out[c] = motion->image[c] + ts_dot(motion->rotate[c], r);
}
