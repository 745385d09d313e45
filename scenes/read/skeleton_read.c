/* SPDX-License-Identifier: MIT
 * Reading a skeleton of a scene, and the frames it makes of the nodes that follow it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/suggest.h"
#include "core/vec3.h"
#include "scenes/read/skeleton.h"

enum { MOST_BONES = 10000 };
static const double MOST_FRAMES = 1e6;

/* Times are sums of time steps; a last key so close after a frame needs no frame of its own. */
static const double SAME_TIME = 1e-9;

/* ---- Keys ---- */

static void read_key(const ts_json_at *at, double after, bool is_first, ts_bone_key *key) {
    static const char *const NAMES[] = {"time", "axis", "degrees", "translate", NULL};
    double axis[3] = {0.0, 1.0, 0.0};
    ts_json_expect_object(at, NAMES);
    key->time = ts_json_number(at, "time", 0.0, (ts_json_range){after, INFINITY, is_first, false});
    if (!is_first && !ts_json_member(at, "time").json) ts_json_complain(at, "a key after the first one needs a time");
    ts_json_vector(at, "axis", axis);
    ts_json_vector(at, "translate", key->translate);
    const double degrees = ts_json_number(at, "degrees", 0.0, TS_JSON_ANY), length = sqrt(ts_norm2(axis));
    if (length > 0.0)
        ts_scale(degrees / length, axis, key->turn);
    else
        ts_json_complain(at, "the axis must have a length");
}

static void read_keys(const ts_json_at *at, ts_bone *bone) {
    if (!at->json || !ts_json_expect_array(at)) return;
    const int keys = ts_json_items(at);
    bone->key = calloc((size_t)keys + 1, sizeof *bone->key);
    if (!bone->key) {
        ts_json_complain(at, "not enough memory for %d keys", keys);
        return;
    }
    bone->keys = (size_t)keys;
    for (int k = 0; k < keys && !ts_json_failed(at); ++k) {
        const ts_json_at one = ts_json_item(at, k);
        read_key(&one, k > 0 ? bone->key[k - 1].time : 0.0, k == 0, &bone->key[k]);
    }
}

/* ---- Bones ---- */

static void read_place(const ts_json_at *at, const char *name, double out[3]) {
    if (!ts_json_vector(at, name, out)) ts_json_complain(at, "a bone has a \"%s\": [x, y, z]", name);
}

static void read_bone(const ts_json_at *at, ts_bone *bone) {
    static const char *const NAMES[] = {"name", "parent", "joint", "tip", "radius", "keys", NULL};
    ts_json_expect_object(at, NAMES);
    bone->name = ts_json_string(at, "name", NULL);
    if (!bone->name) ts_json_complain(at, "a bone needs a name");
    read_place(at, "joint", bone->joint);
    read_place(at, "tip", bone->tip);
    bone->radius = ts_json_number(at, "radius", 0.0, TS_JSON_NOT_NEGATIVE);
    const ts_json_at keys = ts_json_member(at, "keys");
    read_keys(&keys, bone);
}

/* Index of the bone of that name among the first `count`, -1: none. */
static int find_bone(const ts_skeleton *skeleton, size_t count, const char *name) {
    for (size_t b = 0; b < count; ++b) {
        if (strcmp(skeleton->bone[b].name, name) == 0) return (int)b;
    }
    return -1;
}

static void complain_no_bone(const ts_json_at *at, const ts_skeleton *skeleton, const char *name) {
    const char **names = malloc(skeleton->bones * sizeof *names);
    for (size_t b = 0; names && b < skeleton->bones; ++b) names[b] = skeleton->bone[b].name;
    ts_json_complain(at, "there is no bone '%s'; did you mean '%s'?", name,
                     names ? ts_nearest_name(name, names, skeleton->bones) : skeleton->bone[0].name);
    free(names);
}

static void read_parent(const ts_json_at *bones, size_t b, ts_skeleton *skeleton) {
    const ts_json_at at = ts_json_item(bones, (int)b), parent = ts_json_member(&at, "parent");
    ts_bone *bone = &skeleton->bone[b];
    const char *name = ts_json_string(&at, "parent", NULL);
    bone->parent = -1;
    if (find_bone(skeleton, b, bone->name) >= 0) ts_json_complain(&at, "there are two bones named '%s'", bone->name);
    if (!name) return;
    bone->parent = find_bone(skeleton, skeleton->bones, name);
    if (bone->parent < 0) complain_no_bone(&parent, skeleton, name);
}

