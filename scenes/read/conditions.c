/* SPDX-License-Identifier: MIT
 * Boundary conditions of an object: which nodes, from when until when, and how they move. */
#include "scenes/conditions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec3.h"
#include "scenes/read/read.h"
#include "scenes/read/skeleton.h"

typedef struct axis_box {
    double lo[3], hi[3];
} axis_box;

static bool is_inside(const axis_box *box, const double x[3]) {
    for (int c = 0; c < 3; ++c) {
        if (x[c] < box->lo[c] || x[c] > box->hi[c]) return false;
    }
    return true;
}

static axis_box bounds(const ts_node_run *run) {
    axis_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = 0; i < run->count; ++i) {
        for (int c = 0; c < 3; ++c) {
            box.lo[c] = fmin(box.lo[c], run->x[run->first + i][c]);
            box.hi[c] = fmax(box.hi[c], run->x[run->first + i][c]);
        }
    }
    return box;
}

static bool read_box(const ts_json_at *at, axis_box *box) {
    static const char *const NAMES[] = {"lo", "hi", NULL};
    ts_json_expect_object(at, NAMES);
    const bool has_both = ts_json_vector(at, "lo", box->lo) && ts_json_vector(at, "hi", box->hi);
    if (!has_both) ts_json_complain(at, "a box has \"lo\": [x, y, z] and \"hi\": [x, y, z]");
    return has_both;
}

/* What a selection has gathered. */
typedef struct selection {
    int32_t *node;
    size_t *count;
} selection;

static void add_node(const selection *chosen, size_t node) {
    chosen->node[(*chosen->count)++] = (int32_t)node;
}

static void select_in_box(const ts_node_run *run, const axis_box *box, const selection *chosen) {
    for (size_t i = 0; i < run->count; ++i) {
        if (is_inside(box, run->x[run->first + i])) add_node(chosen, run->first + i);
    }
}

/* Shares of the object's own bounding box, with a little slack for rounding. */
static void select_relative(const ts_json_at *at, const ts_node_run *run, const selection *chosen) {
    axis_box share = {{0.0}, {0.0}}, all = bounds(run), box;
    if (!read_box(at, &share)) return;
    for (int c = 0; c < 3; ++c) {
        const double size = all.hi[c] - all.lo[c], slack = 1e-9 * size;
        box.lo[c] = all.lo[c] + share.lo[c] * size - slack;
        box.hi[c] = all.lo[c] + share.hi[c] * size + slack;
    }
    select_in_box(run, &box, chosen);
}

static void select_listed(const ts_json_at *at, const ts_node_run *run, const selection *chosen) {
    if (!ts_json_expect_array(at)) return;
    if ((size_t)ts_json_items(at) > run->count) {
        ts_json_complain(at, "the list is longer than the object has nodes (%zu)", run->count);
        return;
    }
    bool *is_listed = calloc(run->count + 1, sizeof *is_listed); /* twice in it, a weight would count twice */
    if (!is_listed) ts_json_complain(at, "not enough memory");
    for (int k = 0; k < ts_json_items(at) && !ts_json_failed(at); ++k) {
        const ts_json_at item = ts_json_item(at, k);
        const double index = ts_json_whole_value(&item, (ts_json_range){0.0, (double)run->count, true, false});
        if (ts_json_failed(at)) break;
        if (is_listed[(size_t)index]) ts_json_complain(&item, "node %d stands in the list already", (int)index);
        is_listed[(size_t)index] = true;
        add_node(chosen, run->first + (size_t)index);
    }
    free(is_listed);
}

void ts_scene_select(const ts_json_at *at, const ts_node_run *run, int32_t *node, size_t *count) {
    static const char *const NAMES[] = {"box", "relative_box", "nodes", NULL};
    const selection chosen = {node, count};
    const size_t before = *count;
    if (!at->json || (cJSON_IsString(at->json) && strcmp(at->json->valuestring, "all") == 0)) {
        for (size_t i = 0; i < run->count; ++i) add_node(&chosen, run->first + i);
        return;
    }
    ts_json_expect_object(at, NAMES);
    const ts_json_at box = ts_json_member(at, "box"), relative = ts_json_member(at, "relative_box");
    const ts_json_at nodes = ts_json_member(at, "nodes");
    if (!!box.json + !!relative.json + !!nodes.json != 1) {
        ts_json_complain(at, "\"all\" or exactly one of box, relative_box and nodes is expected here");
    } else if (box.json) {
        axis_box region;
        if (read_box(&box, &region)) select_in_box(run, &region, &chosen);
    } else if (relative.json) {
        select_relative(&relative, run, &chosen);
    } else {
        select_listed(&nodes, run, &chosen);
    }
    if (!ts_json_failed(at) && *count == before) ts_json_complain(at, "no node of the object is in there");
}

