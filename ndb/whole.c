/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding whole bodies, and their balance. Sums go by runs of nodes, in their order. */
#include "ndb/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

enum { HELD = -1, UNSEEN = -2, SEEN = -3, LEAST_NODES = 3 };

/* ---- Bodies ---- */

ts_status ts_ndb_whole_init(ts_ndb_whole *whole, size_t nodes, ts_error *error) {
    *whole = (ts_ndb_whole){.nodes = nodes, .of = malloc((nodes + 1) * sizeof *whole->of)};
    if (!whole->of) return ts_fail_memory(error, "whole bodies");
    for (size_t i = 0; i < nodes; ++i) whole->of[i] = HELD;
    return TS_OK;
}

/* All but `of`. */
static void forget(ts_ndb_whole *whole) {
    free(whole->run);
    free(whole->centre);
    free(whole->inertia);
    free(whole->motion);
    ts_ndb_rigid_system_destroy(whole->system);
    *whole = (ts_ndb_whole){.nodes = whole->nodes, .of = whole->of};
}

void ts_ndb_whole_clear(ts_ndb_whole *whole) {
    forget(whole);
    free(whole->of);
    *whole = (ts_ndb_whole){0};
}

/* `list` becomes the nodes that entries join to `node`; returns how many they are. */
static size_t gather_joined(ts_ndb_whole *whole, const ts_ndb_matrix *matrix, size_t node, int32_t *list) {
    size_t count = 0;
    list[count++] = (int32_t)node;
    whole->of[node] = SEEN;
    for (size_t at = 0; at < count; ++at) {
        for (size_t k = matrix->first[list[at]]; k < matrix->first[list[at] + 1]; ++k) {
            const int32_t other = matrix->column[k];
            if (whole->of[other] != UNSEEN) continue;
            whole->of[other] = SEEN;
            list[count++] = other;
        }
    }
    return count;
}

static void find_bodies(ts_ndb_whole *whole, const ts_ndb_matrix *matrix, const uint8_t *told, int32_t *list) {
    for (size_t i = 0; i < whole->nodes; ++i) whole->of[i] = UNSEEN;
    for (size_t i = 0; i < whole->nodes; ++i) {
        if (whole->of[i] != UNSEEN) continue;
        const size_t count = gather_joined(whole, matrix, i, list);
        bool is_held = count < LEAST_NODES; /* which have no moment of inertia about the line through them */
        for (size_t k = 0; k < count; ++k) is_held = is_held || told[list[k]];
        for (size_t k = 0; k < count; ++k) whole->of[list[k]] = is_held ? HELD : (int32_t)whole->bodies;
        whole->bodies += !is_held;
    }
}

static bool goes_on(const ts_ndb_whole *whole, size_t first, size_t end) {
    return end < whole->nodes && end - first < TS_NDB_PIECE && whole->of[end] == whole->of[first];
}

/* Counts runs, and writes them where there is room. */
static size_t find_runs(const ts_ndb_whole *whole, ts_ndb_run *run) {
    size_t runs = 0;
    for (size_t first = 0, end; first < whole->nodes; first = end) {
        for (end = first + 1; goes_on(whole, first, end); ++end) continue;
        if (whole->of[first] < 0) continue;
        if (run) run[runs] = (ts_ndb_run){.body = whole->of[first], .first = first, .end = end};
        ++runs;
    }
    return runs;
}

static ts_status make_room(ts_ndb_whole *whole, ts_error *error) {
    whole->runs = find_runs(whole, NULL);
    whole->run = malloc((whole->runs + 1) * sizeof *whole->run);
    whole->centre = malloc((whole->bodies + 1) * sizeof *whole->centre);
    whole->inertia = malloc((whole->bodies + 1) * sizeof *whole->inertia);
    whole->motion = malloc((whole->bodies + 1) * sizeof *whole->motion);
    if (!whole->run || !whole->centre || !whole->inertia || !whole->motion)
        return ts_fail_memory(error, "whole bodies");
    find_runs(whole, whole->run);
    return whole->bodies > 0 ? ts_ndb_rigid_system_create(whole->bodies, &whole->system, error) : TS_OK;
}

ts_status ts_ndb_whole_find(ts_ndb_whole *whole, const ts_ndb_matrix *matrix, const uint8_t *told, ts_error *error) {
    int32_t *list = malloc((whole->nodes + 1) * sizeof *list);
    if (!list) return ts_fail_memory(error, "whole bodies");
    forget(whole);
    find_bodies(whole, matrix, told, list);
    free(list);
    return make_room(whole, error);
}

/* ---- Balance ---- */

