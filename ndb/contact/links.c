/* SPDX-License-Identifier: GPL-2.0-or-later
 * A pair holds its two bodies against each other with P = s n n^T + w_f (I - n n^T) at p, the middle of its closest
 * points, which is taken for both as if there were no gap between them: K = J(p)^T P J(p). Its parts are
 *     (s - w_f) g g^T, g = J(p)^T n = (n, p x n), and
 *     w_f J(p)^T J(p), of which moments are summed. */
#include "ndb/contact/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "ndb/contact/state.h"
#include "ndb/rows.h"

/* ---- Which pairs ---- */

static int last_of(const ts_ndb_plane *plane) {
    int last = TS_STENCIL_NODES - 1;
    while (plane->node[last] < 0) --last;
    return last;
}

/* The bodies of a pair's two sides; all nodes of a side are of one, and its first and last node of different sides. */
static uint64_t key_of(const ts_ndb_plane *plane, const int32_t *body_of) {
    const uint32_t a = (uint32_t)body_of[plane->node[0]], b = (uint32_t)body_of[plane->node[last_of(plane)]];
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a; /* -1, of what is held, is the largest */
}

static bool is_across(uint64_t key) {
    return key >> 32 != (key & UINT32_MAX);
}

static bool make_room(ts_ndb_links *links, size_t count) {
    if (count <= links->capacity) return true;
    ts_ndb_link *link = realloc(links->link, 2 * count * sizeof *link);
    if (link) links->link = link;
    ts_ndb_link_piece *piece = link ? realloc(links->piece, 2 * count * sizeof *piece) : NULL;
    if (!piece) return false;
    links->piece = piece;
    links->capacity = 2 * count;
    return true;
}

/* Counts pieces, and writes them and the links where there is room. */
static size_t cut(ts_ndb_links *links, bool has_room) {
    const ts_keyed *at = links->pairs.at;
    size_t pieces = 0;
    links->count = 0;
    for (size_t first = 0, end, start = 0; first < links->pairs.count; first = end) {
        if (first == 0 || at[first].key != at[first - 1].key) start = links->count++;
        for (end = first + 1; end < links->pairs.count && end - first < TS_NDB_PIECE && at[end].key == at[first].key;)
            ++end;
        if (has_room) {
            links->piece[pieces] = (ts_ndb_link_piece){.link = start, .first = first, .end = end};
            links->link[start].body[0] = (int32_t)(at[first].key >> 32);
            links->link[start].body[1] = (int32_t)(uint32_t)at[first].key;
        }
        ++pieces;
    }
    return pieces;
}

static bool does_link(const ts_ndb_plane *plane, const int32_t *body_of) {
    return plane->compliance > 0.0 && is_across(key_of(plane, body_of));
}

/* Cloths that are held, or in contact with themselves alone, have many pairs and no link: they take no memory here. */
static bool list_pairs(ts_ndb_pairs *pairs, const int32_t *body_of) {
    ts_keyed_list *list = &pairs->links.pairs;
    size_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count) if (ts_pays_to_share(pairs->count, 10))
    for (size_t i = 0; i < pairs->count; ++i) count += does_link(&pairs->plane[i], body_of);
    if (!ts_keyed_list_begin(list, count > list->capacity ? count + count / 2 : count)) return false;
    for (size_t i = 0; i < pairs->count && list->count < count; ++i) {
        if (does_link(&pairs->plane[i], body_of))
            list->at[list->count++] = (ts_keyed){key_of(&pairs->plane[i], body_of), (double)i};
    }
    return true;
}

ts_status ts_ndb_links_find(ts_ndb_pairs *pairs, const int32_t *body_of, ts_error *error) {
    ts_ndb_links *links = &pairs->links;
    links->count = links->pieces = 0;
    if (!body_of) return TS_OK;
    if (!list_pairs(pairs, body_of)) return ts_fail_memory(error, "the pairs of whole bodies");
    ts_keyed_sort(links->pairs.at, links->pairs.scratch, links->pairs.count);
    const size_t pieces = cut(links, false);
    if (!make_room(links, pieces)) return ts_fail_memory(error, "the pairs of whole bodies");
    links->pieces = cut(links, true);
    return TS_OK;
}