static void read_turn(const ts_json_at *at, ts_condition *condition) {
    static const char *const NAMES[] = {"centre", "axis", "degrees_per_second", NULL};
    if (!at->json) return;
    ts_json_expect_object(at, NAMES);
    condition->axis[1] = 1.0;
    ts_json_vector(at, "axis", condition->axis);
    ts_json_vector(at, "centre", condition->centre);
    condition->rate = ts_json_number(at, "degrees_per_second", 0.0, TS_JSON_ANY) * (M_PI / 180.0);
    const double length = sqrt(ts_norm2(condition->axis));
    if (length > 0.0)
        ts_scale(1.0 / length, condition->axis, condition->axis);
    else
        ts_json_complain(at, "the axis must have a length");
}

/* "frames": meshes with the object's nodes; those selected follow them. */
static void read_frames(ts_scene_reading *reading, const ts_json_at *at, const ts_node_run *run,
                        ts_condition *condition) {
    if (!at->json || !ts_json_expect_array(at) || ts_json_failed(at)) return;
    const int frames = ts_json_items(at);
    if (frames == 0) ts_json_complain(at, "there is no frame in here, and nodes follow one at least");
    condition->frame = malloc(((size_t)frames * condition->count + 1) * sizeof *condition->frame);
    if (!condition->frame) {
        ts_json_complain(at, "not enough memory for %d frames", frames);
        return;
    }
    for (int f = 0; f < frames; ++f) {
        const ts_json_at item = ts_json_item(at, f);
        ts_mesh mesh;
        if (ts_scene_read_mesh(reading, &item, &mesh) != TS_OK) return;
        if (mesh.nodes != run->count) {
            ts_json_complain(&item, "the frame has %zu nodes, the object %zu", mesh.nodes, run->count);
        }
        for (size_t i = 0; i < condition->count && !ts_json_failed(at); ++i) {
            memcpy(condition->frame[(size_t)f * condition->count + i], mesh.x[(size_t)condition->node[i] - run->first],
                   sizeof *condition->frame);
        }
        ts_mesh_clear(&mesh);
    }
    condition->frames = (size_t)frames;
}

static void expect_none(const ts_json_at *at, const char *const *names, const char *why) {
    for (; *names; ++names) {
        const ts_json_at other = ts_json_member(at, *names);
        if (other.json) ts_json_complain(&other, "%s: leave this out", why);
    }
}

/* Nodes are moved in one way: what says another beside it would do nothing. */
static void check_motion(const ts_json_at *at) {
    static const char *const OTHERS[] = {"frames", "frame_seconds", "turn", "velocity", NULL};
    static const char *const VELOCITIES[] = {"turn", "velocity", NULL}, *const SECONDS[] = {"frame_seconds", NULL};
    const ts_json_at skeleton = ts_json_member(at, "skeleton"), frames = ts_json_member(at, "frames");
    if (skeleton.json)
        expect_none(at, OTHERS, "a skeleton moves the nodes by itself");
    else if (frames.json)
        expect_none(at, VELOCITIES, "frames move the nodes by themselves");
    else
        expect_none(at, SECONDS, "there are no frames that it is between");
}