/* A point near all bodies, for what is far from the point of a rotation is turned by differences of large numbers. */
static void find_origin(const ts_ndb_whole *whole, const ts_ndb_row *x, double origin[3]) {
    int32_t next = 0; /* bodies are numbered by their first nodes */
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t k = 0; k < whole->runs; ++k) {
        if (whole->run[k].body != next) continue;
        ts_add(sum, x[whole->run[k].first], sum);
        ++next;
    }
    ts_scale(1.0 / (double)whole->bodies, sum, origin);
}

static void add_runs(ts_ndb_whole *whole) {
    memset(whole->centre, 0, whole->bodies * sizeof *whole->centre);
    memset(whole->inertia, 0, whole->bodies * sizeof *whole->inertia);
    memset(whole->motion, 0, whole->bodies * sizeof *whole->motion);
    for (size_t k = 0; k < whole->runs; ++k) {
        const ts_ndb_run *run = &whole->run[k];
        ts_ndb_moments moments;
        memcpy(&moments, run->sum, sizeof moments);
        ts_add(whole->centre[run->body], moments.first, whole->centre[run->body]);
        ts_ndb_moments_block(&moments, whole->inertia[run->body]);
        for (int c = 0; c < 6; ++c) whole->motion[run->body][c] += run->sum[TS_NDB_WHOLE_PULL + c];
    }
    for (size_t b = 0; b < whole->bodies; ++b)
        ts_scale(1.0 / whole->inertia[b][0][0], whole->centre[b], whole->centre[b]);
}

static void add_pulls(ts_ndb_whole *whole, const ts_ndb_link *link, size_t links) {
    for (size_t k = 0; k < links; ++k) {
        for (int c = 0; c < 6; ++c) {
            whole->motion[link[k].body[0]][c] += link[k].pull[c];
            if (link[k].body[1] >= 0) whole->motion[link[k].body[1]][c] -= link[k].pull[c];
        }
    }
}

/* The centre of mass goes by t + theta x centre, and all turns about it by exp([theta]x) - I =
 * sin a/a [theta]x + (1 - cos a)/a^2 [theta]x^2, a = |theta|. */
static void find_motion(const ts_ndb_whole *whole, size_t body, const double origin[3], ts_ndb_whole_motion *motion) {
    const double *by = whole->motion[body], *turn = by + 3, *centre = whole->centre[body];
    const double angle = sqrt(ts_norm2(turn)), half = angle > 0.0 ? sin(0.5 * angle) / (0.5 * angle) : 1.0;
    const double sine = angle > 0.0 ? sin(angle) / angle : 1.0, cosine = 0.5 * half * half;
    memset(motion, 0, sizeof *motion);
    ts_add(origin, centre, motion->centre);
    ts_cross(turn, centre, motion->gone);
    ts_add(motion->gone, by, motion->gone);
    for (int c = 0; c < 3; ++c) {
        const double axis[3] = {c == 0, c == 1, c == 2};
        double once[3], twice[3];
        ts_cross(turn, axis, once);
        ts_cross(turn, once, twice);
        for (int k = 0; k < 3; ++k) motion->turn[c][k] = sine * once[k] + cosine * twice[k];
    }
}

static void move_run(const ts_ndb_whole *whole, const ts_ndb_run *run, const ts_ndb_whole_rows *rows) {
    ts_ndb_whole_motion motion;
    find_motion(whole, (size_t)run->body, rows->origin, &motion);
    ts_ndb_whole_move_some(rows, run->first, run->end, &motion);
}

void ts_ndb_whole_balance(ts_ndb_whole *whole, const ts_ndb_moving *moving, ts_ndb_row *dx) {
    if (whole->bodies == 0) return;
    ts_ndb_whole_rows rows = {.inertia = moving->inertia, .z = moving->z, .x = moving->x, .dx = dx};
    find_origin(whole, moving->x, rows.origin);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(whole->nodes, 3))
    for (size_t k = 0; k < whole->runs; ++k)
        ts_ndb_whole_sum_some(&rows, whole->run[k].first, whole->run[k].end, whole->run[k].sum);
    add_runs(whole);
    const ts_ndb_link *link = NULL;
    const ts_ndb_rigid_place place = {rows.origin, moving->x, (const ts_ndb_row *)dx};
    const size_t links = moving->contact ? ts_ndb_contact_links(moving->contact, &place, &link) : 0;
    add_pulls(whole, link, links);
    if (!ts_ndb_rigid_solve(whole->system, (const ts_ndb_rigid_block *)whole->inertia, link, links, whole->motion))
        return;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(whole->nodes, 2))
    for (size_t k = 0; k < whole->runs; ++k) move_run(whole, &whole->run[k], &rows);
}