/* Puts bones whose parents are in the order there too, until none is left; those that remain go round in circles. */
static void order_bones(const ts_json_at *bones, ts_skeleton *skeleton) {
    bool *is_placed = calloc(skeleton->bones + 1, sizeof *is_placed);
    size_t placed = 0, before = SIZE_MAX;
    if (!is_placed) ts_json_complain(bones, "not enough memory for the bones");
    while (is_placed && placed != before) {
        before = placed;
        for (size_t b = 0; b < skeleton->bones; ++b) {
            const int parent = skeleton->bone[b].parent;
            if (is_placed[b] || (parent >= 0 && !is_placed[parent])) continue;
            is_placed[b] = true;
            skeleton->order[placed++] = b;
        }
    }
    for (size_t b = 0; is_placed && b < skeleton->bones; ++b) {
        if (is_placed[b]) continue;
        const ts_json_at bone = ts_json_item(bones, (int)b), parent = ts_json_member(&bone, "parent");
        ts_json_complain(&parent, "no root is ever reached from '%s' by way of its parents", skeleton->bone[b].name);
    }
    free(is_placed);
}

static void read_bones(const ts_json_at *at, ts_skeleton *skeleton) {
    const int count = ts_json_items(at);
    if (count < 1 || count > MOST_BONES) {
        ts_json_complain(at, "an array of 1 to %d bones is expected here", MOST_BONES);
        return;
    }
    skeleton->bone = calloc((size_t)count, sizeof *skeleton->bone);
    skeleton->order = calloc((size_t)count, sizeof *skeleton->order);
    if (!skeleton->bone || !skeleton->order) {
        ts_json_complain(at, "not enough memory for %d bones", count);
        return;
    }
    skeleton->bones = (size_t)count;
    for (int b = 0; b < count && !ts_json_failed(at); ++b) {
        const ts_json_at one = ts_json_item(at, b);
        read_bone(&one, &skeleton->bone[b]);
    }
    for (size_t b = 0; b < skeleton->bones && !ts_json_failed(at); ++b) read_parent(at, b, skeleton);
    if (!ts_json_failed(at)) order_bones(at, skeleton);
}

/* ---- Frames ---- */

static double last_time(const ts_skeleton *skeleton) {
    double last = 0.0;
    for (size_t b = 0; b < skeleton->bones; ++b) {
        const ts_bone *bone = &skeleton->bone[b];
        if (bone->keys > 0) last = fmax(last, bone->key[bone->keys - 1].time);
    }
    return last;
}

static ts_status make_frames(const ts_skeleton *skeleton, const double (*x)[3], ts_condition *condition) {
    const size_t count = condition->count;
    ts_rigid *motion = malloc(skeleton->bones * sizeof *motion);
    size_t *bone = malloc((count + 1) * sizeof *bone);
    condition->frame = malloc((condition->frames * count + 1) * sizeof *condition->frame);
    const bool has_room = motion && bone && condition->frame;
    for (size_t i = 0; has_room && i < count; ++i) bone[i] = ts_skeleton_nearest(skeleton, x[condition->node[i]]);
    for (size_t f = 0; has_room && f < condition->frames; ++f) {
        ts_skeleton_pose(skeleton, (double)f * condition->frame_seconds, motion);
        for (size_t i = 0; i < count; ++i) {
            ts_rigid_apply(&motion[bone[i]], x[condition->node[i]], condition->frame[f * count + i]);
        }
    }
    free(motion);
    free(bone);
    return has_room ? TS_OK : TS_ERROR_MEMORY;
}

/* Frames until the last key. */
static void follow(const ts_json_at *at, const ts_skeleton *skeleton, const double (*x)[3], ts_condition *condition) {
    const double last = last_time(skeleton) / condition->frame_seconds;
    if (last > MOST_FRAMES) {
        ts_json_complain(at, "the last key is %g frames away; %g are possible", last, MOST_FRAMES);
        return;
    }
    condition->frames = (size_t)ceil(last - SAME_TIME * fmax(1.0, last)) + 1;
    if (make_frames(skeleton, x, condition) != TS_OK) {
        ts_json_complain(at, "not enough memory for %zu frames", condition->frames);
    }
}

void ts_scene_read_skeleton(const ts_json_at *at, double standard_seconds, const double (*x)[3],
                            ts_condition *condition) {
    static const char *const NAMES[] = {"bones", "frame_seconds", NULL};
    if (!at->json) return;
    ts_skeleton skeleton = {0};
    ts_json_expect_object(at, NAMES);
    condition->frame_seconds = ts_json_number(at, "frame_seconds", standard_seconds, TS_JSON_POSITIVE);
    const ts_json_at bones = ts_json_member(at, "bones");
    if (!ts_json_failed(at)) read_bones(&bones, &skeleton);
    if (!ts_json_failed(at)) follow(at, &skeleton, x, condition);
    ts_skeleton_clear(&skeleton);
}
