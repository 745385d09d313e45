/* SPDX-License-Identifier: GPL-2.0-or-later
 * Classifies candidates in parallel, sorts what is active by a key that names the pair of features, merges equal
 * keys (docs/method.md, 5.1: duplicates with multiplicity) and writes the pairs out. */
#include "cipc/contact/active.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/distance.h>

#include "ccd/closest_batch.h"
#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

/* ---- Keys: what pair it is, 4 bits; the closest rows of a mollified pair, 4 bits; two indices, 28 bits each ---- */

typedef enum pair_class {
    POINT_TRIANGLE = 0, /* point, face */
    EDGE_EDGE,          /* edges */
    MOLLIFIED,          /* edges */
    POINT_EDGE,         /* node, edge */
    POINT_POINT         /* nodes, ascending */
} pair_class;

static uint64_t key_of(pair_class class, unsigned rows, int32_t first, int32_t second) {
    return (uint64_t) class << 60 | (uint64_t)rows << 56 | (uint64_t)(uint32_t)first << 28 | (uint64_t)(uint32_t)second;
}

static uint64_t key_of_points(int32_t a, int32_t b) {
    return a < b ? key_of(POINT_POINT, 0, a, b) : key_of(POINT_POINT, 0, b, a);
}

/* ---- Classification ---- */

typedef struct candidate {
    ts_ccd_kind kind;
    const int32_t *pair, *node; /* 2, 4 */
    const double (*x)[3];
} candidate;

static int lowest_row(unsigned rows) {
    return __builtin_ctz(rows);
}

static uint64_t reduce_point_triangle(const ts_surface *surface, const candidate *c, unsigned rows) {
    const int32_t *edge = surface->face_edge[c->pair[1]];
    switch (rows >> 1) {
    case 7: return key_of(POINT_TRIANGLE, 0, c->pair[0], c->pair[1]);
    case 3: return key_of(POINT_EDGE, 0, c->node[0], edge[0]);
    case 6: return key_of(POINT_EDGE, 0, c->node[0], edge[1]);
    case 5: return key_of(POINT_EDGE, 0, c->node[0], edge[2]);
    default: return key_of_points(c->node[0], c->node[1 + lowest_row(rows >> 1)]);
    }
}

static uint64_t reduce_edge_edge(const candidate *c, unsigned rows) {
    const unsigned one = rows & 3u, other = rows >> 2;
    if (one == 3 && other == 3) return key_of(EDGE_EDGE, 0, c->pair[0], c->pair[1]);
    if (one == 3) return key_of(POINT_EDGE, 0, c->node[2 + lowest_row(other)], c->pair[0]);
    if (other == 3) return key_of(POINT_EDGE, 0, c->node[lowest_row(one)], c->pair[1]);
    return key_of_points(c->node[lowest_row(one)], c->node[2 + lowest_row(other)]);
}

/* The best pair of a vertex and an edge: for lines so nearly parallel that their common normal says nothing. */
static unsigned closest_vertex_edge(const double rows[4][3]) {
    static const int order[4][3] = {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}};
    unsigned best = 0;
    double least = INFINITY;
    for (int v = 0; v < 4; ++v) {
        double x[4][3] = {{0}};
        for (int i = 0; i < 3; ++i) memcpy(x[i], rows[order[v][i]], sizeof x[i]);
        ts_closest closest;
        ts_closest_points(TS_POINT_EDGE, (const double(*)[3])x, &closest);
        if (closest.distance2 >= least) continue;
        least = closest.distance2;
        best = 0;
        for (int i = 0; i < 3; ++i) best |= ((unsigned)closest.feature >> i & 1u) << order[v][i];
    }
    return best;
}

/* Below this squared sine a normal u x v is rounding for the most part of what it decides. */
static const double PARALLEL = 1e-16;

static uint64_t classify_edge_edge(const ts_surface *surface, const candidate *c, unsigned rows) {
    double place[4][3], u[3], v[3], normal[3];
    for (int i = 0; i < 4; ++i) memcpy(place[i], c->x[c->node[i]], sizeof place[i]);
    ts_sub(place[1], place[0], u);
    ts_sub(place[3], place[2], v);
    ts_cross(u, v, normal);
    const double c2 = ts_norm2(normal);
    if (rows == 15 && !(c2 > PARALLEL * ts_norm2(u) * ts_norm2(v))) {
        rows = closest_vertex_edge((const double(*)[3])place);
    }
    const double eps = 1e-3 * surface->edge_rest2[c->pair[0]] * surface->edge_rest2[c->pair[1]];
    if (c2 < eps) return key_of(MOLLIFIED, rows, c->pair[0], c->pair[1]);
    return reduce_edge_edge(c, rows);
}