void ts_ndb_links_clear(ts_ndb_links *links) {
    free(links->link);
    free(links->piece);
    ts_keyed_list_clear(&links->pairs);
    *links = (ts_ndb_links){0};
}

/* ---- What they do ---- */

/* Where a pair is, and how much its closest points are to move apart. */
typedef struct pair_motion {
    double p[3], apart[3];
} pair_motion;

static pair_motion motion_of(const ts_ndb_plane *plane, const ts_ndb_rigid_place *place) {
    pair_motion all = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double share = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && plane->node[i] >= 0; ++i) {
        const double half = 0.5 * fabs(plane->share[i]);
        ts_axpy(all.p, half, place->x[plane->node[i]], all.p);
        ts_axpy(all.p, half, place->dx[plane->node[i]], all.p);
        ts_axpy(all.apart, plane->share[i], place->dx[plane->node[i]], all.apart);
        share += half;
    }
    ts_axpy(all.p, -share, place->origin, all.p);
    return all;
}

static void add_pair(const ts_ndb_contact *contact, size_t i, int32_t first, const ts_ndb_rigid_place *place,
                     ts_ndb_link_piece *piece, ts_ndb_moments *friction) {
    const ts_ndb_plane *plane = &contact->pairs.plane[i];
    const ts_ndb_pull *pull = &contact->pull[i];
    const double s = plane->stiffness;
    if (!(s > 0.0)) return;
    const double drag = fmax(pull->weight / plane->compliance - s, 0.0); /* w_f */
    const pair_motion at = motion_of(plane, place);
    double g[6], force[3];
    memcpy(g, plane->normal, 3 * sizeof *g);
    ts_cross(at.p, plane->normal, g + 3);
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c <= r; ++c) piece->block[r][c] += (s - drag) * g[r] * g[c];
    ts_ndb_moments_add(friction, drag, at.p);
    ts_axpy(pull->force, -drag, at.apart, force);
    ts_axpy(force, (drag - s) * ts_dot(plane->normal, at.apart), plane->normal, force);
    ts_scale(contact->settings.body_of[plane->node[0]] == first ? 1.0 : -1.0, force, force);
    ts_ndb_rigid_add(at.p, force, piece->pull);
}

static void sum_piece(const ts_ndb_contact *contact, const ts_ndb_rigid_place *place, ts_ndb_link_piece *piece) {
    const ts_ndb_links *links = &contact->pairs.links;
    ts_ndb_moments friction = {0};
    memset(piece->block, 0, sizeof piece->block);
    memset(piece->pull, 0, sizeof piece->pull);
    for (size_t k = piece->first; k < piece->end; ++k)
        add_pair(contact, (size_t)links->pairs.at[k].value, links->link[piece->link].body[0], place, piece, &friction);
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c < r; ++c) piece->block[c][r] = piece->block[r][c];
    ts_ndb_moments_block(&friction, piece->block);
}

static void add_piece(const ts_ndb_link_piece *piece, ts_ndb_link *link) {
    for (int r = 0; r < 6; ++r) {
        link->pull[r] += piece->pull[r];
        for (int c = 0; c < 6; ++c) link->block[r][c] += piece->block[r][c];
    }
}

size_t ts_ndb_contact_links(ts_ndb_contact *contact, const ts_ndb_rigid_place *place, const ts_ndb_link **link) {
    ts_ndb_links *links = &contact->pairs.links;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(links->pairs.count, 30))
    for (size_t k = 0; k < links->pieces; ++k) sum_piece(contact, place, &links->piece[k]);
    for (size_t k = 0; k < links->count; ++k) {
        memset(links->link[k].block, 0, sizeof links->link[k].block);
        memset(links->link[k].pull, 0, sizeof links->link[k].pull);
    }
    for (size_t k = 0; k < links->pieces; ++k) add_piece(&links->piece[k], &links->link[links->piece[k].link]);
    *link = links->link;
    return links->count;
}
