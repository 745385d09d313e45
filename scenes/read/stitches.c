/* SPDX-License-Identifier: MIT
 * Stitches of a scene: single ones between nodes that are numbered, and seams that join each node of a part of one
 * object to the nearest node of another. */
#include <math.h>
#include <stdlib.h>

#include "core/vec3.h"
#include "scenes/read/read.h"

static ts_node_run nodes_of(const ts_scene_reading *reading, int body) {
    const ts_setup *setup = &reading->scene->setup;
    const ts_body *found = &setup->bodies.body[body];
    return (ts_node_run){.x = (const double(*)[3])setup->x, .first = found->node_first, .count = found->node_count};
}

/* Room for `more` stitches. */
static bool make_room(const ts_json_at *at, ts_bodies *bodies, size_t more) {
    ts_stitch *grown = realloc(bodies->stitch, (bodies->stitches + more + 1) * sizeof *grown);
    if (grown)
        bodies->stitch = grown;
    else
        ts_json_complain(at, "not enough memory for %zu stitches", more);
    return grown;
}

static double read_stiffness(const ts_json_at *at) {
    return ts_json_number(at, "stiffness", 1000.0, TS_JSON_POSITIVE);
}

/* ---- Single stitches ---- */

/* [OBJECT, NODE]: its number on the common list. */
static int32_t read_node(const ts_scene_reading *reading, const ts_json_at *at) {
    const ts_json_at name = ts_json_item(at, 0), index = ts_json_item(at, 1);
    const int body = ts_scene_named_body(reading, &name);
    if (body < 0) return -1;
    const ts_node_run run = nodes_of(reading, body);
    const double node = ts_json_whole_value(&index, (ts_json_range){0.0, (double)run.count, true, false});
    return ts_json_failed(at) ? -1 : (int32_t)(run.first + (size_t)node);
}

/* What would pull at nothing. */
static void check_stitch(const ts_json_at *at, const ts_stitch *stitch) {
    const ts_json_at weight = ts_json_member(at, "weight"), and = ts_json_member(at, "and");
    if (weight.json && !and.json)
        ts_json_complain(&weight, "there is no \"and\" here, and of one node there is no share: leave this out");
    if (stitch->a == stitch->b && stitch->a == stitch->c)
        ts_json_complain(at, "a stitch goes from one node to another, and these are the same");
}

static void read_stitch(ts_scene_reading *reading, const ts_json_at *at) {
    static const char *const NAMES[] = {"from", "to", "and", "weight", "stiffness", NULL};
    ts_bodies *bodies = &reading->scene->setup.bodies;
    ts_stitch stitch = {.stiffness = read_stiffness(at)};
    ts_json_expect_object(at, NAMES);
    const ts_json_at from = ts_json_member(at, "from"), to = ts_json_member(at, "to");
    const ts_json_at and = ts_json_member(at, "and");
    stitch.a = read_node(reading, &from);
    stitch.b = read_node(reading, &to);
    stitch.c = and.json ? read_node(reading, &and) : stitch.b;
    stitch.weight = ts_json_number(at, "weight", 0.0, (ts_json_range){0.0, 1.0, true, true});
    check_stitch(at, &stitch);
    if (make_room(at, bodies, 1)) bodies->stitch[bodies->stitches++] = stitch;
}

/* ---- Seams ---- */

/* The first of equals. */
static int32_t nearest_node(const ts_node_run *run, const double x[3]) {
    size_t nearest = run->first;
    double least = INFINITY;
    for (size_t i = run->first; i < run->first + run->count; ++i) {
        double apart[3];
        ts_sub(run->x[i], x, apart);
        if (ts_norm2(apart) >= least) continue;
        least = ts_norm2(apart);
        nearest = i;
    }
    return (int32_t)nearest;
}

static void sew(const ts_json_at *at, ts_bodies *bodies, const ts_node_run *from, const ts_node_run *to) {
    const double stiffness = read_stiffness(at);
    const ts_json_at select = ts_json_member(at, "select");
    int32_t *node = malloc((from->count + 1) * sizeof *node);
    size_t count = 0;
    if (node)
        ts_scene_select(&select, from, node, &count);
    else
        ts_json_complain(at, "not enough memory for a seam");
    if (make_room(at, bodies, count) && !ts_json_failed(at)) {
        for (size_t k = 0; k < count; ++k) {
            const int32_t other = nearest_node(to, from->x[node[k]]);
            bodies->stitch[bodies->stitches++] = (ts_stitch){node[k], other, other, 0.0, stiffness};
        }
    }
    free(node);
}

static void read_seam(ts_scene_reading *reading, const ts_json_at *at) {
    static const char *const NAMES[] = {"seam", "select", "stiffness", NULL};
    ts_json_expect_object(at, NAMES);
    const ts_json_at names = ts_json_member(at, "seam");
    if (ts_json_items(&names) != 2) {
        ts_json_complain(&names, "two names of objects are expected here");
        return;
    }
    const ts_json_at first = ts_json_item(&names, 0), second = ts_json_item(&names, 1);
    const int a = ts_scene_named_body(reading, &first), b = ts_scene_named_body(reading, &second);
    if (a < 0 || b < 0) return;
    if (a == b) ts_json_complain(&names, "a seam joins two objects");
    const ts_node_run from = nodes_of(reading, a), to = nodes_of(reading, b);
    if (!ts_json_failed(at)) sew(at, &reading->scene->setup.bodies, &from, &to);
}

void ts_scene_read_stitches(ts_scene_reading *reading) {
    const ts_json_at list = ts_json_member(&reading->root, "stitches");
    if (!list.json || !ts_json_expect_array(&list)) return;
    for (int k = 0; k < ts_json_items(&list) && !ts_json_failed(&list); ++k) {
        const ts_json_at one = ts_json_item(&list, k);
        const ts_json_at seam = ts_json_member(&one, "seam");
        if (seam.json)
            read_seam(reading, &one);
        else
            read_stitch(reading, &one);
    }
}