static uint64_t classify(const ts_surface *surface, const candidate *c, unsigned rows) {
    switch (c->kind) {
    case TS_POINT_TRIANGLE: return reduce_point_triangle(surface, c, rows);
    case TS_EDGE_EDGE: return classify_edge_edge(surface, c, rows);
    case TS_POINT_EDGE:
        if (rows == 7) return key_of(POINT_EDGE, 0, c->node[0], surface->rod[c->pair[1]]);
        return key_of_points(c->node[0], c->node[1 + lowest_row(rows >> 1)]);
    case TS_POINT_POINT: break;
    }
    return key_of_points(c->node[0], c->node[1]);
}

/* How far beyond the active ones near candidates are, as a share of dhat. With 1 the pattern of the Hessian grows about
 * as often (noodles 15 times for 13, rods in a bowl 32 for 38, cloths the same), and the noodles' run takes a tenth
 * more instructions for the distances. */
static const double NEAR = 0.5;

/* Chunks are searched in waves, so that the arrays have room for what is found, not for all candidates. */
enum { WAVE = 1024, WAVE_CANDIDATES = WAVE * TS_CANDIDATE_CHUNK };

typedef struct search {
    ts_active_set *set;
    const ts_candidates *candidates;
    const double (*x)[3];
    size_t first;                    /* chunk of the wave */
    size_t active[WAVE], near[WAVE]; /* what each chunk has found */
} search;

/* Those of a chunk that may be within reach: their numbers in it, their nodes, their distances. */
typedef struct meeting {
    size_t count;
    int place[TS_CANDIDATE_CHUNK];
    ts_stencil node[TS_CANDIDATE_CHUNK];
    double distance2[TS_CANDIDATE_CHUNK];
    ts_feature feature[TS_CANDIDATE_CHUNK];
} meeting;

static void find_meeting(const search *all, const ts_candidate_chunk *chunk, meeting *m) {
    m->count = 0;
    for (size_t i = 0; i < chunk->count; ++i) {
        if (!ts_candidates_meet(all->candidates, chunk->kind, chunk->pair[i])) continue;
        ts_surface_stencil(all->set->surface, chunk->kind, chunk->pair[i], m->node[m->count]);
        m->place[m->count++] = (int)i;
    }
    ts_closest_many_all(&(ts_closest_batch){.kind = chunk->kind,
                                            .count = m->count,
                                            .node = (const ts_stencil *)m->node,
                                            .x = all->x,
                                            .distance2 = m->distance2,
                                            .feature = m->feature});
}

/* Active pairs and near candidates of a chunk, each to the chunk's own part of what follows the found ones. */
static void search_chunk(search *all, size_t index) {
    const ts_active_set *set = all->set;
    const ts_surface *surface = set->surface;
    const ts_candidate_chunk chunk = ts_candidates_chunk(all->candidates, all->first + index);
    const int second = ts_ccd_first_vertices(chunk.kind);
    const size_t part = index * TS_CANDIDATE_CHUNK;
    ts_keyed *found = set->found + set->count + part, *weight = set->weigh.of ? set->weight + set->count + part : NULL;
    ts_stencil *near = set->near + set->near_count + part;
    size_t active = 0, close = 0;
    meeting m;
    find_meeting(all, &chunk, &m);
    for (size_t i = 0; i < m.count; ++i) {
        const candidate c = {chunk.kind, chunk.pair[m.place[i]], m.node[i], all->x};
        const double xi = ts_surface_thickness(surface, c.node[0], c.node[second]);
        const double range = xi + set->dhat, wide = range + NEAR * set->dhat;
        if (m.distance2[i] >= wide * wide) continue;
        memcpy(near[close++], c.node, sizeof m.node[i]);
        if (m.distance2[i] >= range * range) continue;
        found[active] = (ts_keyed){classify(surface, &c, m.feature[i]), m.distance2[i]};
        if (weight) {
            const double counts = set->weigh.of(set->weigh.self, c.kind, c.pair, c.node);
            weight[active] = (ts_keyed){found[active].key, counts};
        }
        ++active;
    }
    all->active[index] = active;
    all->near[index] = close;
}