/* "until", which "until_by_copy" makes so much later for every so many copies of the object's "repeat". */
static double read_end(const ts_json_at *object, const ts_json_at *at, double start, int copy) {
    static const char *const NAMES[] = {"add", "for_every", NULL};
    const double end = ts_json_number(at, "until", INFINITY, (ts_json_range){start, INFINITY, false, false});
    const ts_json_at by_copy = ts_json_member(at, "until_by_copy");
    ts_json_expect_object(&by_copy, NAMES);
    const double add = ts_json_number(&by_copy, "add", 0.0, TS_JSON_NOT_NEGATIVE);
    const int for_every = (int)ts_json_whole_number(&by_copy, "for_every", 1.0, (ts_json_range){1.0, 1e4, true, true});
    const int times = copy / for_every;
    const ts_json_at until = ts_json_member(at, "until"), repeat = ts_json_member(object, "repeat");
    if (by_copy.json && !until.json) ts_json_complain(&by_copy, "there is no \"until\" here that it could make later");
    if (by_copy.json && !repeat.json)
        ts_json_complain(&by_copy, "there is no \"repeat\" that makes copies of the object");
    return end + add * (double)times;
}

static void read_condition(ts_scene_reading *reading, const ts_json_at *at, const ts_node_run *run,
                           ts_condition *condition) {
    static const char *const NAMES[] = {"about", "select", "from",          "until",    "until_by_copy", "velocity",
                                        "turn",  "frames", "frame_seconds", "skeleton", "clamps",        NULL};
    ts_json_expect_object(at, NAMES);
    check_motion(at);
    const ts_json_at select = ts_json_member(at, "select"), turn = ts_json_member(at, "turn");
    const ts_json_at frames = ts_json_member(at, "frames"), skeleton = ts_json_member(at, "skeleton");
    ts_scene_select(&select, run, condition->node, &condition->count);
    condition->start = ts_json_number(at, "from", 0.0, TS_JSON_NOT_NEGATIVE);
    ts_json_vector(at, "velocity", condition->velocity);
    read_turn(&turn, condition);
    condition->frame_seconds = ts_json_number(at, "frame_seconds", 0.04, TS_JSON_POSITIVE);
    read_frames(reading, &frames, run, condition);
    /* gives frames, at every time step where it does not say how far apart */
    if (!ts_json_failed(at)) ts_scene_read_skeleton(&skeleton, reading->scene->setup.settings.h, run->x, condition);
    if (!ts_json_failed(at)) ts_scene_read_clamp(reading, at, run, condition);
}

static ts_condition *new_condition(ts_scene_reading *reading, size_t nodes) {
    ts_conditions *conditions = &reading->scene->setup.conditions;
    if (conditions->count == reading->condition_capacity) {
        const size_t capacity = 2 * conditions->count + 8;
        ts_condition *grown = realloc(conditions->condition, capacity * sizeof *grown);
        if (!grown) return NULL;
        conditions->condition = grown;
        reading->condition_capacity = capacity;
    }
    ts_condition *made = &conditions->condition[conditions->count];
    *made = (ts_condition){.node = malloc((nodes + 1) * sizeof *made->node)};
    if (!made->node) return NULL;
    ++conditions->count;
    return made;
}

static void check_times(const ts_scene_reading *reading, const ts_json_at *at, const ts_condition *condition) {
    const double h = reading->scene->setup.settings.h;
    if (ts_json_failed(at) || ts_condition_ever_holds(condition, h)) return;
    const ts_json_at until = ts_json_member(at, "until");
    ts_json_complain(&until,
                     "from %g s to %g s no time step of %g s ends, and a condition holds at the ends of steps: make it "
                     "later, or leave the condition out",
                     condition->start, condition->end, h);
}

void ts_scene_read_conditions(ts_scene_reading *reading, const ts_json_at *at, const ts_body *body, int copy) {
    const ts_json_at list = ts_json_member(at, "conditions");
    if (!list.json || !ts_json_expect_array(&list)) return;
    const ts_node_run run = {
        .x = (const double(*)[3])reading->scene->setup.x, .first = body->node_first, .count = body->node_count};
    for (int k = 0; k < ts_json_items(&list) && !ts_json_failed(&list); ++k) {
        const ts_json_at one = ts_json_item(&list, k);
        ts_condition *condition = new_condition(reading, run.count);
        if (!condition) {
            ts_json_complain(&one, "not enough memory for the condition");
            return;
        }
        read_condition(reading, &one, &run, condition);
        condition->end = read_end(at, &one, condition->start, copy);
        check_times(reading, &one, condition);
    }
}