/* Moves the parts of a wave's chunks together. */
static void close_ranks(const search *all, size_t chunks) {
    ts_active_set *set = all->set;
    const size_t count = set->count, near = set->near_count;
    for (size_t c = 0; c < chunks; ++c) {
        const size_t from = count + c * TS_CANDIDATE_CHUNK, near_from = near + c * TS_CANDIDATE_CHUNK;
        memmove(set->found + set->count, set->found + from, all->active[c] * sizeof *set->found);
        if (set->weigh.of) memmove(set->weight + set->count, set->weight + from, all->active[c] * sizeof *set->weight);
        memmove(set->near + set->near_count, set->near + near_from, all->near[c] * sizeof *set->near);
        set->count += all->active[c];
        set->near_count += all->near[c];
    }
}

/* ---- Sorting and merging ---- */

/* Of equal keys the weights by size: their sum must not depend on the order of the candidates. */
static void order_weights(ts_active_set *set) {
    for (size_t i = 1; i < set->count; ++i) {
        const ts_keyed moved = set->weight[i];
        size_t to = i;
        for (; to > 0 && set->weight[to - 1].key == moved.key && set->weight[to - 1].value > moved.value; --to) {
            set->weight[to] = set->weight[to - 1];
        }
        set->weight[to] = moved;
    }
}

/* Equal keys become one pair; its distance the least of theirs, which differ by rounding. Weights, sorted likewise, are
 * added. */
static void merge_found(ts_active_set *set) {
    size_t merged = 0;
    for (size_t i = 0; i < set->count; ++i) {
        ts_keyed *last = merged > 0 ? &set->found[merged - 1] : NULL;
        const double weight = set->weigh.of ? set->weight[i].value : 1.0;
        if (last && last->key == set->found[i].key) {
            if (set->found[i].value < last->value) last->value = set->found[i].value;
            set->pair[merged - 1].multiplicity += weight;
            continue;
        }
        set->found[merged] = set->found[i];
        set->pair[merged].multiplicity = weight;
        ++merged;
    }
    set->count = merged;
}

/* ---- Writing out ---- */

static void set_nodes(ts_contact_pair *pair, ts_ccd_kind kind, const int32_t *one, const int32_t *other) {
    const int size = ts_ccd_vertices(kind), first = ts_ccd_first_vertices(kind);
    pair->kind = kind;
    pair->feature = (ts_feature)((1u << size) - 1u);
    memset(pair->node, -1, sizeof pair->node);
    memcpy(pair->node, one, (size_t)first * sizeof *one);
    memcpy(pair->node + first, other, (size_t)(size - first) * sizeof *other);
}

static void write_pair(const ts_surface *surface, const ts_keyed *found, ts_contact_pair *pair) {
    const pair_class class = (pair_class)(found->key >> 60);
    const int32_t a = (int32_t)(found->key >> 28 & 0xFFFFFFF), b = (int32_t)(found->key & 0xFFFFFFF);
    switch (class) {
    case POINT_TRIANGLE: set_nodes(pair, TS_POINT_TRIANGLE, &surface->point[a], surface->face[b]); break;
    case EDGE_EDGE:
    case MOLLIFIED: set_nodes(pair, TS_EDGE_EDGE, surface->edge[a], surface->edge[b]); break;
    case POINT_EDGE: set_nodes(pair, TS_POINT_EDGE, &a, surface->edge[b]); break;
    case POINT_POINT: set_nodes(pair, TS_POINT_POINT, &a, &b); break;
    }
    pair->mollified = class == MOLLIFIED;
    pair->mollifier = 0.0;
    if (class == MOLLIFIED) {
        pair->feature = (ts_feature)(found->key >> 56 & 15);
        pair->mollifier = 1e-3 * surface->edge_rest2[a] * surface->edge_rest2[b];
    }
    const ts_bodies *bodies = surface->bodies;
    const int32_t one = pair->node[0], other = pair->node[ts_ccd_first_vertices(pair->kind)];
    pair->xi = ts_surface_thickness(surface, one, other);
    pair->d2 = found->value;
    pair->friction =
        bodies->friction
            ? bodies->friction[(size_t)bodies->body_of[one] * bodies->bodies + (size_t)bodies->body_of[other]]
            : 0.0;
}

static void write_pairs(ts_active_set *set) {
    double least = INFINITY;
#pragma omp parallel for schedule(static) reduction(min : least) if (ts_pays_to_share(set->count, 15))
    for (size_t i = 0; i < set->count; ++i) {
        ts_contact_pair *pair = &set->pair[i];
        write_pair(set->surface, &set->found[i], pair);
        memcpy(set->stencil[i], pair->node, sizeof pair->node);
        const double gap = sqrt(pair->d2) - pair->xi;
        least = gap < least ? gap : least;
    }
    set->least_gap = least;
}

/* ---- Room ---- */

/* A larger array without the old contents; false when there is none. */
static bool renew(void *array, size_t count, size_t size) {
    void **old = array;
    void *larger = malloc(count * size);
    if (!larger) return false;
    free(*old);
    *old = larger;
    return true;
}

/* Room for a wave's candidates after what was found; the old contents stay. */
static bool extend(void *array, size_t count, size_t *room, size_t size) {
    void **old = array;
    if (count + WAVE_CANDIDATES <= *room) return true;
    const size_t more = count + count / 2 + WAVE_CANDIDATES;
    void *larger = realloc(*old, more * size);
    if (!larger) return false;
    *old = larger;
    *room = more;
    return true;
}

static ts_status reserve_wave(ts_active_set *set, ts_error *error) {
    if (extend(&set->found, set->count, &set->found_room, sizeof *set->found) &&
        extend(&set->near, set->near_count, &set->near_room, sizeof *set->near) &&
        (!set->weigh.of || extend(&set->weight, set->count, &set->weight_room, sizeof *set->weight)))
        return TS_OK;
    return ts_fail_memory(error, "the contact set");
}

static ts_status reserve_pairs(ts_active_set *set, ts_error *error) {
    if (set->count <= set->capacity) return TS_OK;
    const size_t more = set->count + set->count / 2;
    if (!renew(&set->pair, more, sizeof *set->pair) || !renew(&set->stencil, more, sizeof *set->stencil) ||
        !renew(&set->sorting, more, sizeof *set->sorting)) {
        set->capacity = 0;
        return ts_fail_memory(error, "the contact set");
    }
    set->capacity = more;
    return TS_OK;
}

static ts_status search_all(ts_active_set *set, const ts_candidates *candidates, const double (*x)[3],
                            ts_error *error) {
    const size_t chunks = ts_candidates_chunks(candidates);
    search all = {.set = set, .candidates = candidates, .x = x};
    for (; all.first < chunks; all.first += WAVE) {
        const ts_status status = reserve_wave(set, error);
        if (status != TS_OK) return status;
        const size_t here = chunks - all.first < WAVE ? chunks - all.first : WAVE;
#pragma omp parallel for schedule(dynamic, 4) if (ts_pays_to_share(here, 40 * TS_CANDIDATE_CHUNK))
        for (size_t c = 0; c < here; ++c) search_chunk(&all, c);
        close_ranks(&all, here);
    }
    const size_t most_near = 4 * set->count + 4096;
    if (set->near_count > most_near) set->near_count = most_near;
    return TS_OK;
}

ts_status ts_active_set_find(ts_active_set *set, ts_candidates *candidates, const double (*x)[3], ts_error *error) {
    set->count = set->near_count = 0;
    ts_candidates_tighten(candidates, &(ts_sweep){.x = x}, 0.5 * (1.0 + NEAR) * set->dhat,
                          ts_candidates_count(candidates));
    ts_status status = search_all(set, candidates, x, error);
    if (status == TS_OK) status = reserve_pairs(set, error);
    if (status != TS_OK) {
        set->count = set->near_count = 0;
        return status;
    }
    ts_keyed_sort(set->found, set->sorting, set->count);
    if (set->weigh.of) {
        ts_keyed_sort(set->weight, set->sorting, set->count);
        order_weights(set);
    }
    merge_found(set);
    write_pairs(set);
    return TS_OK;
}

void ts_active_set_init(ts_active_set *set, const ts_surface *surface, double dhat, ts_candidate_weight weigh) {
    *set = (ts_active_set){.surface = surface, .dhat = dhat, .weigh = weigh, .least_gap = INFINITY};
}

void ts_active_set_clear(ts_active_set *set) {
    free(set->pair);
    free(set->stencil);
    free(set->near);
    free(set->found);
    free(set->weight);
    free(set->sorting);
    *set = (ts_active_set){0};
}
